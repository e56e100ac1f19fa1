/**
 * How the links of affiliate networks look, and where each says whose link it is. From the networks' public guides for
 * publishers; hosts are registered domains or names below one, `id` reads the affiliate from an address of theirs.
 */
interface AffiliateNetwork {
  name: string;
  hosts: readonly string[];
  /** Parameters of the query, the first that is there. */
  parameters?: readonly string[];
  /** The first group of it in the path. */
  path?: RegExp;
}

export const AFFILIATE_NETWORKS: readonly AffiliateNetwork[] = [
  { name: 'awin', hosts: ['awin1.com', 'zenaps.com'], parameters: ['awinaffid', 'id'] },
  {
    name: 'cj',
    hosts: [
      'anrdoezrs.net',
      'dpbolvw.net',
      'emjcd.com',
      'jdoqocy.com',
      'kqzyfj.com',
      'qksrv.net',
      'tkqlhce.com',
      'cj.dotomi.com',
    ],
    path: /\/(?:click-|links?\/)(\d+)/,
  },
  { name: 'rakuten', hosts: ['linksynergy.com'], parameters: ['id'] },
  { name: 'impact', hosts: ['7eer.net', 'evyy.net', 'ojrq.net', 'pxf.io', 'sjv.io'], path: /\/c\/(\d+)\// },
  { name: 'partnerize', hosts: ['prf.hn'], path: /camref:([\w-]+)/ },
  { name: 'tradedoubler', hosts: ['tradedoubler.com'], parameters: ['a'] },
  { name: 'tradetracker', hosts: ['tradetracker.net'], parameters: ['a'] },
  { name: 'shareasale', hosts: ['shareasale.com', 'shareasale-analytics.com'], parameters: ['u', 'afftrack'] },
  { name: 'webgains', hosts: ['track.webgains.com'], parameters: ['wgcampaignid'] },
  { name: 'flexoffers', hosts: ['flexlinkspro.com', 'flexlinks.com'], parameters: ['foid', 'fobs'] },
  { name: 'adcell', hosts: ['adcell.com', 'adcell.de'], parameters: ['bid'] },
  { name: 'belboon', hosts: ['belboon.com', 'belboon.de'], parameters: ['wmid'] },
  { name: 'financeads', hosts: ['financeads.net'], parameters: ['tpl'], path: /\/tc\.php\?t=(\w+)/ },
  { name: 'admitad', hosts: ['ad.admitad.com', 'alitems.com', 'tjzuh.com'], path: /\/g\/([\w]+)/ },
  { name: 'amazon', hosts: ['amzn.to'], parameters: ['tag'] },
  { name: 'ebay', hosts: ['rover.ebay.com'], parameters: ['campid'] },
  { name: 'skimlinks', hosts: ['go.redirectingat.com', 'go.skimresources.com'], parameters: ['id'] },
  { name: 'sovrn', hosts: ['redirect.viglink.com', 'sovrn.co'], parameters: ['key'] },
  { name: 'digidip', hosts: ['digidip.net'], parameters: ['ref', 'currurl'] },
  { name: 'daisycon', hosts: ['daisycon.io', 'ds1.nl'], parameters: ['wi'] },
  { name: 'tune', hosts: ['go2cloud.org', 'hasoffers.com'], parameters: ['aff_id', 'a'] },
  { name: 'clickbank', hosts: ['hop.clickbank.net'], parameters: ['affiliate'] },
];

/**
 * Shops whose program has no host of its own: only the parameter tells. Amazon: Associates Program, "Tracking ID" (`tag`);
 * eBay: Partner Network, link structure since 2020 (`campid`).
 */
export const SHOP_PROGRAMS: readonly { name: string; host: RegExp; parameter: string }[] = [
  { name: 'amazon', host: /(^|\.)amazon\.(com?\.)?[a-z]{2,3}$/, parameter: 'tag' },
  { name: 'ebay', host: /(^|\.)ebay\.(com?\.)?[a-z]{2,3}$/, parameter: 'campid' },
];

/** What a landing page is told by a network, when the links before it were not seen. */
export const LANDING_PARAMETERS: Readonly<Record<string, string>> = {
  awc: 'awin',
  cjevent: 'cj',
  ranEAID: 'rakuten',
  ranSiteID: 'rakuten',
  irclickid: 'impact',
  irgwc: 'impact',
  clickref: 'partnerize',
  tduid: 'tradedoubler',
  sscid: 'shareasale',
  wgcampaignid: 'webgains',
  admitad_uid: 'admitad',
};

/** Of programs that a brand runs by itself. */
export const OWN_PROGRAM_PARAMETERS = ['aff_id', 'affid', 'affiliate_id', 'affiliateid', 'aff', 'partner_id'];
