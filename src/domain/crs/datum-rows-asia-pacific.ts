/** Datum shifts whose area lies in this part of the world; columns as `datum-shifts.ts` says. */
export const ASIA_PACIFIC_ROWS = `
3824|3830|TWD97 to WGS 84 (1)|0 0 0|114.32 17.36 123.61 26.96|1|Taiwan
4131|1542|Indian 1960 to WGS 84 (2)|198 881 317|105.61 14 109.36 18.01|44|Vietnam - 14°N to 18°N onshore
4131|1543|Indian 1960 to WGS 84 (3)|182 915 344|106.48 8.57 106.8 8.83|44|Vietnam - Con Son Island
4144|1155|Kalianpur 1937 to WGS 84 (1)|282 726 254|88.01 20.52 92.67 26.64|18|Bangladesh - onshore
4144|1533|Kalianpur 1937 to WGS 84 (2)|214 804 268|93.94 9.48 99.66 17.87|5|Myanmar (Burma) - Moattama area
4145|1247|Kalianpur 1962 to WGS 84 (1)|283 682 231|60.86 23.64 77.83 37.07|999|Pakistan - onshore
4145|9234|Kalianpur 1962 to WGS 84 (5)|230.25 632.76 161.03 1.114 -1.115 -1.212 12.584|68.27 24.16 71.14 28.61|3|Pakistan - East Sind
4145|15494|Kalianpur 1962 to WGS 84 (6)|274.164 677.282 226.704|68.24 25.88 69.3 27.67|3|Pakistan - Gambat
4145|15702|Kalianpur 1962 to WGS 84 (3)|278.9 684.39 226.05|67.74 24 69.87 25.64|3|Pakistan - Badin and Mehran
4145|15703|Kalianpur 1962 to WGS 84 (4)|271.905 669.593 231.495|66.83 24.69 68 25.76|3|Pakistan - Karachi
4146|1156|Kalianpur 1975 to WGS 84 (1)|295 736 257|68.13 8.02 97.42 35.51|22|Asia - India mainland and Nepal
4147|1544|Hanoi 1972 to WGS 84 (1)|-17.51 -108.32 -62.39|105.49 9.03 107.58 11.04|5|Vietnam - onshore Vung Tau area
4162|5191|Korean 1985 to WGS 84 (1)|-114.619985 475.96297 675.018329 1.162 -2.347 -1.592 6.342|124.53 33.14 131.01 38.64|1|Korea, Republic of (South Korea) - onshore
4166|1558|Korean 1995 to WGS 84 (1)|0 0 0|124.53 33.14 131.01 38.64|2|Korea, Republic of (South Korea) - onshore
4167|1565|NZGD2000 to WGS 84 (1)|0 0 0|160.6 -55.95 -171.2 -25.88|1|New Zealand
4176|1890|Australian Antarctic to WGS 84 (1)|0 0 0|45 -90 160 -60|1|Antarctica - Australian sector
4200|5043|Pulkovo 1995 to WGS 84 (2)|24.47 -130.89 -81.56 0 0 0.13 -0.22|18.92 39.87 -168.97 85.19|1|Russia
4202|1460|AGD66 to GDA94 (4)|-119.353 -48.301 139.484 0.415 0.26 0.437 -0.613|140.96 -39.2 153.69 -28.15|2|Australia - New South Wales and Victoria
4202|1594|AGD66 to GDA94 (8)|-120.271 -64.543 161.632 0.217 -0.067 -0.129 2.499|143.77 -43.7 148.55 -39.52|2|Australia - Tasmania
4202|1595|AGD66 to GDA94 (9)|-124.133 -42.003 137.4 -0.008 0.557 0.178 -1.854|128.99 -26.01 138 -10.86|2|Australia - Northern Territory
4202|5827|AGD66 to GDA94 (19)|-129.164 -41.188 130.718 0.246 0.374 0.329 -2.955|148.76 -35.93 149.4 -35.12|1.5|Australia - Australian Capital Territory
4202|5841|AGD66 to WGS 84 (19)|-124 -60 154|142.24 -8.28 144.75 -5.59|2|Papua New Guinea - PFTB
4202|6943|AGD66 to WGS 84 (21)|-129 -58 152|140.85 -10.76 150.96 -2.53|5|Papua New Guinea - mainland onshore
4202|6945|AGD66 to WGS 84 (23)|-137.4 -58.9 150.4|140.89 -6.6 141.54 -5.05|4|Papua New Guinea - North Fly
4202|15788|AGD66 to WGS 84 (16)|-127.8 -52.3 152.9|112.85 -43.7 153.69 -9.86|5|Australia - onshore
4203|1280|AGD84 to GDA94 (2)|-117.763 -51.51 139.061 0.292 0.443 0.277 -0.191|109.23 -38.53 153.61 -9.37|2|Australia - AGD84
4211|1814|Batavia to WGS 84 (3)|-377.7 675.1 -52.2|112.8 -8.46 117.01 -6.8|5|Indonesia - Bali Sea west
4211|8452|Batavia to WGS 84 (1)|-377 681 -50|95.16 -8.91 115.77 5.97|6|Indonesia - Bali, Java and western Sumatra onshore
4214|15921|Beijing 1954 to WGS 84 (4)|15.8 -154.4 -82.3|77.45 37 88 41.99|1|China - Tarim - 77.5°E to 88°E and 37°N to 42°N
4214|15936|Beijing 1954 to WGS 84 (6)|11.911 -154.833 -80.079|107 35 110.01 39|1|China - Ordos basin
4219|1126|Bukit Rimpah to WGS 84 (1)|-384 664 -48|105.07 -3.3 108.35 -1.44|999|Indonesia - Banga & Belitung Islands
4236|1152|Hu Tzu Shan 1950 to WGS 84 (1)|-637 -549 -203|119.25 21.87 122.06 25.34|26|Taiwan - onshore - mainland and Penghu
4238|1833|ID74 to WGS 84 (3)|-1.977 -13.06 -9.993 0.364 0.254 0.689 -1.037|95.16 -10.98 141.01 5.97|3|Indonesia - onshore
4239|1153|Indian 1954 to WGS 84 (1)|217 823 299|97.34 5.63 105.64 20.46|21|Thailand - onshore
4240|1537|Indian 1975 to WGS 84 (3)|204.64 834.74 293.8|102.16 6.74 103.05 8.16|1|Thailand - Bongkot field
4240|1812|Indian 1975 to WGS 84 (4)|293 836 318 0.5 1.6 -2.8 2.1|97.34 5.63 105.64 20.46|3|Thailand - onshore
4244|1157|Kandawala to WGS 84 (1)|-97 787 86|79.64 5.86 81.95 9.88|35|Sri Lanka - onshore
4245|1158|Kertau 1968 to WGS 84 (1)|-11 851 5|99.59 1.13 105.82 7.81|15|Asia - Malaysia (west including SCS) and Singapore
4253|1161|Luzon 1911 to WGS 84 (1)|-133 -77 -51|116.89 7.75 125.88 19.45|17|Philippines - onshore excluding Mindanao
4253|1162|Luzon 1911 to WGS 84 (2)|-133 -79 -72|119.76 4.99 126.65 10.52|44|Philippines - Mindanao onshore
4255|1246|Herat North to WGS 84 (1)|-333 -222 114|60.5 29.4 74.92 38.48|999|Afghanistan
4257|1837|Makassar to WGS 84 (1)|-587.8 519.75 145.76|118.71 -6.54 120.78 -1.88|999|Indonesia - Sulawesi SW
4267|1250|NAD27 to WGS 84 (22)|2 204 105|172.42 51.3 179.86 53.07|18|USA - Alaska - Aleutian Islands west of 180°W
4272|1564|NZGD49 to WGS 84 (2)|59.47 -5.04 187.44 0.47 -0.1 1.024 -4.5993|165.87 -47.65 179.27 -33.89|4|New Zealand - onshore and nearshore
4283|1150|GDA94 to WGS 84 (1)|0 0 0|93.41 -60.55 173.34 -8.47|3|Australia - GDA
4284|5044|Pulkovo 1942 to WGS 84 (20)|23.57 -140.95 -79.8 0 0.35 0.79 -0.22|19.58 41.19 -168.97 81.91|3|Russia - onshore
4284|15865|Pulkovo 1942 to WGS 84 (16)|25 -141 -78.5 0 0.35 0.736 0|19.57 35.14 -168.97 81.91|4.5|Europe - FSU onshore
4298|1228|Timbalai 1948 to WGS 84 (1)|-679 669 -48|109.31 0.85 119.61 7.67|19|Asia - Brunei and East Malaysia
4298|5249|Timbalai 1948 to WGS 84 (5)|-689.5937 623.84046 -65.93566 -0.02331 1.17094 -0.80054 5.88536|112.37 4.01 115.37 6.31|1|Brunei
4301|1305|Tokyo to WGS 84 (5)|-147 506 687|124.53 33.14 131.01 38.64|4|Korea, Republic of (South Korea) - onshore
4301|15484|Tokyo to WGS 84 (108)|-146.414 507.337 680.507|122.83 20.37 154.05 45.54|9|Japan - onshore
4611|1825|Hong Kong 1980 to WGS 84 (1)|-162.619 -276.959 -161.764 0.067753 -2.243648 -1.158828 -1.094246|113.76 22.13 114.51 22.58|1|China - Hong Kong
4612|1826|JGD2000 to WGS 84 (1)|0 0 0|122.38 17.09 157.65 46.05|1|Japan excluding northern main province
4613|1897|Segara to WGS 84 (1)|-403 684 41|114.55 -4.24 119.06 4.29|999|Indonesia - Kalimantan E
4613|1898|Segara to WGS 84 (2)|-387.06 636.53 46.29|114.55 -4.24 117.99 0|5|Indonesia - Kalimantan SE
4613|1899|Segara to WGS 84 (3)|-403.4 681.12 46.56|116.96 -0.06 119.06 4.29|10|Indonesia - northeast Kalimantan
4633|15902|IGN56 Lifou to WGS 84 (3)|335.47 222.58 -230.94|166.98 -21.24 167.52 -20.62|1|New Caledonia - Lifou
4636|1921|Petrels 1972 to WGS 84 (1)|365 194 166|139.44 -66.78 141.5 -66.1|10|Antarctica - Adelie Land - Petrels island
4637|1922|Perroud 1950 to WGS 84 (1)|325 154 172|136 -67.13 142 -65.61|10|Antarctica - Adelie Land coastal area
4641|15901|IGN53 Mare to WGS 84 (3)|287.58 177.78 -135.41|167.75 -21.71 168.19 -21.32|2|New Caledonia - Mare
4642|15848|ST84 Ile des Pins to WGS 84 (2)|-13 -348 292|167.36 -22.73 167.61 -22.49|10|New Caledonia - Ile des Pins
4643|1931|ST71 Belep to WGS 84 (1)|-480.26 -438.32 -643.429 16.3119 20.1721 -4.0349 -111.7002|163.54 -19.85 163.75 -19.5|1|New Caledonia - Belep
4644|15904|NEA74 Noumea to WGS 84 (2)|-10.18 -350.43 291.37|166.35 -22.37 166.54 -22.19|1|New Caledonia - Grande Terre - Noumea
4662|15903|IGN72 Grande Terre to WGS 84 (3)|-11.64 -348.6 291.98|163.92 -22.45 167.09 -20.03|2|New Caledonia - Grande Terre
4675|1070|Guam 1963 to WGS 84 (1)|-100 -248 259|144.58 13.18 145.01 13.7|6|Guam - onshore
4678|1065|Lao 1997 to WGS 84 (1)|44.585 -131.212 -39.544|100.09 13.92 107.64 22.5|5|Laos
4682|9679|Gulshan 303 to WGS 84 (2)|283.729 735.942 261.143|88.01 18.56 92.67 26.64|1|Bangladesh
4683|15708|PRS92 to WGS 84 (1)|-127.62 -67.24 -47.04 -3.068 4.903 1.578 -1.06|116.04 3 129.95 22.18|0.05|Philippines
4684|15713|Gan 1970 to WGS 84 (1)|-133 -321 50|72.81 -0.69 73.69 7.08|44|Maldives - onshore
4698|15850|IGN 1962 Kerguelen to WGS 84 (1)|145 -187 103|68.69 -49.78 70.62 -48.6|10|French Southern Territories - Kerguelen onshore
4708|15794|Cocos Islands 1965 to WGS 84 (1)|-491 -22 435|96.76 -12.27 96.99 -11.76|44|Cocos (Keeling) Islands - onshore
4709|15796|Iwo Jima 1945 to WGS 84 (1)|145 75 -272|141.2 24.67 141.42 24.89|44|Japan - Iwo Jima
4711|15799|Marcus Island 1952 to WGS 84 (1)|124 -234 -25|153.91 24.22 154.05 24.35|44|Japan - Minamitori-shima (Marcus Island) - onshore
4714|15801|Bellevue to WGS 84 (1)|-127 -769 472|168.09 -20.31 169.95 -17.37|35|Vanuatu - southern islands
4715|15802|Camp Area Astro to WGS 84 (1)|-104 -129 239|165.73 -77.94 167.43 -77.17|999|Antarctica - Camp McMurdo area
4718|15805|Solomon 1968 to WGS 84 (1)|230 -199 -752|156.44 -8.86 158.2 -7.52|44|Solomon Islands - New Georgia - Ghizo (Gizo)
4718|15807|Solomon 1968 to WGS 84 (2)|252 -209 -751|159.55 -9.98 160.88 -9.2|44|Solomon Islands - Guadalcanal Island
4720|15876|Fiji 1986 to WGS 84 (1)|0 0 4.5 0 0 0.554 0.2263|176.81 -20.81 -178.15 -12.42|2|Fiji - onshore
4721|15875|Fiji 1956 to WGS 84 (1)|265.025 384.929 -194.046|176.81 -19.22 -179.77 -16.1|7|Fiji - main islands
4724|15808|Diego Garcia 1969 to WGS 84 (1)|208 -435 -229|72.3 -7.49 72.55 -7.18|44|British Indian Ocean Territory - Diego Garcia
4730|15820|Santo 1965 to WGS 84 (1)|170 42 84|166.47 -17.32 168.71 -14.57|44|Vanuatu - northern islands
4732|15822|Marshall Islands 1960 to WGS 84 (1)|102 52 -38|162.27 8.66 167.82 19.38|6|Pacific - Marshall Islands, Wake - onshore
4733|15823|Wake Island 1952 to WGS 84 (1)|276 -57 149|166.55 19.22 166.72 19.38|44|Wake - onshore
4735|15810|Kusaie 1951 to WGS 84 (1)|647 1777 -1124|162.85 5.21 163.1 5.43|44|Micronesia - Kosrae (Kusaie)
4737|15831|KGD2002 to WGS 84 (1)|0 0 0|122.71 28.6 134.28 40.27|1|Korea, Republic of (South Korea)
4739|15842|Hong Kong 1963(67) to WGS 84 (1)|-156 -271 -189|113.76 22.13 114.51 22.58|1|China - Hong Kong
4740|1244|PZ-90 to WGS 84 (2)|-1.08 -0.27 -0.9 0 0 0.16 -0.12|18.92 39.87 -168.97 85.19|0.5|Russia
4742|10543|GDM2000 to WGS 84 (1)|0 0 0|98.02 0.85 119.61 7.81|1|Malaysia
4748|15878|Vanua Levu 1915 to WGS 84 (1)|51 391 -36|178.42 -17.07 -179.77 -16.1|50|Fiji - Vanua Levu and Taveuni
4749|15880|RGNC91-93 to WGS 84 (1)|0 0 0|156.25 -26.45 174.28 -14.83|1|New Caledonia
4750|15881|ST87 Ouvea to WGS 84 (2)|-56.263 16.136 -22.856|166.44 -20.77 166.71 -20.34|1|New Caledonia - Ouvea
4752|6895|Viti Levu 1912 to WGS 84 (2)|98 390 -22|177.19 -18.32 178.75 -17.25|5|Fiji - Viti Levu
4755|15912|DGN95 to WGS 84 (1)|0 0 0|92.01 -13.95 141.46 7.79|1|Indonesia
4756|5194|VN-2000 to WGS 84 (1)|-192.873 -39.382 -111.202 -0.00205 -0.0005 0.00335 0.0188|104.24 9.35 107.11 11.04|1|Vietnam - DBSCL 02 and 03
4756|6960|VN-2000 to WGS 84 (2)|-191.904414 -39.303183 -111.450328 0.00928836 -0.01975479 0.00427372 0.252906278|102.14 8.33 109.53 23.4|1|Vietnam - onshore
4757|8886|SVY21 to WGS 84 (1)|0 0 0|103.59 1.13 104.07 1.47|1|Singapore
4764|15974|RSRGD2000 to WGS 84 (1)|0 0 0|144.99 -90 -144.99 -59.99|1|Antarctica - Ross Sea Region
5233|5236|SLD99 to WGS 84 (1)|-0.293 766.95 87.713 0.195704 1.695068 3.473016 -0.039338|79.64 5.86 81.95 9.88|14|Sri Lanka - onshore
5246|6701|GDBD2009 to WGS 84 (1)|0 0 0|112.37 4.01 115.37 6.31|1|Brunei
5264|5267|DRUKREF 03 to WGS 84 (1)|0 0 0|88.74 26.7 92.13 28.33|1|Bhutan
5546|5553|PNG94 to WGS 84 (1)|0 0 0|139.2 -14.75 162.81 2.58|2|Papua New Guinea
6207|6208|Nepal 1981 to WGS 84 (1)|293.17 726.18 245.36|80.06 26.34 88.21 30.43|0.3|Nepal
6668|9936|JGD2011 to WGS 84 (1)|0 0 0|122.38 17.09 157.65 46.05|1|Japan
7073|9770|RGTAAF07 to WGS 84 (1)|0 0 0|37.98 -67.13 142 -20.91|1|French Southern and Antarctic Territories
7683|9773|GSK-2011 to WGS 84 (1)|0 0 0|18.92 39.87 -168.97 85.19|1|Russia
7686|9768|Kyrg-06 to WGS 84 (1)|0 0 0|69.24 39.19 80.29 43.22|1|Kyrgyzstan
7844|8450|GDA2020 to WGS 84 (2)|0 0 0|93.41 -60.55 173.34 -8.47|3|Australia - GDA
8427|8439|Hong Kong Geodetic CS to WGS 84 (1)|0 0 0|113.76 22.13 114.51 22.58|1|China - Hong Kong
8428|8438|Macao 1920 to WGS 84 (1)|-163.612948 -315.803306 -193.958561 34.079 -76.126 -32.66 6.096|113.52 22.06 113.68 22.23|1|China - Macao
8431|8436|Macao 2008 to WGS 84 (1)|0 0 0|113.52 22.06 113.68 22.23|1|China - Macao
10310|10324|RGNC15 to WGS 84 (1)|0 0 0|156.25 -26.45 174.28 -14.83|1|New Caledonia
`;
