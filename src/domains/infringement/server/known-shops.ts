import { AFFILIATE_NETWORKS } from './affiliate-networks.ts';

interface Marketplace {
  name: string;
  /** The page by which it takes sellers, which says that it is one. */
  source: string;
  /** With blanks between. */
  domains: string;
}

/** They bid on the names of brands whose goods somebody sells there, and are no competitor for that alone. */
const MARKETPLACES: readonly Marketplace[] = [
  {
    name: 'amazon',
    source: 'https://sell.amazon.com',
    domains:
      'amazon.com amazon.ca amazon.com.mx amazon.com.br amazon.co.uk amazon.de amazon.fr amazon.it amazon.es amazon.nl amazon.se amazon.pl amazon.com.be amazon.ie amazon.com.tr amazon.ae amazon.sa amazon.eg amazon.co.za amazon.in amazon.sg amazon.com.au amazon.co.jp amazon.cn amzn.to amzn.eu',
  },
  {
    name: 'ebay',
    source: 'https://www.ebay.com/sl/sell',
    domains:
      'ebay.com ebay.ca ebay.co.uk ebay.de ebay.at ebay.ch ebay.fr ebay.be ebay.nl ebay.it ebay.es ebay.ie ebay.pl ebay.com.au ebay.com.hk ebay.com.sg ebay.com.my ebay.ph ebay.us',
  },
  {
    name: 'etsy',
    source: 'https://www.etsy.com/sell',
    domains: 'etsy.com etsy.me',
  },
  {
    name: 'walmart',
    source: 'https://marketplace.walmart.com',
    domains: 'walmart.com walmart.ca',
  },
  {
    name: 'target',
    source: 'https://plus.target.com',
    domains: 'target.com',
  },
  {
    name: 'wayfair',
    source: 'https://partners.wayfair.com',
    domains: 'wayfair.com wayfair.ca wayfair.co.uk wayfair.de',
  },
  {
    name: 'aliexpress',
    source: 'https://sell.aliexpress.com',
    domains: 'aliexpress.com aliexpress.us',
  },
  {
    name: 'temu',
    source: 'https://seller.temu.com',
    domains: 'temu.com',
  },
  {
    name: 'shein',
    source: 'https://seller.shein.com',
    domains: 'shein.com shein.co.uk',
  },
  {
    name: 'zalando',
    source: 'https://partner.zalando.com',
    domains:
      'zalando.de zalando.at zalando.ch zalando.fr zalando.it zalando.es zalando.nl zalando.be zalando.pl zalando.se zalando.dk zalando.fi zalando.no zalando.cz zalando.ie zalando.co.uk',
  },
  {
    name: 'otto',
    source: 'https://www.otto.market',
    domains: 'otto.de',
  },
  {
    name: 'kaufland',
    source: 'https://www.kauflandglobalmarketplace.com',
    domains: 'kaufland.de kaufland.at kaufland.cz kaufland.sk kaufland.pl',
  },
  {
    name: 'bol',
    source: 'https://partnerplatform.bol.com',
    domains: 'bol.com',
  },
  {
    name: 'allegro',
    source: 'https://sell.allegro.com',
    domains: 'allegro.pl allegro.cz allegro.sk allegro.hu allegro.com',
  },
  {
    name: 'cdiscount',
    source: 'https://marketplace.cdiscount.com',
    domains: 'cdiscount.com',
  },
  {
    name: 'fnac',
    source: 'https://www.fnac.com/vendre',
    domains: 'fnac.com fnac.es',
  },
  {
    name: 'mercado libre',
    source: 'https://vendedores.mercadolibre.com.ar',
    domains:
      'mercadolibre.com mercadolibre.com.ar mercadolibre.com.mx mercadolibre.com.co mercadolibre.cl mercadolivre.com.br',
  },
  {
    name: 'rakuten ichiba',
    source: 'https://www.rakuten.co.jp/ec',
    domains: 'rakuten.co.jp',
  },
  {
    name: 'yahoo shopping',
    source: 'https://business-ec.yahoo.co.jp',
    domains: 'shopping.yahoo.co.jp',
  },
  {
    name: 'flipkart',
    source: 'https://seller.flipkart.com',
    domains: 'flipkart.com',
  },
  {
    name: 'myntra',
    source: 'https://partners.myntrainfo.com',
    domains: 'myntra.com',
  },
  {
    name: 'shopee',
    source: 'https://seller.shopee.com',
    domains: 'shopee.sg shopee.com.my shopee.co.id shopee.co.th shopee.ph shopee.vn shopee.tw shopee.com.br',
  },
  {
    name: 'lazada',
    source: 'https://sellercenter.lazada.com',
    domains: 'lazada.sg lazada.com.my lazada.co.id lazada.co.th lazada.com.ph lazada.vn',
  },
  {
    name: 'taobao and tmall',
    source: 'https://www.tmall.com',
    domains: 'taobao.com tmall.com tmall.hk',
  },
  {
    name: 'jd',
    source: 'https://jd.com',
    domains: 'jd.com',
  },
];

/** Pages of affiliate networks and of those who turn links into theirs; their links are in `AFFILIATE_NETWORKS`. */
const NETWORK_PAGES = [
  'awin.com',
  'cj.com',
  'rakutenadvertising.com',
  'impact.com',
  'partnerize.com',
  'tradetracker.com',
  'webgains.com',
  'flexoffers.com',
  'financeads.com',
  'admitad.com',
  'skimlinks.com',
  'skimresources.com',
  'redirectingat.com',
  'sovrn.com',
  'viglink.com',
  'daisycon.com',
  'tune.com',
  'clickbank.com',
  'clickbank.net',
];

const MERCHANTS = new Set(MARKETPLACES.flatMap(({ domains }) => domains.split(' ')));
const NETWORKS = new Set([...NETWORK_PAGES, ...AFFILIATE_NETWORKS.flatMap(({ hosts }) => hosts)]);

/** Whether a host, or what it lies below, is a marketplace or an affiliate network. */
export function knownShop(host: string): 'merchant' | 'network' | undefined {
  const labels = host.split('.');
  const names = labels.map((_, start) => labels.slice(start).join('.'));
  if (names.some((name) => MERCHANTS.has(name))) return 'merchant';
  return names.some((name) => NETWORKS.has(name)) ? 'network' : undefined;
}
