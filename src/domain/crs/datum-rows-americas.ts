/** Datum shifts whose area lies in this part of the world; columns as `datum-shifts.ts` says. */
export const AMERICAS_ROWS = `
4135|15824|Old Hawaiian to WGS 84 (3)|61 -285 -181|-160.3 18.87 -154.74 22.29|38|USA - Hawaii - onshore
4135|15826|Old Hawaiian to WGS 84 (5)|45 -290 -172|-159.85 21.81 -159.23 22.29|35|USA - Hawaii - Kauai - onshore
4135|15828|Old Hawaiian to WGS 84 (7)|58 -283 -182|-158.33 21.2 -157.61 21.75|14|USA - Hawaii - Oahu - onshore
4139|1893|Puerto Rico to WGS 84 (3)|11 72 -101|-67.97 17.62 -64.25 18.78|6|Caribbean - Puerto Rico and Virgin Islands - onshore
4152|1580|NAD83(HARN) to WGS 84 (1)|0 0 0|144.58 -14.59 -64.51 71.4|2|USA - HARN
4152|1901|NAD83(HARN) to WGS 84 (3)|-0.991 1.9072 0.5129 0.025789908 0.009650099 0.011659943 0|-124.79 24.41 -66.91 49.38|1|USA - CONUS - onshore
4158|1555|Naparima 1955 to WGS 84 (2)|-0.465 372.095 171.736|-61.98 9.99 -60.85 10.9|1|Trinidad and Tobago - Trinidad - onshore
4160|9257|Chos Malal 1914 to WGS 84 (2)|8.88 184.86 106.69|-69.4 -36.37 -66.42 -31.96|2.5|Argentina - Mendoza - Cuyo basin
4160|9258|Chos Malal 1914 to WGS 84 (3)|15.75 164.93 126.18|-71.19 -40.17 -66.52 -34.26|2.5|Argentina - Neuquen province
4161|9259|Pampa del Castillo to WGS 84 (2)|-233.43 6.65 173.64|-72.36 -47.5 -63.24 -43.99|2.5|Argentina - 44°S to 47.5°S
4169|1577|American Samoa 1962 to WGS 84 (1)|-115 118 426|-170.88 -14.43 -169.38 -14.11|44|American Samoa - 2 main island groups
4170|1581|SIRGAS 1995 to WGS 84 (1)|0 0 0|-113.21 -59.87 -26 16.75|2|South America - SIRGAS 1995 by country
4182|1982|Azores Occidental 1939 to WGS 84 (2)|-422.651 -172.995 84.02|-31.34 39.3 -31.02 39.77|5|Portugal - Azores W - onshore
4189|1768|REGVEN to WGS 84 (1)|0 0 0|-73.38 0.64 -58.95 16.75|1|Venezuela
4190|1773|POSGAR 98 to WGS 84 (1)|0 0 0|-73.59 -58.41 -52.63 -21.78|1|Argentina
4194|1798|Qornoq 1927 to WGS 84 (2)|163.511 127.533 -159.789 0 0 0.814 -0.6|-73.29 59.74 -42.52 79|1|Greenland - west coast
4196|1800|Ammassalik 1958 to WGS 84 (1)|-45 417 -3.5 0 0 0.814 -0.6|-38.86 65.52 -36.81 65.91|1|Greenland - Ammassalik area
4208|5051|Aratu to WGS 84 (13)|-157.84 308.54 -146.6|-53.38 -35.71 -40.2 -22.66|1|Brazil - Santos and Pelotas
4208|5053|Aratu to WGS 84 (14)|-160.31 314.82 -142.25|-42.04 -25.91 -37.11 -20.45|1|Brazil - Campos
4208|5055|Aratu to WGS 84 (15)|-161.11 310.25 -144.64|-40.37 -22.04 -35.18 -17.59|1|Brazil - Espirito Santo and Mucuri
4208|5057|Aratu to WGS 84 (16)|-160.4 302.29 -144.19|-39.22 -17.7 -34.6 -13.01|1|Brazil - Cumuruxatiba, Jequitinhonha and Camamu-Almada
4208|5059|Aratu to WGS 84 (17)|-153.54 302.33 -152.37|-39.09 -13.57 -35.31 -11.18|1|Brazil - Reconcavo and Jacuipe
4208|5061|Aratu to WGS 84 (18)|-151.5 300.09 -151.15|-39.14 -12.27 -37.09 -8.39|1|Brazil - Tucano and Jatoba
4208|5063|Aratu to WGS 84 (19)|-156.8 298.41 -147.41|-37.34 -13.58 -32.01 -8.73|1|Brazil - Sergipe and Alagoas
4208|5065|Aratu to WGS 84 (20)|-157.4 295.05 -150.19|-35.1 -10.17 -29.13 -4.6|1|Brazil - Paraiba-Pernambuco
4208|5067|Aratu to WGS 84 (21)|-151.99 287.04 -147.45|-44.79 -6.5 -26 4.26|1|Brazil - Potiguar, Ceara and Barreirinhas
4212|15793|Barbados 1938 to WGS 84 (1)|31.95 300.99 419.19|-59.71 13 -59.37 13.39|3|Barbados - onshore
4216|15970|Bermuda 1957 to WGS 84 (2)|-292.295 248.758 429.447 4.9971 2.99 6.6906 1.0289|-64.89 32.21 -64.61 32.43|1|Bermuda - onshore
4218|1597|Bogota 1975 to WGS 84 (2)|304.5 306.5 -318.1|-73 4.75 -72.25 5.68|0.2|Colombia - Cusiana
4218|15715|Bogota 1975 to WGS 84 (3)|-806.413 -263.5 -622.671 -12.414218564 2.990841753 39.034686391 -20.81616|-73 9.8 -71.06 12.52|1|Colombia region 1
4218|15717|Bogota 1975 to WGS 84 (4)|100.783 187.382 -47 9.223830049 -2.4238033 8.308278328 -13.56561|-76.08 9.39 -73 11.59|1|Colombia region 2
4218|15719|Bogota 1975 to WGS 84 (5)|336.026 348.565 252.978 17.241289439 6.306492822 -1.562049772 -5.771909|-77.48 8 -74.39 9.4|1|Colombia region 3
4218|15721|Bogota 1975 to WGS 84 (6)|963.273 486.386 190.997 16.485036028 1.668825843 -21.692849047 -13.89914|-74.4 5 -71.99 9.4|1|Colombia region 4
4218|15723|Bogota 1975 to WGS 84 (7)|-90.29 247.559 -21.989 8.696885349 4.188033628 12.80826685 2.181658|-77.92 5 -74.39 8.01|1|Colombia region 5
4218|15725|Bogota 1975 to WGS 84 (8)|-0.562 244.299 -456.938 -6.866870985 8.252673462 9.296779723 3.74656|-77.68 3 -74.39 5.01|1|Colombia region 6
4218|15727|Bogota 1975 to WGS 84 (9)|-305.356 222.004 -30.023 9.69049386 -1.031968196 19.757394177 6.325747|-79.1 -1.13 -74 3.01|1|Colombia region 7
4218|15729|Bogota 1975 to WGS 84 (10)|221.899 274.136 -397.554 -2.80844591 0.448508589 2.810172347 -2.199943|-74.4 -4.23 -66.87 7.1|1|Colombia region 8
4221|1127|Campo Inchauspe to WGS 84 (1)|-148 136 90|-73.59 -54.93 -53.65 -21.78|9|Argentina - mainland onshore and offshore TdF
4221|1527|Campo Inchauspe to WGS 84 (2)|-154.5 150.7 100.4|-69.5 -38.75 -68.25 -37.5|0.5|Argentina - Neuquen province Auca Mahuida area
4224|1131|Chua to WGS 84 (1)|-134 229 -29|-62.57 -22 -57.81 -19.29|12|Paraguay - north of 22°S
4224|4834|Chua to WGS 84 (3)|-144.35 242.88 -33.2|-48.1 -15.94 -47.1 -15.37|5|Brazil - Distrito Federal
4225|6194|Corrego Alegre 1970-72 to WGS 84 (4)|-206.05 168.28 -3.82|-58.16 -33.78 -34.74 -2.68|5|Brazil - Corrego Alegre 1970-1972
4242|15927|JAD69 to WGS 84 (3)|-33.722 153.789 94.959 -8.581 -4.478 4.54 8.95|-78.43 17.64 -76.17 18.58|1|Jamaica - onshore
4247|1096|La Canoa to WGS 84 (13)|-197.432793 139.385202 -192.801934 5.266 1.238 -2.381 -5.109|-73.38 0.64 -59.8 12.25|15|Venezuela - onshore
4247|1516|La Canoa to WGS 84 (18)|-273.5 110.6 -357.9|-67.49 3.56 -59.8 10.8|2.5|Venezuela - east
4248|1095|PSAD56 to WGS 84 (13)|-197.432793 139.385202 -192.801934 5.266 1.238 -2.381 -5.109|-73.38 0.64 -59.8 12.25|15|Venezuela - onshore
4248|1201|PSAD56 to WGS 84 (1)|-288 175 -376|-81.41 -43.5 -56.47 12.25|42|South America - Bolivia; Chile; Ecuador; Guyana; Peru; Venezuela
4248|1202|PSAD56 to WGS 84 (2)|-270 188 -388|-69.66 -22.91 -57.52 -9.67|19|Bolivia
4248|1205|PSAD56 to WGS 84 (5)|-282 169 -371|-79.1 -4.23 -66.87 12.52|26|Colombia - mainland
4248|1207|PSAD56 to WGS 84 (7)|-298 159 -369|-61.39 1.18 -55.77 10.7|17|Guyana
4248|1208|PSAD56 to WGS 84 (8)|-279 175 -379|-81.41 -18.35 -68.67 -0.03|16|Peru - onshore
4248|1582|PSAD56 to WGS 84 (10)|-259.73 173.12 -398.27|-68.96 -14.43 -67.79 -13.56|3|Bolivia - Madidi
4248|1583|PSAD56 to WGS 84 (11)|-307.7 265.3 -363.5|-63.44 -21.71 -62.95 -21.09|0.5|Bolivia - Block 20
4248|1811|PSAD56 to WGS 84 (12)|-291.87 106.37 -364.52|-51.64 -1.05 -48 5.6|10|Brazil - Amazon cone shelf
4248|3990|PSAD56 to WGS 84 (14)|-60.31 245.935 31.008 12.324 3.755 -7.37 0.447|-81.03 -5.01 -75.21 1.45|5|Ecuador - mainland onshore
4248|6971|PSAD56 to WGS 84 (15)|-302 272 -360|-70.79 -26 -67 -17.5|17|Chile - onshore north of 26°S
4248|6972|PSAD56 to WGS 84 (16)|-328 340 -329|-72.87 -36 -68.28 -26|17|Chile - onshore 26°S to 36°S
4248|6973|PSAD56 to WGS 84 (17)|-352 403 -287|-74.48 -43.5 -70.39 -35.99|17|Chile - onshore 36°S to 43.5°S
4254|1529|Hito XVIII to WGS 84 (1)|18.38 192.45 96.82 0.056 -0.142 -0.2 -0.0013|-68.64 -55.11 -63.73 -52.59|0.5|Argentina - Tierra del Fuego onshore
4254|1892|Hito XVIII 1963 to WGS 84 (2)|16 196 93|-74.83 -55.96 -66.33 -51.99|44|Chile - Tierra del Fuego
4267|1170|NAD27 to WGS 84 (1)|-3 142 183|-85.01 13 -59.37 23.25|16|Caribbean - central (DMA tfm)
4267|1171|NAD27 to WGS 84 (2)|0 125 194|-92.29 7.98 -82.53 18.49|10|Central America - Belize to Costa Rica
4267|1172|NAD27 to WGS 84 (3)|-10 158 187|-141.01 40 -44 83.17|20|Canada - NAD27
4267|1173|NAD27 to WGS 84 (4)|-8 160 176|-124.79 24.41 -66.91 49.38|10|USA - CONUS - onshore
4267|1175|NAD27 to WGS 84 (6)|-8 159 175|-124.79 25.83 -89.64 49.05|7|USA - CONUS west of Mississippi River - onshore
4267|1176|NAD27 to WGS 84 (7)|-5 135 172|-168.26 54.34 -129.99 71.4|12|USA - Alaska mainland
4267|1177|NAD27 to WGS 84 (8)|-4 154 178|-79.04 20.86 -72.68 27.29|8|Bahamas - main islands onshore
4267|1179|NAD27 to WGS 84 (10)|-7 162 188|-139.04 48.25 -109.98 60.01|13|Canada - Alberta and British Columbia
4267|1180|NAD27 to WGS 84 (11)|-9 157 184|-102 41.67 -74.35 60.01|12|Canada - Manitoba and Ontario
4267|1181|NAD27 to WGS 84 (12)|-22 160 190|-79.85 43.41 -52.54 62.62|9|Canada - eastern provinces
4267|1182|NAD27 to WGS 84 (13)|4 159 188|-110 49 -101.36 60|8|Canada - Saskatchewan
4267|1182|NAD27 to WGS 84 (13)|4 159 188|-136.46 60 -60.72 83.17|8|Canada - NWT; Nunavut
4267|1183|NAD27 to WGS 84 (14)|-7 139 181|-141.01 59.99 -123.91 69.7|10|Canada - Yukon
4267|1187|NAD27 to WGS 84 (18)|-12 130 190|-118.47 14.51 -86.68 32.72|12|Mexico - onshore
4267|1249|NAD27 to WGS 84 (21)|-2 152 149|-178.3 51.54 -164.84 54.34|15|USA - Alaska - Aleutian Islands east of 180°E
4267|7698|NAD27 to WGS 84 (89)|-32.384136 180.409046 120.844258 -2.1545854 -0.1498782 0.5742915 8.1049164|-83.04 7.15 -77.19 9.68|1|Panama - onshore
4267|15978|NAD27 to WGS 84 (88)|2.478 149.752 197.726 0.526 0.498 -0.501 0.685|-87.01 18.83 -73.57 25.51|1|Cuba
4269|1188|NAD83 to WGS 84 (1)|0 0 0|-172.54 23.81 -47.74 86.46|4|North America - Canada and USA (CONUS, Alaska mainland)
4269|1251|NAD83 to WGS 84 (2)|-2 0 4|172.42 51.3 -164.84 54.34|8|USA - Alaska - Aleutian Islands
4269|1252|NAD83 to WGS 84 (3)|1 1 -1|-163.74 15.56 -151.27 25.58|4|USA - Hawaii - main islands
4271|1307|Naparima 1972 to WGS 84 (3)|-2 374 172|-60.9 11.08 -60.44 11.41|26|Trinidad and Tobago - Tobago - onshore
4292|1225|Sapper Hill 1943 to WGS 84 (1)|-355 21 72|-59.98 -52.51 -57.6 -51.16|2|Falkland Islands - East Falkland Island
4302|1296|Trinidad 1903 to WGS 84 (1)|-61.702 284.488 472.052|-62.09 9.83 -60 11.51|2|Trinidad and Tobago - Trinidad
4309|5386|Yacare to WGS 84 (2)|-124.45 183.74 44.64 -0.4384 0.5446 -0.9706 -2.1365|-58.49 -35 -53.09 -30.09|1.5|Uruguay - onshore
4311|1235|Zanderij to WGS 84 (1)|-265 120 -358|-58.08 1.83 -52.66 9.35|11|Suriname
4463|4477|RGSPM06 to WGS 84 (1)|0 0 0|-57.1 43.41 -55.9 47.37|1|St Pierre and Miquelon
4483|4832|Mexico ITRF92 to WGS 84 (1)|0 0 0|-122.19 12.1 -84.64 32.72|1|Mexico
4558|4560|RRAF 1991 to WGS 84 (1)|0 0 0|-63.66 14.08 -57.52 18.53|1|Caribbean - French Antilles
4601|1441|Antigua 1943 to WGS 84 (1)|-255 -15 71|-61.95 16.94 -61.61 17.22|10|Antigua - onshore
4602|1442|Dominica 1945 to WGS 84 (1)|725 685 536|-61.55 15.14 -61.2 15.69|10|Dominica - onshore
4603|1443|Grenada 1953 to WGS 84 (1)|72 213.7 93|-61.84 11.94 -61.54 12.29|10|Grenada - main island - onshore
4604|1444|Montserrat 1958 to WGS 84 (1)|174 359 365|-62.29 16.62 -62.08 16.87|44|Montserrat - onshore
4605|1445|St. Kitts 1955 to WGS 84 (1)|9 183 236|-62.92 17.06 -62.5 17.46|10|St Kitts and Nevis - onshore
4606|6897|St. Lucia 1955 to WGS 84 (2)|-153 153 307|-61.13 13.66 -60.82 14.16|2|St Lucia - onshore
4607|1959|St. Vincent 1945 to WGS 84 (1)|195.671 332.517 274.607|-61.52 12.54 -61.07 13.44|1|St Vincent and the Grenadines - onshore
4617|1946|NAD83(CSRS) to WGS 84 (2)|-0.991 1.9072 0.5129 0.025789908 0.009650099 0.011659943 0|-141.01 38.21 -40.73 86.46|1|Canada
4618|1864|SAD69 to WGS 84 (1)|-57 1 -41|-81.41 -45 -34.74 12.52|19|South America - onshore north of 45°S
4618|1865|SAD69 to WGS 84 (2)|-62 -1 -37|-73.59 -52.43 -53.65 -21.78|9|Argentina - mainland onshore
4618|1869|SAD69 to WGS 84 (6)|-44 6 -36|-79.1 -4.23 -66.87 12.52|10|Colombia - mainland
4618|1870|SAD69 to WGS 84 (7)|-48 3 -44|-81.03 -5.01 -75.21 1.45|6|Ecuador - mainland onshore
4618|1871|SAD69 to WGS 84 (8)|-47 26 -42|-91.72 -1.41 -89.19 0.18|44|Ecuador - Galapagos onshore
4618|1872|SAD69 to WGS 84 (9)|-53 3 -47|-61.39 1.18 -56.47 8.58|12|Guyana - onshore
4618|1874|SAD69 to WGS 84 (11)|-58 0 -44|-81.41 -18.35 -68.67 -0.03|9|Peru - onshore
4618|1876|SAD69 to WGS 84 (13)|-45 8 -33|-73.38 0.64 -59.8 12.25|8|Venezuela - onshore
4618|5882|SAD69 to WGS 84 (16)|-67.35 3.88 -38.22|-74.01 -35.71 -25.28 7.04|5|Brazil
4618|6974|SAD69 to WGS 84 (17)|-59 -11 -52|-71.77 -32 -67 -17.5|4|Chile - onshore north of 32°S
4618|6975|SAD69 to WGS 84 (18)|-64 0 -32|-72.87 -36 -69.77 -31.99|4|Chile - onshore 32°S to 36°S
4618|6976|SAD69 to WGS 84 (19)|-72 10 -32|-74.48 -43.5 -70.39 -35.99|7|Chile - onshore 36°S to 43.5°S
4618|6977|SAD69 to WGS 84 (20)|-79 13 -14|-74.83 -55.96 -66.33 -51.99|6|Chile - Tierra del Fuego
4621|1903|Fort Marigot to WGS 84 (1)|137 248 -430|-63.21 17.82 -62.73 18.17|10|Guadeloupe - St Martin and St Barthelemy - onshore
4622|1905|Guadeloupe 1948 to WGS 84 (2)|-472.29 -5.63 -304.12 0.4362 -0.8374 0.2563 1.8984|-61.85 15.8 -60.97 16.55|0.1|Guadeloupe - Grande-Terre and surrounding islands - onshore
4623|1906|CSG67 to WGS 84 (1)|-186 230 110|-54.45 3.43 -51.61 5.81|10|French Guiana - coastal area
4624|4840|RGFG95 to WGS 84 (2)|0 0 0|-54.61 2.11 -49.45 8.88|1|French Guiana
4625|1910|Martinique 1938 to WGS 84 (2)|126.93 547.94 130.41 -2.7867 5.1612 -0.8584 13.8227|-61.29 14.35 -60.76 14.93|0.1|Martinique - onshore
4628|1924|Tahiti 52 to WGS 84 (1)|162 117 154|-150 -17.93 -149.09 -17.41|10|French Polynesia - Society Islands - Moorea and Tahiti
4629|8834|Tahaa 54 to WGS 84 (3)|72.51 345.411 79.241 -1.5862 -0.8826 -0.5495 1.3653|-151.91 -16.96 -150.89 -16.17|1|French Polynesia - Society Islands - Bora Bora, Huahine, Raiatea, Tahaa
4630|1914|IGN72 Nuku Hiva to WGS 84 (1)|84 274 65|-140.31 -9.57 -139.44 -8.72|10|French Polynesia - Marquesas Islands - Nuku Hiva, Ua Huka and Ua Pou
4630|8848|IGN72 Nuku Hiva to WGS 84 (5)|165.804 216.213 180.26 -0.6251 -0.4515 -0.0721 7.4111|-140.31 -9.01 -139.96 -8.72|1|French Polynesia - Marquesas Islands - Nuku Hiva
4630|8850|IGN72 Nuku Hiva to WGS 84 (6)|1363.857 1362.18 398.566 -4.5139 -6.7582 -1.0504 268.3517|-139.66 -9 -139.44 -8.81|2|French Polynesia - Marquesas Islands - Ua Huka
4630|8852|IGN72 Nuku Hiva to WGS 84 (7)|259.623 297.105 197.588 1.5049 2.1221 0.4682 27.0156|-140.21 -9.57 -139.95 -9.27|1|French Polynesia - Marquesas Islands - Ua Pou
4638|8270|Saint Pierre et Miquelon 1950 to WGS 84 (2)|11.363 424.148 373.13|-56.48 46.69 -56.07 47.19|1|St Pierre and Miquelon - onshore
4639|15847|MOP78 to WGS 84 (2)|253 -132 -127|-176.25 -13.41 -176.07 -13.16|10|Wallis and Futuna - Wallis
4672|1080|CI1971 to WGS 84 (1)|175 -38 113|-177.25 -44.64 -175.54 -43.3|26|New Zealand - Chatham Islands group
4673|1081|CI1979 to WGS 84 (1)|174.05 -25.49 112.57 0 0 0.554 0.2263|-177.25 -44.64 -175.54 -43.3|2|New Zealand - Chatham Islands group
4674|15894|SIRGAS 2000 to WGS 84 (1)|0 0 0|-122.19 -59.87 -25.28 32.72|1|Latin America - SIRGAS 2000 by country
4686|15738|MAGNA-SIRGAS to WGS 84 (1)|0 0 0|-84.77 -4.23 -66.87 15.51|1|Colombia
4687|8828|RGPF to WGS 84 (1)|0.072 -0.507 -0.245 0.0183 -0.0003 0.007 -0.0093|-158.13 -31.24 -131.97 -4.52|0.5|French Polynesia
4688|8842|Fatu Iva 72 to WGS 84 (2)|347.175 1077.618 2623.677 33.9058 -70.6776 9.4013 186.0647|-138.75 -10.6 -138.54 -10.36|2|French Polynesia - Marquesas Islands - Fatu Hiva
4689|8844|IGN63 Hiva Oa to WGS 84 (3)|410.793 54.542 80.501 -2.5596 -2.3517 -0.6594 17.3218|-139.23 -9.89 -138.75 -9.64|2|French Polynesia - Marquesas Islands - Hiva Oa
4689|8846|IGN63 Hiva Oa to WGS 84 (4)|374.787 -58.914 -1.202 -16.1928 -11.4629 -5.5287 -0.5502|-139.19 -10.08 -138.98 -9.86|2|French Polynesia - Marquesas Islands - Tahuata
4690|8830|Tahiti 79 to WGS 84 (2)|221.597 152.441 176.523 2.403 1.3893 0.884 11.4648|-149.7 -17.93 -149.09 -17.44|1|French Polynesia - Society Islands - Tahiti
4691|8832|Moorea 87 to WGS 84 (2)|218.769 150.75 176.75 3.5231 2.0037 1.288 10.9817|-150 -17.63 -149.73 -17.41|1|French Polynesia - Society Islands - Moorea
4692|8853|Maupiti 83 to WGS 84 (2)|217.109 86.452 23.711 0.0183 -0.0003 0.007 -0.0093|-152.39 -16.57 -152.14 -16.34|1|French Polynesia - Society Islands - Maupiti
4694|1210|POSGAR 94 to WGS 84 (1)|0 0 0|-73.59 -58.41 -52.63 -21.78|1|Argentina
4707|15795|Tern Island 1961 to WGS 84 (1)|114 -116 -333|-166.36 23.69 -166.03 23.93|44|USA - Hawaii - Tern Island and Sorel Atoll
4716|15803|Phoenix Islands 1966 to WGS 84 (1)|298 -304 -375|-174.6 -4.76 -170.66 -2.68|26|Kiribati - Phoenix Islands
4717|15804|Cape Canaveral to WGS 84 (1)|-2 151 181|-82.33 20.86 -72.68 30.83|6|North America - Bahamas and USA - Florida - onshore
4719|15806|Easter Island 1967 to WGS 84 (1)|211 147 111|-109.51 -27.25 -109.16 -27.01|44|Chile - Easter Island onshore
4722|15813|South Georgia 1968 to WGS 84 (1)|-794 119 -298|-38.08 -54.95 -35.74 -53.93|44|South Georgia - onshore
4723|15830|GCGD59 to WGS 84 (1)|67.8 106.1 138.8|-81.46 19.21 -81.04 19.41|1|Cayman Islands - Grand Cayman
4725|15809|Johnston Island 1961 to WGS 84 (1)|189 -79 -202|-169.59 16.67 -169.47 16.79|44|Johnston Island
4726|15829|SIGD61 to WGS 84 (2)|44.4 109 151.7|-80.14 19.63 -79.69 19.78|1|Cayman Islands - Little Cayman and Cayman Brac
4727|15818|Midway 1961 to WGS 84 (2)|403 -81 277|-177.45 28.13 -177.31 28.28|44|Midway Islands - Sand and Eastern Islands
4729|15819|Pitcairn 1967 to WGS 84 (1)|185 165 42|-130.16 -25.14 -130.01 -25|44|Pitcairn - Pitcairn Island
4736|15812|Deception Island to WGS 84 (1)|260 12 -147|-60.89 -63.08 -60.35 -62.82|35|Antarctica - Deception Island
4747|15879|GR96 to WGS 84 (1)|0 0 0|-75 56.38 7.99 87.02|1|Greenland
4758|15925|JAD2001 to WGS 84 (1)|0 0 0|-80.6 14.08 -74.51 19.36|0|Jamaica
4759|15931|NAD83(NSRS2007) to WGS 84 (1)|0 0 0|167.65 14.92 -63.88 74.71|2|USA - CONUS and Alaska; PRVI
4762|15971|BDA2000 to WGS 84 (1)|0 0 0|-68.83 28.91 -60.7 35.73|1|Bermuda
4763|15972|Pitcairn 2006 to WGS 84 (1)|0 0 0|-130.16 -25.14 -130.01 -25|1|Pitcairn - Pitcairn Island
5340|9264|POSGAR 2007 to WGS 84 (2)|-0.41 0.46 -0.35|-73.59 -58.41 -52.63 -21.78|0.5|Argentina
5354|5374|MARGEN to WGS 84 (1)|0 0 0|-69.66 -22.91 -57.52 -9.67|1|Bolivia
5365|9752|CR05 to WGS 84 (2)|-0.16959 0.35312 0.51846 0.03385 -0.16325 0.03446 0.03693|-90.45 2.15 -81.43 11.77|1|Costa Rica
5371|5377|MACARIO SOLIS to WGS 84 (1)|0 0 0|-84.32 5 -77.04 12.51|1|Panama
5373|5378|Peru96 to WGS 84 (1)|0 0 0|-84.68 -21.05 -68.67 -0.03|1|Peru
5381|5384|SIRGAS-ROU98 to WGS 84 (1)|0 0 0|-58.49 -37.77 -50.01 -30.09|1|Uruguay
5393|5395|SIRGAS_ES2007.8 to WGS 84 (1)|0 0 0|-91.43 9.97 -87.65 14.44|1|El Salvador
5451|6889|Ocotepeque 1935 to WGS 84 (2)|16.451772 35.399109 -9.626246 2.351418791 -0.061466912 6.394208994 5.22|-85.97 7.98 -82.53 11.22|5|Costa Rica - onshore
5451|6891|Ocotepeque 1935 to WGS 84 (3)|205 96 -98|-92.29 7.98 -82.53 17.83|14|Central America - Guatemala to Costa Rica
5489|5501|RGAF09 to WGS 84 (1)|0 0 0|-63.66 14.08 -57.52 18.53|1|Caribbean - French Antilles
5527|6195|SAD69(96) to WGS 84 (2)|-67.35 3.88 -38.22|-74.01 -35.71 -25.28 7.04|5|Brazil
5886|9771|TGD2005 to WGS 84 (1)|0 0 0|-179.08 -25.68 -171.28 -14.14|1|Tonga
6135|6177|CIGD11 to WGS 84 (1)|0 0 0|-83.6 17.58 -78.72 20.68|1|Cayman Islands
6318|9774|NAD83(2011) to WGS 84 (1)|0 0 0|167.65 14.92 -63.88 74.71|2|USA - CONUS and Alaska; PRVI
6365|6373|Mexico ITRF2008 to WGS 84 (1)|0 0 0|-122.19 12.1 -84.64 32.72|1|Mexico
8900|9769|RGWF96 to WGS 84 (1)|0 0 0|179.49 -15.94 -174.27 -9.84|1|Wallis and Futuna
9248|9260|Tapi Aike to WGS 84 (1)|-192.26 65.72 132.08|-73.28 -52.43 -68.3 -50.33|5|Argentina - south Santa Cruz
9251|9261|MMN to WGS 84 (1)|-9.5 122.9 138.2|-68.64 -55.11 -63.73 -52.59|2.5|Argentina - Tierra del Fuego onshore
9253|9262|MMS to WGS 84 (1)|-78.1 101.6 133.3|-68.64 -55.11 -63.73 -52.59|2.5|Argentina - Tierra del Fuego onshore
20046|10149|MAGNA-SIRGAS 2018 to WGS 84 (1)|0 0 0|-84.77 -4.23 -66.87 15.51|1|Colombia
`;
