/**
 * Hours ahead of UTC where most people of a country live, without daylight saving; half hours are rounded. Facts from
 * the IANA time-zone database (public domain), 2025b. Good enough to tell nights from days, which is all it is used
 * for.
 */
const COUNTRIES_BY_OFFSET: Readonly<Record<string, string>> = {
  '-8': 'PF PN',
  '-6': 'US MX GT SV HN NI CR BZ',
  '-5': 'CA CO PE EC PA CU HT JM BS KY TC',
  '-4': 'VE BO DO PR CL PY GY TT BB LC VC GD DM AG KN AW CW MQ GP BM',
  '-3': 'BR AR UY SR GF FK GL',
  '-1': 'CV',
  '0': 'GB IE PT IS MA EH SN GM GN GW SL LR CI GH TG BF ML MR ST SH FO JE GG IM',
  '1': 'DE FR ES IT NL BE LU CH AT PL CZ SK HU SI HR BA RS ME MK AL SE NO DK MT AD MC SM VA LI GI XK NG NE TD CM GA GQ CG CD AO BJ TN DZ CF',
  '2': 'GR CY FI EE LV LT UA MD RO BG EG LY SD SS IL PS LB ZA ZW ZM MZ MW BW NA LS SZ RW BI AX',
  '3': 'RU TR BY SA IQ KW QA BH YE SY JO KE TZ UG ET ER DJ SO MG KM YT',
  '4': 'AE OM AZ GE AM MU RE SC IR AF',
  '5': 'PK UZ TM TJ KZ MV IN LK NP',
  '6': 'BD BT KG MM',
  '7': 'TH VN KH LA ID',
  '8': 'CN HK MO TW SG MY PH BN MN',
  '9': 'JP KR KP PW TL',
  '10': 'AU PG GU MP FM',
  '11': 'SB VU NC',
  '12': 'NZ FJ TV WF MH NR KI',
  '13': 'TO WS TK',
};

export const LOCAL_HOURS: readonly (readonly [country: string, hoursAhead: number])[] = Object.entries(
  COUNTRIES_BY_OFFSET,
).flatMap(([offset, codes]) => codes.split(' ').map((code) => [code, Number(offset)] as const));
