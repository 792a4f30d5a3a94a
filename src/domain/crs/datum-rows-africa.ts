/** Datum shifts whose area lies in this part of the world; columns as `datum-shifts.ts` says. */
export const AFRICA_ROWS = `
3889|3894|IGRS to WGS 84 (1)|0 0 0|38.79 29.06 48.75 37.39|1|Iraq
4046|4064|RGRDC 2005 to WGS 84 (1)|0 0 0|11.79 -13.46 29.81 -3.41|1|Congo DR (Zaire) - south
4081|4084|REGCAN95 to WGS 84 (1)|0 0 0|-21.93 24.6 -11.75 32.76|1|Spain - Canary Islands
4127|1684|Tete to WGS 84 (2)|-82.875 -57.097 -156.768 -2.158 1.524 -0.982 -0.359|31.91 -26.87 34.5 -23.91|1|Mozambique - A
4127|1685|Tete to WGS 84 (3)|-138.527 -91.999 -114.591 -0.14 3.363 -2.217 11.748|31.29 -24.91 35.65 -19.74|4|Mozambique - B
4127|1686|Tete to WGS 84 (4)|-73.472 -51.66 -112.482 0.953 4.6 -2.368 0.586|30.21 -19.91 39.18 -14.01|3|Mozambique - C
4127|1687|Tete to WGS 84 (5)|219.315 168.975 -166.145 0.198 5.926 -2.356 -57.104|34.36 -16.94 40.9 -10.42|10|Mozambique - D
4127|6901|Tete to WGS 84 (6)|-80 -100 -228|30.21 -26.87 40.9 -10.42|17|Mozambique - onshore
4129|6900|Observatario to WGS 84 (1)|-132 -110 -335|31.29 -26.87 35.65 -19.84|17|Mozambique - south
4130|1302|Moznet to WGS 84 (1)|0 0 0|30.21 -27.71 43.03 -10.09|1|Mozambique
4132|1513|FD58 to WGS 84 (1)|-241.54 -163.64 396.06|51.8 27.3 53.01 28.2|0.5|Iran - Kangan district
4132|1854|FD58 to WGS 84 (2)|-239.1 -170.02 397.5|52.49 26.21 53.43 26.87|0.5|Iran - Lavan Island and Balal field
4132|1855|FD58 to WGS 84 (3)|-244.72 -162.773 400.75|50.22 29.16 50.42 29.39|0.5|Iran - Kharg Island
4134|1439|PSD93 to WGS 84 (1)|-180.624 -225.516 173.919 -0.81 -1.898 8.336 16.71006|51.99 16.59 59.91 26.58|0.5|Oman - onshore
4134|1617|PSD93 to WGS 84 (3)|-191.808 -250.512 167.861 -0.792 -1.653 8.558 20.703|56.5 19.58 59.02 21.17|0.5|Oman - block 4
4141|9676|Israel 1993 to WGS 84 (2)|23.772 17.49 17.859 -0.3132 -1.85274 1.67299 -5.4262|34.17 29.45 35.69 33.28|0.5|Asia - Middle East - Israel and Palestine Territory onshore
4142|1469|Locodjo 1965 to WGS 84 (1)|-125 53 467|-4.22 5.15 -3.85 5.54|15|Cote d'Ivoire (Ivory Coast) - Abidjan area
4143|1470|Abidjan 1987 to WGS 84 (1)|-124.76 53 466.79|-8.61 1.02 -2.48 10.74|2|Cote d'Ivoire (Ivory Coast)
4148|1505|Hartebeesthoek94 to WGS 84 (1)|0 0 0|13.33 -50.32 42.85 -22.13|1|Africa - South Africa, Lesotho and Eswatini.
4153|1512|Rassadiran to WGS 84 (1)|-133.63 -157.5 -158.62|52.5 27.39 52.71 27.61|0.5|Iran - Taheri refinery
4154|1514|ED50(ED77) to WGS 84 (1)|-110.33 -97.73 -119.85 0.3423 1.1634 0.2715 0.063|44.03 23.34 63.34 39.78|1|Iran
4154|1856|ED50(ED77) to WGS 84 (3)|-122.89 -159.08 -168.74|52.07 26.58 52.28 26.71|0.5|Iran - South Pars blocks 2 and 3
4154|1857|ED50(ED77) to WGS 84 (4)|-84.78 -107.55 -137.25|52.49 26.21 53.43 26.87|0.5|Iran - Lavan Island and Balal field
4154|1858|ED50(ED77) to WGS 84 (5)|-123.92 -155.515 -157.721|50.22 29.16 50.42 29.39|0.5|Iran - Kharg Island
4154|15745|ED50(ED77) to WGS 84 (6)|-123.02 -158.95 -168.47|52.22 26.46 52.41 26.64|0.2|Iran - South Pars block 11
4155|1518|Dabola 1981 to WGS 84 (1)|-83 37 124|-15.13 7.19 -7.65 12.68|25|Guinea - onshore
4159|1860|ELD79 to WGS 84 (2)|-113.997 -97.076 -152.312|18.37 27.32 18.72 27.67|0.5|Libya - Murzuq and En Naga
4159|1862|ELD79 to WGS 84 (4)|-194.513 -63.978 -25.759 -3.4027 3.756 -3.352 -0.9175|17.13 29.61 17.51 30.07|0.5|Libya - Mabruk
4159|15778|ELD79 to WGS 84 (7)|-114.7 -98.5 -150.7|21.25 27.5 21.59 28.07|0.5|Libya - Sirte NC192
4159|15909|ELD79 to WGS 84 (8)|-115.8543 -99.0583 -152.4616|9.31 19.5 25.21 33.23|5|Libya - onshore
4159|15923|ELD79 to WGS 84 (9)|-117.7 -100.3 -152.4|22.49 32 23 32.8|2|Libya - Cyrenaica
4163|1540|Yemen NGN96 to WGS 84 (1)|0 0 0|41.08 8.95 57.96 19|1|Yemen
4164|1682|South Yemen to WGS 84 (1)|-76 -138 67|43.37 12.54 53.14 19|5|Yemen - South Yemen - mainland
4165|1547|Bissau to WGS 84 (1)|-173 253 27|-16.77 10.87 -13.64 12.69|25|Guinea-Bissau - onshore
4168|1569|Accra to WGS 84 (1)|-199 32 322|-3.79 1.4 2.1 11.16|25|Ghana
4168|6896|Accra to WGS 84 (4)|-170 33 326|-3.25 4.67 1.23 11.16|6|Ghana - onshore
4175|1614|Sierra Leone 1968 to WGS 84 (1)|-88 4 101|-13.35 6.88 -10.26 10|26|Sierra Leone - onshore
4192|15873|Douala 1948 to WGS 84 (1)|-206.1 -174.7 -87.7|8.45 2.16 10.4 4.99|10|Cameroon - coastal area
4193|1796|Manoca 1962 to WGS 84 (1)|-70.9 -151.8 -41.4|8.45 2.16 10.4 4.99|0.5|Cameroon - coastal area
4201|1100|Adindan to WGS 84 (1)|-166 -15 204|21.82 3.4 47.99 22.24|9|Africa - Eritrea, Ethiopia, South Sudan and Sudan
4201|1101|Adindan to WGS 84 (2)|-118 -14 218|-5.53 9.39 2.4 15.09|44|Burkina Faso
4201|1102|Adindan to WGS 84 (3)|-134 -2 210|8.45 1.65 16.21 13.09|44|Cameroon - onshore
4201|1103|Adindan to WGS 84 (4)|-165 -11 206|32.99 3.4 47.99 14.89|6|Ethiopia
4201|1104|Adindan to WGS 84 (5)|-123 -20 220|-12.25 10.14 4.26 25.01|44|Mali
4201|1105|Adindan to WGS 84 (6)|-128 -18 224|-17.59 12.29 -11.36 16.7|44|Senegal - onshore
4201|1106|Adindan to WGS 84 (7)|-161 -14 205|21.82 3.49 38.66 22.24|7|Africa - South Sudan and Sudan onshore
4204|1056|Ain el Abd to WGS 84 (4)|-85.645 -273.077 -79.708 2.289 -1.421 2.532 3.194|46.54 28.53 48.48 30.09|1|Kuwait - onshore
4204|1057|Ain el Abd to WGS 84 (5)|-202.234 -168.351 -63.51 3.545 0.659 -1.945 2.1|46.54 29.1 48.42 30.09|1|Kuwait - north of 29.25°N
4204|1058|Ain el Abd to WGS 84 (6)|-18.944 -379.364 -24.063 0.04 -0.764 6.431 3.657|46.54 28.53 48.48 29.45|1|Kuwait - south of 29.25°N
4204|1111|Ain el Abd to WGS 84 (2)|-143 -236 7|34.51 16.37 55.67 32.16|18|Saudi Arabia - onshore
4205|1107|Afgooye to WGS 84 (1)|-43 -163 45|40.98 -1.71 51.47 12.03|44|Somalia - onshore
4209|1113|Arc 1950 to WGS 84 (1)|-143 -90 -294|19.99 -30.66 35.93 -8.19|44|Africa - Botswana, Eswatini, Lesotho, Malawi, Zambia, Zimbabwe
4209|1114|Arc 1950 to WGS 84 (2)|-138 -105 -289|19.99 -26.88 29.38 -17.78|7|Botswana
4209|1116|Arc 1950 to WGS 84 (4)|-125 -108 -295|27.01 -30.66 29.46 -28.57|10|Lesotho
4209|1117|Arc 1950 to WGS 84 (5)|-161 -73 -317|32.68 -17.14 35.93 -9.37|27|Malawi
4209|1118|Arc 1950 to WGS 84 (6)|-134 -105 -295|30.79 -27.32 32.14 -25.72|26|Eswatini
4209|1120|Arc 1950 to WGS 84 (8)|-147 -74 -283|21.99 -18.08 33.71 -8.19|41|Zambia
4209|6906|Arc 1950 to WGS 84 (10)|-145 -97 -292|25.23 -22.42 33.08 -15.61|17|Zimbabwe
4210|1122|Arc 1960 to WGS 84 (1)|-160 -6 -302|29.34 -11.75 41.91 4.63|35|Africa - Kenya and Tanzania
4210|1284|Arc 1960 to WGS 84 (2)|-157 -2 -299|33.9 -4.72 41.91 4.63|6|Kenya - onshore
4210|1285|Arc 1960 to WGS 84 (3)|-175 -23 -303|29.34 -11.75 40.48 -0.99|15|Tanzania - onshore
4210|3998|Arc 1960 to WGS 84 (4)|-153 -5 -292|28.98 -4.45 30.86 -2.3|35|Burundi
4213|15849|Beduaram to WGS 84 (2)|-106 -87 188|7.81 12.8 14.9 16.7|15|Niger - southeast
4220|1318|Camacupa 1948 to WGS 84 (1)|-42.01 -332.21 -229.75|12.58 -8.59 13.4 -7.75|10|Angola - offshore block 5
4220|1323|Camacupa 1948 to WGS 84 (6)|-43 -337 -233|12.66 -10.09 13.39 -9.41|8|Angola - offshore block 7
4220|1327|Camacupa 1948 to WGS 84 (10)|-50.9 -347.6 -231|10.41 -8.59 12.84 -6.01|5|Angola - offshore blocks 2 3 17-18 and 31-33
4222|1128|Cape to WGS 84 (1)|-136 -108 -292|16.45 -34.88 32.95 -22.13|9|South Africa - onshore
4223|1130|Carthage to WGS 84 (1)|-263 6 431|7.49 30.23 13.67 38.41|14|Tunisia
4229|7697|Egypt 1907 to WGS 84 (4)|-78.977883 -50.795302 -1.492191 -1.603747 0.153612 5.364408 5.33745|24.7 21.89 37.91 33.82|1.2|Egypt
4230|1087|ED50 to WGS 84 (37)|-112 -110.3 -140.2|34.88 29.18 39.31 33.38|2.5|Jordan
4230|1135|ED50 to WGS 84 (3)|-103 -106 -141|34.17 16.37 55.67 37.39|999|Asia - Middle East - Iraq; Israel; Jordan; Lebanon; Kuwait; Saudi Arabia; Syria
4230|1137|ED50 to WGS 84 (5)|-130 -117 -151|24.7 25.71 30 31.68|13|Egypt - Western Desert
4230|1245|ED50 to WGS 84 (16)|-112 -77 -145|7.49 30.23 13.67 38.41|44|Tunisia
4232|6908|Fahud to WGS 84 (3)|-345 3 223|51.99 16.59 59.91 26.42|7|Oman - mainland
4246|1059|KOC to WGS 84 (1)|-294.7 -200.1 525.5|46.54 28.53 48.48 30.09|1|Kuwait - onshore
4250|1159|Leigon to WGS 84 (1)|-130 29 364|-3.79 1.4 2.1 11.16|5|Ghana
4251|1160|Liberia 1964 to WGS 84 (1)|-90 40 88|-11.52 4.29 -7.36 8.52|26|Liberia - onshore
4256|1164|Mahe 1971 to WGS 84 (1)|41 -220 -134|55.3 -4.86 55.59 -4.5|44|Seychelles - Mahe Island
4259|1557|Malongo 1987 to WGS 84 (2)|-254.1 -5.36 -100.29|10.53 -6.04 12.37 -5.05|5|Africa - Angola (Cabinda) and DR Congo (Zaire) - offshore
4261|1166|Merchich to WGS 84 (1)|31 146 47|-13.24 27.66 -1.01 35.97|7|Morocco - onshore
4262|1165|Massawa to WGS 84 (1)|639 405 60|36.44 12.36 43.31 18.1|44|Eritrea
4263|1167|Minna to WGS 84 (1)|-81 -84 115|8.45 1.65 16.21 13.09|44|Cameroon - onshore
4263|1168|Minna to WGS 84 (2)|-92 -93 122|2.66 1.92 14.65 13.9|15|Nigeria
4263|1754|Minna to WGS 84 (3)|-111.92 -87.85 114.5 1.875 0.202 0.219 0.032|4.35 4.22 9.45 6.95|5|Nigeria - south
4263|6196|Minna to WGS 84 (16)|-93.179 -87.124 114.338|6.72 5.56 6.97 5.74|5|Nigeria - OML 124
4263|15493|Minna to WGS 84 (15)|-94.031 -83.317 116.708|5.99 3.99 8.01 5.01|5|Nigeria - 4°N to 5°N, 6°E to 8°E
4266|1532|M'poraloko to WGS 84 (2)|-80.7 -132.5 41.1|7.03 -6.37 14.52 2.32|0.5|Gabon
4270|1189|Nahrwan 1967 to WGS 84 (1)|-247 -148 369|58.58 20.12 59.01 20.74|44|Oman - Masirah Island
4270|1190|Nahrwan 1967 to WGS 84 (2)|-243 -192 477|47.95 24.63 50.81 28.57|35|Saudi Arabia - onshore Gulf coast
4270|1191|Nahrwan 1967 to WGS 84 (3)|-249 -156 381|51.5 22.63 57.13 26.27|44|UAE
4270|1531|Nahrwan 1967 to WGS 84 (4)|-245 -153.9 382.8|53.03 25.33 53.4 25.54|0.5|UAE - Abu al Bu Khoosh
4270|6998|Nahrwan 1967 to WGS 84 (11)|-233.4 -160.7 381.5 0 0 0.554 0.2263|51.5 22.63 56.03 25.64|5|UAE - Abu Dhabi
4270|6999|Nahrwan 1967 to WGS 84 (12)|-253.4392 -148.452 386.5267 0.15605 0.43 -0.1013 -0.0424|51.56 22.63 56.03 24.95|0.15|UAE - Abu Dhabi - onshore
4270|15953|Nahrwan 1967 to WGS 84 (10)|-250.7 -157.9 380.4|54.84 24.85 55.55 25.34|5|UAE - Dubai municipality
4281|1074|Palestine 1923 to WGS 84 (1)|-275.7224 94.7824 340.8944 -8.001 -4.42 -11.821 1|34.17 29.45 35.69 33.28|2|Asia - Middle East - Israel and Palestine Territory onshore
4282|1200|Pointe Noire to WGS 84 (1)|-148 51 -291|8.84 -6.91 18.65 3.72|44|Congo
4285|1563|Qatar 1974 to WGS 84 (3)|-128.033 -283.697 21.052|50.69 24.55 51.68 26.2|1|Qatar - onshore
4293|1226|Schwarzeck to WGS 84 (1)|616 97 -251|8.24 -30.64 25.27 -16.95|35|Namibia
4297|6873|Tananarive to WGS 84 (2)|-198.383 -240.517 -107.909|42.53 -26.59 51.03 -11.69|3|Madagascar - onshore and nearshore
4307|10296|Nord Sahara 1959 to WGS 84 (11)|-267.407 -47.068 446.357 -0.179423 5.577661 -1.27762 1.204866|-8.67 18.97 11.99 38.8|1|Algeria
4310|6903|Yoff to WGS 84 (2)|-30 190 89|-20.22 10.64 -11.36 16.7|5|Senegal
4315|1517|Conakry 1905 to WGS 84 (1)|-23 259 -9|-15.13 7.19 -7.65 12.68|30|Guinea - onshore
4318|1060|NGN to WGS 84 (1)|-3.2 -5.7 2.8|46.54 28.53 48.48 30.09|1|Kuwait - onshore
4319|1062|Kudams to WGS 84 (2)|226.702 -193.337 -35.371 -2.229 -4.391 9.238 0.9798|47.78 29.17 48.16 29.45|1|Kuwait - Kuwait City
4322|1238|WGS 72 to WGS 84 (2)|0 0 4.5 0 0 0.554 0.219|-180 -90 180 90|2|World
4324|1240|WGS 72BE to WGS 84 (1)|0 0 1.9 0 0 0.814 -0.38|-180 -90 180 90|2|World - WGS72 BE to WGS 84 - by country
4470|4476|RGM04 to WGS 84 (1)|0 0 0|43.68 -14.49 46.7 -11.33|1|Mayotte
4475|4290|Cadastre 1997 to WGS 84 (1)|-381.788 -57.501 -256.673|44.98 -13.05 45.35 -12.61|1|Mayotte - onshore
4614|1840|QND95 to WGS 84 (1)|-119.4248 -303.65872 -11.00061 1.164298 0.174458 1.096259 3.657065|50.69 24.55 51.68 26.2|0|Qatar - onshore
4615|1888|Porto Santo to WGS 84 (1)|-499 -249 314|-17.31 32.35 -16.23 33.15|44|Portugal - Madeira archipelago onshore
4616|1965|Selvagem Grande to WGS 84 (1)|-289 -124 60|-16.11 29.98 -15.79 30.21|44|Portugal - Selvagens onshore
4620|1880|Point 58 to WGS 84 (1)|-106 -129 165|-4.64 11.83 4 14.23|44|Africa - Burkina Faso and SW Niger
4626|15751|Reunion 1947 to WGS 84 (2)|94 -948 -1262|55.16 -21.42 55.91 -20.81|44|Reunion - onshore
4627|1912|RGR92 to WGS 84 (1)|0 0 0|51.83 -24.72 58.24 -18.28|1|Reunion
4632|1916|Combani 1950 to WGS 84 (1)|-382 -59 -262|44.98 -13.05 45.35 -12.61|10|Mayotte - onshore
4646|5521|Grand Comoros to WGS 84 (1)|-963 510 -359|43.16 -11.99 43.55 -11.31|999|Comoros - Njazidja (Grande Comore)
4663|1967|Porto Santo 1995 to WGS 84 (3)|-210.502 -66.902 -48.476 2.094 -15.067 -5.817 0.485|-17.31 32.58 -16.23 33.15|1|Portugal - Madeira and Porto Santo islands onshore
4667|1993|IKBD-92 to WGS 84 (4)|0 0 0|46.36 29.06 48.61 30.32|1|Asia - Middle East - Iraq-Kuwait boundary
4679|15870|Jouik 1961 to WGS 84 (1)|-80.01 253.26 291.19|-17.08 19.37 -15.88 21.34|1|Mauritania - north coast
4680|15709|Nouakchott 1965 to WGS 84 (1)|124.5 -63.5 -281|-16.11 17.89 -15.83 18.25|5|Mauritania - Nouakchutt
4693|15746|Nakhl-e Ghanem to WGS 84 (6)|0 -0.15 0.68|52.09 27.63 52.26 27.81|0.2|Iran - Tombak LNG plant
4695|4068|Katanga 1955 to WGS 84 (2)|-85.999914 -236.890998 -296.510416 3.976 0.002 6.203 12.315|26.38 -12.01 27.75 -11.13|1|Congo DR (Zaire) - Katanga - Lubumbashi area
4699|15784|Le Pouce 1934 to WGS 84 (1)|-770.1 158.4 -498.2|57.25 -20.57 57.85 -19.94|2|Mauritius - mainland
4701|15787|IGCB 1955 to WGS 84 (1)|-79.9 -158 -168.9|12.17 -6.04 16.28 -4.28|5|Congo DR (Zaire) - Bas Congo
4702|15860|Mauritania 1999 to WGS 84 (1)|0 0 0|-20.04 14.72 -4.8 27.3|1|Mauritania
4706|15846|Egypt Gulf of Suez S-650 TL to WGS 84 (2)|-146.21 112.63 4.05|32.34 27.19 34.27 30.01|5|Egypt - Gulf of Suez
4710|7894|Astro DOS 71 to WGS 84 (2)|-323.65 551.39 -491.22|-5.85 -16.08 -5.59 -15.85|1|St Helena - St Helena Island
4712|15797|Ascension Island 1958 to WGS 84 (1)|-205 107 53|-14.46 -8.03 -14.24 -7.83|44|St Helena - Ascension Island
4713|6907|Ayabelle Lighthouse to WGS 84 (2)|-77 -128 142|41.75 10.94 43.48 12.72|17|Djibouti - onshore
4728|15815|PN84 to WGS 84 (1)|-307 -92 127|-18.22 27.58 -16.08 28.9|44|Spain - Canary Islands western
4734|15816|Tristan 1968 to WGS 84 (1)|-632 438 -609|-12.76 -40.42 -9.8 -37|44|St Helena - Tristan da Cunha
4740|15843|PZ-90 to WGS 84 (1)|0 0 1.5 0 0 0.076 0|-180 -90 180 90|1.5|World
4743|5078|Karbala 1979 to WGS 84 (2)|70.995 -335.916 262.898|38.79 29.06 48.61 37.39|1|Iraq - onshore
4744|7033|Nahrwan 1934 to WGS 84 (6)|-242.2 -144.9 370.3|38.79 29.06 48.61 37.39|30|Iraq - onshore
4754|15908|LGD2006 to WGS 84 (1)|-208.4058 -109.8777 -2.5764|9.31 19.5 26.21 35.23|0.1|Libya
6881|6910|Aden 1925 to WGS 84 (1)|-24 -203 268|43.37 12.54 53.14 19|999|Yemen - South Yemen - mainland
6882|6911|Bekaa Valley 1920 to WGS 84 (1)|-183 -15 273|35.04 33.06 36.63 34.65|999|Lebanon - onshore
6883|6912|Bioko to WGS 84 (1)|-235 -110 393|8.37 3.14 9.02 3.82|42|Equatorial Guinea - Bioko
6892|6926|South East Island 1943 to WGS 84 (2)|-76.269 -16.683 68.562 -6.275 10.536 -4.286 -13.686|55.15 -4.86 56.01 -3.66|1|Seychelles - Seychelles Bank
6894|6913|Gambia to WGS 84 (1)|-63 176 185|-16.88 13.05 -13.79 13.83|43|Gambia - onshore
7373|7443|ONGD14 to WGS 84 (2)|0 0 0|51.99 14.33 63.38 26.74|2|Oman
7881|7898|St. Helena Tritan to WGS 84 (1)|-0.077 0.079 0.086|-5.85 -16.08 -5.59 -15.85|1|St Helena - St Helena Island
7886|7892|SHGD2015 to WGS 84 (1)|0 0 0|-5.85 -16.08 -5.59 -15.85|1|St Helena - St Helena Island
8694|8882|Camacupa 2015 to WGS 84 (11)|-93.799 -132.737 -219.073 -1.844 0.648 -6.37 -0.169|8.2 -18.02 24.09 -4.38|3|Angola
8699|8819|RSAO13 to WGS 84 (1)|0 0 0|8.2 -18.02 24.09 -4.38|1|Angola
8818|8822|MTRF-2000 to WGS 84 (1)|0 0 0|34.44 16.29 55.67 32.16|1|Saudi Arabia
9403|9743|PN68 to WGS 84 (1)|-307 -92 127|-18.22 27.58 -13.37 29.47|44|Spain - Canary Islands onshore
10299|10264|RGSH2020 to WGS 84 (1)|0 0 0|-8.67 18.97 11.99 38.8|1|Algeria
10671|10684|RGM23 to WGS 84 (1)|0 0 0|43.68 -14.49 46.7 -11.33|1|Mayotte
`;
