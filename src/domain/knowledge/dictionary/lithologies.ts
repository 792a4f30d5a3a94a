import { ROCK_CLASSES, ROCK_SUBCLASSES, type RockClass, type RockSubclassId } from './rock-classes.ts';

/** A kind of rock or deposit. `names` holds every name in lower case, the preferred one first. */
export type Lithology = {
  readonly name: string;
  readonly names: readonly string[];
  readonly rockClass: RockClass;
  /** The finer class in words. */
  readonly subclass: string;
};

/**
 * Names by finer class: one kind of rock an entry, synonyms joined by `=`, the preferred name first. Terms as in common use; classes
 * follow the IUGS recommendations for igneous rocks (Le Maitre 2002) and the BGS Rock Classification Scheme (RR 99-02, 99-03, 99-06)
 * for the others. Facts, written for this project.
 */
const NAMES: Readonly<Record<RockSubclassId, string>> = {
  clastic: `sandstone=砂岩, siltstone=粉砂岩, mudstone=泥岩, shale=页岩, claystone=黏土岩, mudrock, conglomerate=砾岩, breccia=sedimentary breccia=角砾岩, puddingstone,
    fanglomerate, granite wash=arkosic wash, arkose=arkosic sandstone=长石砂岩, subarkose=subarkosic sandstone, graywacke=greywacke=杂砂岩, wacke, arenite, quartz arenite=quartzose sandstone=石英砂岩,
    orthoquartzite, litharenite=lithic sandstone, sublitharenite, feldspathic sandstone, calcareous sandstone, glauconitic sandstone, greensand=绿砂岩, micaceous sandstone, ferruginous sandstone,
    argillaceous sandstone, pebbly sandstone, conglomeratic sandstone, cross bedded sandstone, tuffaceous sandstone=凝灰质砂岩, tuffaceous siltstone, volcaniclastic sandstone, red beds=redbeds=red bed,
    flysch=复理石, molasse, turbidite, tillite=冰碛岩, diamictite, pelite rock, argillite, silty shale, sandy shale, calcareous shale, siliceous shale, clay shale, fissile shale, siltite, sandy siltstone,
    sandy mudstone, silty mudstone, calcareous mudstone, olistostrome, melange=mélange=混杂岩, quartz pebble conglomerate, polymictic conglomerate, boulder conglomerate, basal conglomerate, gritstone=grit, brownstone`,
  carbonate: `limestone=灰岩=石灰岩, dolomite=dolostone=dolomite rock=白云岩, chalk=白垩, marl=marlstone=泥灰岩, sandy limestone, silty limestone, argillaceous limestone=shaly limestone, cherty limestone,
    cherty dolomite, dolomitic limestone=magnesian limestone, crystalline limestone, oolitic limestone=oolite=oolitic grainstone, pisolite, reef limestone=reef rock, coral limestone, algal limestone=stromatolite,
    fossiliferous limestone, crinoidal limestone=encrinite, coquina=shell limestone, nodular limestone, bituminous limestone, micrite=lime mudstone, grainstone, packstone, wackestone, boundstone, rudstone, floatstone, bindstone, calcarenite=lime sandstone,
    calcilutite, calcirudite, limestone conglomerate, carbonate rock=carbonates, travertine, calcareous tufa=tufa, sparite, beachrock, eolianite=aeolianite, lithographic limestone, intraformational conglomerate`,
  chemical: `chert=燧石=硅质岩, flint, jasper, jaspilite, novaculite, porcellanite, gypsum=gypsum rock=石膏, anhydrite=硬石膏, rock salt=halite=岩盐, evaporite=蒸发岩, potash, ironstone=iron formation=铁质岩, banded iron formation=taconite,
    siderite, phosphorite=phosphate rock=磷块岩, manganese nodules, barite rock, siliceous sinter=geyserite, tripoli, celestite, trona, limonite`,
  biogenic: `coal=煤, lignite=brown coal=褐煤, anthracite=无烟煤, bituminous coal=烟煤, subbituminous coal, cannel coal, oil shale=油页岩, black shale=carbonaceous shale=炭质页岩, carbonaceous mudstone, radiolarite=radiolarian chert=放射虫岩, diatomite=diatomaceous earth=硅藻土, spiculite, asphalt,
    tar sand=oil sand, amber, coal bed=coal seam, bone bed`,
  weathering: `bauxite=铝土矿, laterite=红土, caliche=calcrete, silcrete, ferricrete, gossan, duricrust, kaolin=kaolinite=高岭土, bentonite=膨润土, fuller's earth, saprolite, residuum=residual soil, regolith, terra rossa, paleosol, grus`,
  sedimentary_other: `sedimentary rock=sedimentary rocks=sediments=沉积岩, siliciclastic rock=siliciclastics, clastic rock=clastic rocks, marine sediments, continental sediments, shale and sandstone, interbedded sandstone and shale, sandstone and shale, concretion`,
  surficial: `alluvium=alluvial deposits=alluvial sediments=冲积物, alluvial fan deposits=alluvial fan=fan deposits=洪积物, older alluvium=old alluvium, younger alluvium=recent alluvium, stream alluvium=stream deposits, valley fill, basin fill, eluvium=残积物, deluvium=坡积物, loess=黄土, loam, sand=砂, gravel=gravels=砾石, clay=clays=粘土, sandy clay=亚粘土, silt, mud, peat=泥炭,
    lacustrine deposits=lake deposits=lake beds=lacustrine sediments, eolian deposits=aeolian deposits=wind-blown sand=eolian sand=aeolian sand=windblown sand, dune sand=sand dunes=dune deposits, beach sand=beach deposits=beach ridges, marine terrace deposits, terrace deposits=terrace gravel=terrace gravels=river terrace=stream terrace deposits,
    flood plain deposits=floodplain deposits=overbank deposits, channel deposits, marsh deposits=marsh, swamp deposits, estuarine deposits=estuarine mud, bay mud, tidal flat deposits, delta deposits=deltaic deposits, playa deposits=playa, pediment gravel, lag gravel, cobbles, boulders, pebbles, sand and gravel, gravel and sand, ooze,
    surficial deposits=surficial material, unconsolidated deposits=unconsolidated sediments, soil, black soil, volcanic soil, spring deposits, salt flat, mud flat, coral sand, gravelly sand, clayey sand, sandy silt, gravelly alluvium`,
  glacial: `till=glacial till, glacial drift=drift=glacial deposits, boulder clay, moraine=morainal deposits=terminal moraine=ground moraine=end moraine=冰碛物, outwash=glacial outwash=outwash gravel=outwash deposits, glaciofluvial deposits=glacial gravel, glaciolacustrine deposits=glacial lake deposits,
    varved clay, esker=esker deposits, kame=kame deposits, drumlin, ice-contact deposits, glaciomarine deposits, rock glacier, periglacial deposits`,
  mass_movement: `colluvium=colluvial deposits, talus=scree=talus deposits, landslide deposits=landslide=landslide debris=landslides=滑坡堆积, debris flow deposits=debris flow, slope wash=slopewash, earthflow, rockfall deposits, avalanche deposits, slump deposits, mudflow deposits`,
  artificial: `artificial fill=made ground=fill=made land=人工填土, mine tailings=tailings, mine dump=mine waste, spoil, disturbed ground, slag`,
  lava: `basalt=玄武岩, andesite=安山岩, dacite=英安岩, rhyolite=流纹岩, rhyodacite=流纹英安岩, trachyte=粗面岩, latite, quartz latite, phonolite=响岩, tephrite, basanite=碧玄岩, nephelinite, trachybasalt, trachyandesite=粗安岩, basaltic andesite, basaltic trachyandesite, andesitic basalt, benmoreite, mugearite, hawaiite, shoshonite,
    picrite=picritic basalt, komatiite=科马提岩, boninite, tholeiite=tholeiitic basalt, icelandite, pantellerite, comendite, leucitite, melilitite, obsidian=黑曜岩, perlite, pitchstone, vitrophyre, pillow lava=pillow basalt=枕状熔岩, flood basalt=plateau basalt, olivine basalt, alkali basalt=alkaline basalt, aphyric basalt,
    porphyritic basalt, vesicular basalt, amygdaloidal basalt=amygdaloid, columnar basalt, basalt flow=basalt flows=basaltic lava, lava flow=lava flows=lava=熔岩, aa lava, pahoehoe, spilite=细碧岩, keratophyre=角斑岩, quartz keratophyre, felsite=霏细岩, rhyolite porphyry, andesite porphyry, dacite porphyry, trachyte porphyry,
    flow breccia, carbonatite lava, diabase flow, hornblende andesite, pyroxene andesite, banded rhyolite=flow-banded rhyolite, rhyolite dome=lava dome`,
  pyroclastic: `tuff=凝灰岩, welded tuff=熔结凝灰岩, ash flow tuff=ash-flow tuff, air fall tuff, lapilli tuff, lapillistone, crystal tuff=晶屑凝灰岩, vitric tuff, lithic tuff, tuff breccia, rhyolitic tuff=rhyolite tuff, dacitic tuff=dacite tuff, andesitic tuff=andesite tuff, basaltic tuff, palagonite tuff=palagonite, ignimbrite,
    agglomerate=volcanic agglomerate=集块岩, volcanic breccia=火山角砾岩, volcanic conglomerate, volcaniclastic rock=volcaniclastic rocks=volcaniclastics, pyroclastic rock=pyroclastic rocks=pyroclastics=火山碎屑岩, pyroclastic deposits, pyroclastic flow, volcanic ash=ash, ash bed, pumice=浮岩, pumiceous tuff, scoria, cinders, cinder cone,
    hyaloclastite, peperite, lahar=lahar deposits, volcanic bomb, tephra, tuffite, epiclastic rock, vent breccia, autobreccia`,
  volcanic_other: `volcanic rock=volcanic rocks=volcanics=extrusive rocks=effusive rocks=火山岩=喷发岩, felsic volcanic rocks=silicic volcanic rocks, intermediate volcanic rocks, mafic volcanic rocks=basic volcanic rocks, alkaline volcanic rocks, volcanic glass, volcanic neck=volcanic plug, andesitic rocks, rhyolitic rocks, basaltic rocks, volcanic and sedimentary rocks`,
  felsic_plutonic: `granite=花岗岩, granodiorite=花岗闪长岩, tonalite=英云闪长岩, trondhjemite=奥长花岗岩, diorite=闪长岩, quartz diorite=石英闪长岩, monzonite=二长岩, quartz monzonite=adamellite=石英二长岩, monzogranite=二长花岗岩, syenogranite=正长花岗岩, alkali feldspar granite=alkali granite=碱长花岗岩,
    leucogranite=白岗岩, monzodiorite, quartz monzodiorite, syenite=正长岩, quartz syenite, syenodiorite, plagiogranite, granitoid=granitic rock=granitic rocks, biotite granite=黑云母花岗岩, hornblende granite, muscovite granite, two mica granite=two-mica granite, porphyritic granite, peralkaline granite, alaskite, rapakivi granite=rapakivi,
    charnockite=紫苏花岗岩, enderbite, mangerite, migmatitic granite, gneissic granite, pink granite, plutonic rock=plutonic rocks=深成岩, intrusive rock=intrusive rocks=intrusives=侵入岩, batholith, hornblende granodiorite, biotite granodiorite`,
  mafic_plutonic: `gabbro=辉长岩, norite=苏长岩, troctolite, gabbronorite, olivine gabbro, hornblende gabbro, leucogabbro, monzogabbro, quartz gabbro, anorthosite=斜长岩, ferrogabbro, mafic intrusive rocks=mafic plutonic rocks, layered intrusion`,
  ultramafic: `peridotite=橄榄岩, dunite=纯橄岩, harzburgite, lherzolite, wehrlite, pyroxenite=辉石岩, hornblendite=角闪石岩, websterite, clinopyroxenite, orthopyroxenite, ultramafic rock=ultramafic rocks=ultrabasic rocks=超基性岩, kimberlite=金伯利岩, lamproite, chromitite`,
  alkaline_plutonic: `nepheline syenite=霞石正长岩, carbonatite=碳酸岩, foyaite, ijolite, essexite, theralite, miaskite, teschenite, shonkinite, malignite, urtite, alkaline intrusive rocks, fenite`,
  hypabyssal: `diabase=dolerite=辉绿岩, aplite=细晶岩, pegmatite=granite pegmatite=伟晶岩, granite porphyry=花岗斑岩, quartz porphyry=石英斑岩, granodiorite porphyry, monzonite porphyry, diorite porphyry=闪长玢岩, syenite porphyry, feldspar porphyry, porphyry=斑岩, lamprophyre=煌斑岩, minette, kersantite, camptonite, spessartite lamprophyre, granophyre, microgranite, microdiorite,
    microsyenite, microgabbro, mafic dike=mafic dikes=basic dike, felsic dike, diabase dike, dike rock=dike rocks=dyke=dike=脉岩, sill rock, porphyrite=玢岩, hypabyssal rock=hypabyssal rocks=浅成岩`,
  igneous_other: `igneous rock=igneous rocks=火成岩=岩浆岩, felsic rock=felsic rocks=acid rocks, intermediate rock, mafic rock=mafic rocks=basic rocks=基性岩, ophiolite=蛇绿岩, ophiolitic rocks`,
  regional: `gneiss=片麻岩, schist=片岩, slate=板岩, phyllite=千枚岩, quartzite=石英岩, marble=大理岩, amphibolite=斜长角闪岩=角闪岩, granulite=麻粒岩, eclogite=榴辉岩, migmatite=混合岩, greenstone=绿岩, greenschist=绿片岩, blueschist=glaucophane schist=蓝片岩, whiteschist, leptynite, leptite=浅粒岩, khondalite=孔兹岩,
    augen gneiss=眼球状片麻岩, granite gneiss=granitic gneiss=花岗片麻岩, biotite gneiss, hornblende gneiss, garnet gneiss, banded gneiss=layered gneiss, pelitic gneiss, quartzofeldspathic gneiss, tonalitic gneiss=tonalite gneiss, mica schist=云母片岩, biotite schist, muscovite schist, quartz schist, quartz mica schist, garnet schist, staurolite schist, kyanite schist,
    sillimanite schist, talc schist, chlorite schist=绿泥片岩, graphite schist=graphitic schist, hornblende schist, actinolite schist, calcareous schist=calc schist, pelitic schist, phyllitic slate, calc silicate rock=calc-silicate rock, spotted slate, anatexite, metaquartzite, itabirite, banded quartzite, metamorphic rock=metamorphic rocks=变质岩, crystalline rocks=crystalline basement,
    orthogneiss=正片麻岩, paragneiss=副片麻岩, dolomitic marble, semischist`,
  contact: `hornfels=角岩, skarn=tactite=矽卡岩, serpentinite=serpentine=蛇纹岩, soapstone=steatite, greisen=云英岩, spilosite, calc hornfels=calc-silicate hornfels, listwanite=listvenite, rodingite, porcelanite, buchite, metasomatite`,
  meta_protolith: `metasandstone, metasiltstone, metapelite=pelite, semipelite, psammite, metasedimentary rocks=metasediments=metasedimentary rock=变质沉积岩, metavolcanic rocks=metavolcanics=metavolcanic rock=变质火山岩, metabasalt=metabasite, metarhyolite, metadacite, metaandesite, metagabbro, metadiorite, metagranite, metadiabase, metaconglomerate, metagraywacke=metagreywacke, metatuff, metachert, metadolomite, metalimestone, metaperidotite, metaigneous rocks,
    metamudstone, metaplutonic rocks`,
  fault_rock: `mylonite=糜棱岩, ultramylonite, protomylonite, phyllonite, cataclasite=碎裂岩, fault breccia=断层角砾岩, fault gouge=断层泥, pseudotachylite=pseudotachylyte, tectonite, blastomylonite, crush breccia, tectonic breccia, shear zone, impactite, suevite, impact breccia`,
  hydrothermal_rock: `quartz vein=vein quartz=石英脉, vein breccia, hydrothermal breccia, jasperoid, silicified rock, altered rock=hydrothermally altered rock=蚀变岩, argillic alteration, propylite, alunite rock, massive sulfide=massive sulphide, calcite vein, barite vein, fluorite vein, stockwork`,
};

const subclasses: ReadonlyMap<string, (typeof ROCK_SUBCLASSES)[RockSubclassId]> = new Map(Object.entries(ROCK_SUBCLASSES));

function readEntry(entry: string, id: string): readonly Lithology[] {
  const subclass = subclasses.get(id);
  const names = entry.split('=').map((name) => name.replace(/\s+/g, ' ').trim());
  const [name] = names;
  if (subclass === undefined || name === undefined) return [];
  return [{ name, names, rockClass: ROCK_CLASSES[subclass[0]], subclass: subclass[1] }];
}

/** Every built-in lithology with its class. */
export const LITHOLOGIES: readonly Lithology[] = Object.entries(NAMES).flatMap(([id, list]) =>
  list.split(',').flatMap((entry) => readEntry(entry, id)),
);

const byName: ReadonlyMap<string, Lithology> = new Map(
  LITHOLOGIES.flatMap((lithology) => lithology.names.map((name) => [name, lithology] as const)),
);

/** A lithology by one of its names in lower case. */
export const findLithology = (name: string): Lithology | null => byName.get(name) ?? null;
