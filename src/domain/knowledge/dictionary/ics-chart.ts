/**
 * The International Chronostratigraphic Chart v2023/09 (International Commission on Stratigraphy; Cohen, Finney, Gibbard and Fan,
 * Episodes 36, 2013, updated). Names, nesting, ages and their uncertainties are facts of that chart.
 *
 * One unit a line, youngest first, below the unit that holds it: leading dots give the depth, the letter the rank, then
 * `name|base in Ma|Chinese name`. In the base, `~` is the chart's sign for an approximate age, `±` its uncertainty, `*` a ratified
 * GSSP (boundary point in a section) and `#` a GSSA (boundary set as an age).
 */
export const ICS_CHART_VERSION = 'International Chronostratigraphic Chart v2023/09';

export const ICS_CHART = `
E Phanerozoic|538.8±0.2*|显生宙
.R Cenozoic|66*|新生代
..P Quaternary|2.58*|第四纪
...C Holocene|0.0117*|全新世
....A Meghalayan|0.0042*|梅加拉亚期
....A Northgrippian|0.0082*|诺斯格瑞比期
....A Greenlandian|0.0117*|格陵兰期
...C Pleistocene|2.58*|更新世
....A Upper Pleistocene|0.129|晚更新世
....A Chibanian|0.774*|千叶期
....A Calabrian|1.8*|卡拉布里雅期
....A Gelasian|2.58*|杰拉期
..P Neogene|23.03*|新近纪
...C Pliocene|5.333*|上新世
....A Piacenzian|3.6*|皮亚琴察期
....A Zanclean|5.333*|赞克勒期
...C Miocene|23.03*|中新世
....A Messinian|7.246*|墨西拿期
....A Tortonian|11.63*|托尔托纳期
....A Serravallian|13.82*|塞拉瓦莱期
....A Langhian|15.98|兰盖期
....A Burdigalian|20.44|波尔多期
....A Aquitanian|23.03*|阿基坦期
..P Paleogene|66*|古近纪
...C Oligocene|33.9*|渐新世
....A Chattian|27.82*|夏特期
....A Rupelian|33.9*|吕珀尔期
...C Eocene|56*|始新世
....A Priabonian|37.71*|普利亚本期
....A Bartonian|41.2|巴顿期
....A Lutetian|47.8*|卢泰特期
....A Ypresian|56*|伊普利斯期
...C Paleocene|66*|古新世
....A Thanetian|59.2*|坦尼特期
....A Selandian|61.6*|塞兰特期
....A Danian|66*|丹尼期
.R Mesozoic|251.902±0.024*|中生代
..P Cretaceous|~145|白垩纪
...C Upper Cretaceous|100.5*|晚白垩世
....A Maastrichtian|72.1±0.2*|马斯特里赫特期
....A Campanian|83.6±0.2*|坎潘期
....A Santonian|86.3±0.5*|圣通期
....A Coniacian|89.8±0.3*|康尼亚克期
....A Turonian|93.9*|土伦期
....A Cenomanian|100.5*|塞诺曼期
...C Lower Cretaceous|~145|早白垩世
....A Albian|~113*|阿尔布期
....A Aptian|~121.4|阿普特期
....A Barremian|~125.77|巴雷姆期
....A Hauterivian|~132.6*|欧特里夫期
....A Valanginian|~139.8|瓦兰今期
....A Berriasian|~145|贝里阿斯期
..P Jurassic|201.4±0.2*|侏罗纪
...C Upper Jurassic|161.5±1|晚侏罗世
....A Tithonian|149.2±0.7|提塘期
....A Kimmeridgian|154.8±0.8*|钦莫利期
....A Oxfordian|161.5±1|牛津期
...C Middle Jurassic|174.7±0.8*|中侏罗世
....A Callovian|165.3±1.1|卡洛夫期
....A Bathonian|168.2±1.2*|巴通期
....A Bajocian|170.9±0.8*|巴柔期
....A Aalenian|174.7±0.8*|阿林期
...C Lower Jurassic|201.4±0.2*|早侏罗世
....A Toarcian|184.2±0.3*|托阿尔期
....A Pliensbachian|192.9±0.3*|普林斯巴期
....A Sinemurian|199.5±0.3*|辛涅缪尔期
....A Hettangian|201.4±0.2*|赫塘期
..P Triassic|251.902±0.024*|三叠纪
...C Upper Triassic|~237*|晚三叠世
....A Rhaetian|~208.5|瑞替期
....A Norian|~227|诺利期
....A Carnian|~237*|卡尼期
...C Middle Triassic|247.2|中三叠世
....A Ladinian|~242*|拉丁期
....A Anisian|247.2|安尼期
...C Lower Triassic|251.902±0.024*|早三叠世
....A Olenekian|251.2|奥伦尼克期
....A Induan|251.902±0.024*|印度期
.R Paleozoic|538.8±0.2*|古生代
..P Permian|298.9±0.15*|二叠纪
...C Lopingian|259.51±0.21*|乐平世
....A Changhsingian|254.14±0.07*|长兴期
....A Wuchiapingian|259.51±0.21*|吴家坪期
...C Guadalupian|273.01±0.14*|瓜德鲁普世
....A Capitanian|264.28±0.16*|卡匹敦期
....A Wordian|266.9±0.4*|沃德期
....A Roadian|273.01±0.14*|罗德期
...C Cisuralian|298.9±0.15*|乌拉尔世
....A Kungurian|283.5±0.6|空谷期
....A Artinskian|290.1±0.26*|亚丁斯克期
....A Sakmarian|293.52±0.17*|萨克马尔期
....A Asselian|298.9±0.15*|阿瑟尔期
..P Carboniferous|358.9±0.4*|石炭纪
...U Pennsylvanian|323.2±0.4*|宾夕法尼亚亚纪
....C Upper Pennsylvanian|307±0.1|晚宾夕法尼亚世
.....A Gzhelian|303.7±0.1|格舍尔期
.....A Kasimovian|307±0.1|卡西莫夫期
....C Middle Pennsylvanian|315.2±0.2|中宾夕法尼亚世
.....A Moscovian|315.2±0.2|莫斯科期
....C Lower Pennsylvanian|323.2±0.4*|早宾夕法尼亚世
.....A Bashkirian|323.2±0.4*|巴什基尔期
...U Mississippian|358.9±0.4*|密西西比亚纪
....C Upper Mississippian|330.9±0.2|晚密西西比世
.....A Serpukhovian|330.9±0.2|谢尔普霍夫期
....C Middle Mississippian|346.7±0.4*|中密西西比世
.....A Visean|346.7±0.4*|维宪期
....C Lower Mississippian|358.9±0.4*|早密西西比世
.....A Tournaisian|358.9±0.4*|杜内期
..P Devonian|419.2±3.2*|泥盆纪
...C Upper Devonian|382.7±1.6*|晚泥盆世
....A Famennian|372.2±1.6*|法门期
....A Frasnian|382.7±1.6*|弗拉期
...C Middle Devonian|393.3±1.2*|中泥盆世
....A Givetian|387.7±0.8*|吉维特期
....A Eifelian|393.3±1.2*|艾菲尔期
...C Lower Devonian|419.2±3.2*|早泥盆世
....A Emsian|407.6±2.6*|埃姆斯期
....A Pragian|410.8±2.8*|布拉格期
....A Lochkovian|419.2±3.2*|洛赫考夫期
..P Silurian|443.8±1.5*|志留纪
...C Pridoli|423±2.3*|普里道利世
...C Ludlow|427.4±0.5*|罗德洛世
....A Ludfordian|425.6±0.9*|卢德福特期
....A Gorstian|427.4±0.5*|高斯特期
...C Wenlock|433.4±0.8*|温洛克世
....A Homerian|430.5±0.7*|侯墨期
....A Sheinwoodian|433.4±0.8*|申伍德期
...C Llandovery|443.8±1.5*|兰多维列世
....A Telychian|438.5±1.1*|特列奇期
....A Aeronian|440.8±1.2*|埃隆期
....A Rhuddanian|443.8±1.5*|鲁丹期
..P Ordovician|485.4±1.9*|奥陶纪
...C Upper Ordovician|458.4±0.9*|晚奥陶世
....A Hirnantian|445.2±1.4*|赫南特期
....A Katian|453±0.7*|凯迪期
....A Sandbian|458.4±0.9*|桑比期
...C Middle Ordovician|470±1.4*|中奥陶世
....A Darriwilian|467.3±1.1*|达瑞威尔期
....A Dapingian|470±1.4*|大坪期
...C Lower Ordovician|485.4±1.9*|早奥陶世
....A Floian|477.7±1.4*|弗洛期
....A Tremadocian|485.4±1.9*|特马豆克期
..P Cambrian|538.8±0.2*|寒武纪
...C Furongian|~497*|芙蓉世
....A Cambrian Stage 10|~489.5|寒武纪第十期
....A Jiangshanian|~494*|江山期
....A Paibian|~497*|排碧期
...C Miaolingian|~509*|苗岭世
....A Guzhangian|~500.5*|古丈期
....A Drumian|~504.5*|鼓山期
....A Wuliuan|~509*|乌溜期
...C Cambrian Series 2|~521|寒武纪第二世
....A Cambrian Stage 4|~514|寒武纪第四期
....A Cambrian Stage 3|~521|寒武纪第三期
...C Terreneuvian|538.8±0.2*|纽芬兰世
....A Cambrian Stage 2|~529|寒武纪第二期
....A Fortunian|538.8±0.2*|幸运期
S Precambrian|4567#|前寒武纪
.E Proterozoic|2500#|元古宙
..R Neoproterozoic|1000#|新元古代
...P Ediacaran|~635*|埃迪卡拉纪
...P Cryogenian|~720|成冰纪
...P Tonian|1000#|拉伸纪
..R Mesoproterozoic|1600#|中元古代
...P Stenian|1200#|狭带纪
...P Ectasian|1400#|延展纪
...P Calymmian|1600#|盖层纪
..R Paleoproterozoic|2500#|古元古代
...P Statherian|1800#|固结纪
...P Orosirian|2050#|造山纪
...P Rhyacian|2300#|层侵纪
...P Siderian|2500#|成铁纪
.E Archean|4031±3#|太古宙
..R Neoarchean|2800#|新太古代
..R Mesoarchean|3200#|中太古代
..R Paleoarchean|3600#|古太古代
..R Eoarchean|4031±3#|始太古代
.E Hadean|4567#|冥古宙
`;
