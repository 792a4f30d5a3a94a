/** What a rock is, by how it formed: one vocabulary for the installed and the built-in dictionary, in two languages (KW-47). */
export type RockClass = { readonly id: string; readonly en: string; readonly zh: string };

/** Classes of the built-in dictionary; the English texts are those of the K2 files where K2 has the class. */
export const ROCK_CLASSES = {
  sedimentary: { id: 'sedimentary', en: 'sedimentary rocks', zh: '沉积岩' },
  unconsolidated: { id: 'unconsolidated', en: 'unconsolidated sediments', zh: '松散沉积物' },
  volcanic: { id: 'volcanic', en: 'volcanic rocks', zh: '喷发岩' },
  intrusive: { id: 'intrusive', en: 'intrusive rocks', zh: '侵入岩' },
  igneous: { id: 'igneous', en: 'igneous rocks', zh: '火成岩' },
  metamorphic: { id: 'metamorphic', en: 'metamorphic rocks', zh: '变质岩' },
} as const satisfies Record<string, RockClass>;

export type RockClassId = keyof typeof ROCK_CLASSES;

/**
 * Lithology names by class, lower case. Terms as in common use; classes follow the IUGS recommendations for igneous rocks
 * (Le Maitre 2002) and the BGS Rock Classification Scheme (RR 99-02, 99-03, 99-06) for the others. Facts, written for this project.
 */
const NAMES: Readonly<Record<RockClassId, string>> = {
  sedimentary: `sandstone, siltstone, mudstone, shale, claystone, conglomerate, breccia, limestone, dolomite, dolostone, chalk, marl, marlstone,
    chert, flint, radiolarite, diatomite, coal, lignite, anthracite, bituminous coal, oil shale, black shale, gypsum, anhydrite, rock salt, halite,
    evaporite, arkose, arkosic sandstone, graywacke, greywacke, wacke, quartz arenite, arenite, orthoquartzite, litharenite, subarkose, flysch, molasse,
    turbidite, turbidites, tillite, diamictite, red beds, redbeds, ironstone, banded iron formation, phosphorite, phosphate rock, travertine, calcareous tufa,
    calcareous sandstone, sandy limestone, argillaceous limestone, shaly limestone, cherty limestone, oolitic limestone, oolite, reef limestone, fossiliferous limestone,
    crinoidal limestone, coquina, grainstone, packstone, wackestone, boundstone, calcarenite, calcilutite, calcirudite, micrite, carbonate rock, carbonates,
    siliciclastic rock, clastic rock, sedimentary rock, sedimentary rocks, sedimentary breccia, puddingstone, fanglomerate, argillite, porcellanite, bauxite, laterite,
    caliche, calcrete, silcrete, ferricrete, siderite, jaspilite, jasper, novaculite, tripoli, spiculite, glauconitic sandstone, greensand, mudrock, siltite, shale and sandstone,
    bentonite, kaolin, volcaniclastic sandstone, tuffaceous sandstone, 砂岩, 粉砂岩, 泥岩, 页岩, 砾岩, 角砾岩, 灰岩, 石灰岩, 白云岩, 泥灰岩, 硅质岩, 燧石, 石膏, 岩盐, 煤`,
  unconsolidated: `alluvium, alluvial deposits, alluvial fan deposits, older alluvium, younger alluvium, colluvium, eluvium, deluvium, loess, loam, sand, gravel, clay, silt, mud,
    peat, till, glacial till, glacial drift, drift, boulder clay, moraine, outwash, glaciofluvial deposits, glaciolacustrine deposits, lacustrine deposits, lake deposits, eolian sand, aeolian sand,
    dune sand, sand dunes, beach sand, beach deposits, terrace deposits, terrace gravel, river terrace, flood plain deposits, floodplain deposits, landslide, landslide deposits, landslide debris,
    talus, scree, debris flow deposits, slope wash, slopewash, mud flat, marsh deposits, swamp deposits, estuarine deposits, tidal flat deposits, delta deposits, playa deposits, fan deposits, surficial deposits,
    unconsolidated deposits, artificial fill, made ground, fill, mine tailings, tailings, cobbles, boulders, pebbles, ooze, diatomaceous earth, volcanic ash, soil, residuum, saprolite,
    冲积物, 洪积物, 残积物, 坡积物, 黄土, 粘土, 亚粘土, 砾石, 冰碛物`,
  volcanic: `basalt, andesite, dacite, rhyolite, rhyodacite, trachyte, latite, phonolite, tephrite, basanite, nephelinite, trachybasalt, trachyandesite, basaltic andesite, basaltic trachyandesite,
    andesitic basalt, benmoreite, mugearite, hawaiite, shoshonite, picrite, komatiite, boninite, tholeiite, icelandite, pantellerite, comendite, obsidian, pumice, perlite, pitchstone, scoria, tuff, welded tuff,
    ash flow tuff, lapilli tuff, lapillistone, crystal tuff, vitric tuff, lithic tuff, tuff breccia, ignimbrite, agglomerate, volcanic breccia, volcanic agglomerate, volcanic rock, volcanic rocks, volcanics,
    pyroclastic rock, pyroclastic rocks, pyroclastic deposits, pyroclastics, lava, lava flow, lava flows, pillow lava, pillow basalt, basalt flow, flood basalt, olivine basalt, alkali basalt, cinder cone, cinders, spilite,
    keratophyre, felsite, hyaloclastite, peperite, palagonite tuff, lahar, lahar deposits, flow breccia, vitrophyre, rhyolite porphyry, andesite porphyry, leucitite, melilitite, carbonatite lava, felsic volcanic rocks, mafic volcanic rocks,
    玄武岩, 安山岩, 流纹岩, 英安岩, 粗面岩, 凝灰岩, 响岩, 火山角砾岩, 集块岩`,
  intrusive: `granite, granodiorite, tonalite, diorite, gabbro, syenite, monzonite, quartz monzonite, monzogranite, syenogranite, alkali feldspar granite, leucogranite, quartz diorite, quartz syenite, quartz monzodiorite, monzodiorite,
    monzogabbro, trondhjemite, plagiogranite, adamellite, granitoid, granitic rocks, granitic rock, plutonic rock, plutonic rocks, intrusive rock, intrusive rocks, anorthosite, norite, troctolite, gabbronorite, peridotite, dunite, harzburgite, lherzolite, wehrlite,
    pyroxenite, hornblendite, websterite, clinopyroxenite, orthopyroxenite, ultramafic rock, ultramafic rocks, kimberlite, lamproite, lamprophyre, carbonatite, diabase, dolerite, aplite, pegmatite, granite pegmatite, granite porphyry, quartz porphyry,
    granophyre, porphyry, essexite, foyaite, nepheline syenite, ijolite, charnockite, enderbite, rapakivi, rapakivi granite, miaskite, theralite, biotite granite, hornblende granite, muscovite granite, two mica granite, porphyritic granite, microgranite, microdiorite,
    花岗岩, 花岗闪长岩, 闪长岩, 辉长岩, 正长岩, 二长岩, 橄榄岩, 辉绿岩, 伟晶岩, 斑岩`,
  igneous: `igneous rock, igneous rocks, felsic rock, mafic rock, hypabyssal rock, hypabyssal rocks, ophiolite`,
  metamorphic: `gneiss, schist, slate, phyllite, quartzite, marble, amphibolite, granulite, eclogite, migmatite, hornfels, greenstone, greenschist, blueschist, serpentinite, soapstone, skarn, mylonite, cataclasite, phyllonite, ultramylonite,
    orthogneiss, paragneiss, augen gneiss, granite gneiss, granitic gneiss, biotite gneiss, hornblende gneiss, banded gneiss, mica schist, biotite schist, muscovite schist, quartz schist, garnet schist, talc schist, chlorite schist, graphite schist, calc silicate rock,
    metasandstone, metasiltstone, metapelite, metasedimentary rocks, metasediments, metavolcanic rocks, metavolcanics, metabasalt, metarhyolite, metagabbro, metadiorite, metadiabase, metaconglomerate, metagraywacke, metatuff, metachert, metamorphic rock, metamorphic rocks,
    leptynite, leptite, whiteschist, glaucophane schist, spotted slate, pelite, semipelite, psammite, fault gouge, fault breccia, pseudotachylite, tectonite, anatexite, metaquartzite, itabirite, greisen,
    片麻岩, 片岩, 板岩, 千枚岩, 石英岩, 大理岩, 角闪岩, 斜长角闪岩, 混合岩, 麻粒岩, 榴辉岩, 蛇纹岩, 矽卡岩, 糜棱岩`,
};

const CLASS_IDS: readonly RockClassId[] = ['sedimentary', 'unconsolidated', 'volcanic', 'intrusive', 'igneous', 'metamorphic'];

/** Every built-in lithology with its class. */
export const LITHOLOGIES: readonly { readonly name: string; readonly rockClass: RockClass }[] = CLASS_IDS.flatMap((id) =>
  NAMES[id].split(',').map((name) => ({ name: name.replace(/\s+/g, ' ').trim(), rockClass: ROCK_CLASSES[id] })),
);

/** The class behind a dictionary's value in either language; null for a value of another vocabulary. */
export function classOfValue(value: string): RockClass | null {
  const lower = value.toLowerCase().trim();
  return CLASS_IDS.map((id): RockClass => ROCK_CLASSES[id]).find(({ en, zh }) => en === lower || zh === lower) ?? null;
}
