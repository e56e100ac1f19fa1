/**
 * Address blocks by country, written down from @ip-location-db/asn and its country table (both 2026-06-17) so that the
 * country and network facts come out right. Every block lies wholly in one country by that table; addresses inside are
 * drawn at random, none is taken from anybody's records.
 */
export interface Operator {
  carrier: string;
  blocks: readonly string[];
}

export interface CountryNetworks {
  fixed: readonly string[];
  mobile: readonly Operator[];
}

const op = (carrier: string, ...blocks: string[]): Operator => ({ carrier, blocks });

export const NETWORKS = {
  US: {
    fixed: ['73.0.0.0/8', '98.192.0.0/10', '99.32.0.0/11', '108.48.0.0/13', '174.80.0.0/13', '107.192.0.0/11'],
    mobile: [
      op('T-Mobile', '172.32.0.0/11', '100.128.0.0/9'),
      op('Verizon', '166.148.0.0/14'),
      op('AT&T', '166.170.0.0/15'),
    ],
  },
  CA: {
    fixed: ['99.224.0.0/11', '70.64.0.0/12', '70.48.0.0/13'],
    mobile: [op('Bell', '184.144.0.0/14'), op('TELUS', '172.218.0.0/15')],
  },
  GB: {
    fixed: ['86.128.0.0/10', '86.0.0.0/11', '90.192.0.0/11', '81.128.0.0/11'],
    mobile: [op('3', '188.28.0.0/14', '94.196.0.0/15'), op('vodafone UK', '148.252.128.0/18')],
  },
  DE: {
    fixed: ['79.192.0.0/10', '84.128.0.0/10', '91.0.0.0/10', '88.64.0.0/12', '78.34.0.0/15'],
    mobile: [op('o2 - de', '77.0.0.0/12', '2.240.0.0/13'), op('Vodafone.de', '178.0.0.0/12')],
  },
  FR: {
    fixed: ['82.224.0.0/11', '88.160.0.0/11', '86.192.0.0/11', '93.0.0.0/11'],
    mobile: [op('Orange F', '92.148.0.0/14'), op('Bouygues Telecom', '176.168.0.0/13')],
  },
  IT: {
    fixed: ['79.0.0.0/10', '87.0.0.0/11', '93.32.0.0/11'],
    mobile: [op('WINDTRE', '37.100.0.0/14'), op('vodafone IT', '37.176.0.0/13')],
  },
  ES: {
    fixed: ['83.32.0.0/11', '88.0.0.0/11', '85.48.0.0/12'],
    mobile: [op('Orange', '95.16.0.0/13'), op('vodafone ES', '77.208.0.0/14')],
  },
  PL: {
    fixed: ['79.184.0.0/13', '95.48.0.0/14', '77.252.0.0/14'],
    mobile: [op('Play', '46.112.0.0/15'), op('T-Mobile.pl', '37.30.0.0/15')],
  },
  NL: {
    fixed: ['77.160.0.0/12', '83.80.0.0/13', '84.24.0.0/13'],
    mobile: [op('KPN', '188.200.0.0/13'), op('Odido', '188.88.0.0/14')],
  },
  SE: {
    fixed: ['78.64.0.0/12', '81.224.0.0/12', '83.248.0.0/13'],
    mobile: [op('Tele2', '37.196.0.0/14'), op('Telia', '95.192.0.0/12')],
  },
  TR: {
    fixed: ['85.96.0.0/12', '95.0.0.0/12'],
    mobile: [op('Turkcell', '178.242.0.0/15'), op('Vodafone TR', '46.154.0.0/15')],
  },
  BR: {
    fixed: ['191.176.0.0/13', '179.176.0.0/13', '177.16.0.0/14', '179.136.0.0/13'],
    mobile: [
      op('VIVO', '179.84.0.0/13', '177.168.0.0/13'),
      op('Claro BR', '187.68.0.0/14'),
      op('TIM BRASIL', '179.200.0.0/13'),
    ],
  },
  MX: {
    fixed: ['189.172.0.0/14', '187.132.0.0/14', '187.162.0.0/15'],
    mobile: [op('Telcel', '187.146.0.0/15'), op('AXTEL', '187.166.0.0/15')],
  },
  AR: {
    fixed: ['181.164.0.0/14', '190.188.0.0/14', '181.20.0.0/14'],
    mobile: [op('Movistar', '186.128.0.0/13'), op('Personal', '190.192.0.0/14')],
  },
  CO: {
    fixed: ['181.58.16.0/20', '190.66.192.0/18', '186.180.0.0/15'],
    mobile: [op('Claro', '181.240.0.0/12', '191.64.0.0/12'), op('Tigo', '191.88.0.0/14')],
  },
  IN: {
    fixed: ['117.192.0.0/10', '59.88.0.0/13', '122.172.64.0/18'],
    mobile: [
      op('Jio', '157.32.0.0/12', '152.56.0.0/14'),
      op('airtel', '27.60.0.0/16', '106.220.0.0/15'),
      op('Vi India', '42.104.64.0/18'),
    ],
  },
  ID: {
    fixed: ['36.72.0.0/13', '125.160.0.0/13', '110.136.0.0/14'],
    mobile: [op('TELKOMSEL', '182.0.0.0/12', '114.120.0.0/13'), op('INDOSAT', '120.160.0.0/11')],
  },
  VN: {
    fixed: ['14.160.0.0/11', '113.160.0.0/11', '42.112.0.0/13'],
    mobile: [op('Viettel', '27.72.0.0/13', '171.232.0.0/13')],
  },
  TH: {
    fixed: ['171.4.0.0/14', '223.204.0.0/14', '58.8.0.0/14'],
    mobile: [op('AIS', '182.232.128.0/18'), op('dtac', '1.46.0.0/15')],
  },
  PH: {
    fixed: ['112.200.0.0/13', '49.144.0.0/13'],
    mobile: [op('Globe', '1.37.128.0/17'), op('SMART', '180.192.0.0/14')],
  },
  JP: {
    fixed: ['153.128.0.0/10', '180.0.0.0/10', '60.64.0.0/10', '106.128.0.0/10'],
    mobile: [
      op('NTT DOCOMO', '110.160.0.0/16', '1.66.128.0/17'),
      op('au', '27.80.0.0/12'),
      op('SoftBank', '126.64.0.0/11'),
    ],
  },
  KR: {
    fixed: ['175.216.0.0/13', '14.64.0.0/12', '115.0.0.0/12'],
    mobile: [op('SKTelecom', '223.32.0.0/11', '42.16.0.0/12'), op('KT', '118.48.0.0/12')],
  },
  EG: {
    fixed: ['156.192.0.0/11', '197.32.0.0/11'],
    mobile: [op('vodafone EG', '102.184.0.0/13'), op('etisalat EG', '156.160.0.0/11')],
  },
  NG: { fixed: ['197.210.0.0/16'], mobile: [op('MTN NG', '102.88.0.0/13'), op('Airtel NG', '105.116.0.0/14')] },
  ZA: {
    fixed: ['105.224.0.0/14', '196.212.0.0/14', '105.184.0.0/14'],
    mobile: [op('Vodacom-SA', '41.4.0.0/14'), op('MTN-SA', '105.212.0.0/14')],
  },
  PK: { fixed: ['39.36.0.0/14', '182.176.0.0/13'], mobile: [op('Jazz', '154.80.0.0/17')] },
  AU: {
    fixed: ['1.128.0.0/11', '58.160.0.0/12', '14.200.0.0/14'],
    mobile: [op('Telstra', '101.176.0.0/12'), op('Optus', '49.176.0.0/12'), op('VodafoneAU', '120.16.0.0/13')],
  },
} as const satisfies Record<string, CountryNetworks>;

export type CountryCode = keyof typeof NETWORKS;

/** Hosting networks by their announced prefixes: Amazon, Hetzner, OVH, Scaleway, DigitalOcean. */
export const HOSTING_BLOCKS = [
  '44.192.0.0/11',
  '3.208.0.0/12',
  '49.12.0.0/15',
  '51.254.0.0/15',
  '51.158.0.0/15',
  '45.55.0.0/16',
] as const;

/** Published range of the search crawler whose name fraudsters borrow (googlebot.json). */
export const GOOGLEBOT_BLOCK = '66.249.66.0/24';
