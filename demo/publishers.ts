import { weighted } from './random.ts';

export type Pricing = { per: 'mille' | 'click' | 'install' | 'order'; amount: number; currency: string };

export interface SubPublisher {
  name: string;
  weight: number;
  /** System domain or bundle that delivers it. */
  domain: string;
}

/** A media source with its story. All names are invented. */
export interface Publisher {
  name: string;
  story: string;
  vendor: string;
  channel: string;
  placementTypes: readonly string[];
  subPublishers: readonly SubPublisher[];
  pricing: Pricing | null;
}

const sites = (stem: string, ...weights: readonly number[]): readonly SubPublisher[] =>
  weights.map((weight, i) => ({
    name: `${stem}-${101 + i * 7}`,
    weight,
    domain: `${stem}${i + 1}.example`,
  }));

const publisher = (
  name: string,
  vendor: string,
  channel: string,
  placementTypes: readonly string[],
  pricing: Pricing | null,
  subPublishers: readonly SubPublisher[],
  story: string,
): Publisher => ({ name, story, vendor, channel, placementTypes, subPublishers, pricing });

const cost = (per: Pricing['per'], amount: number, currency: string): Pricing => ({ per, amount, currency });

/** Site of the mixed publisher whose traffic is nearly all fraud; the others are honest. */
export const BAD_SITE: SubPublisher = { name: 'mbk-bargainreel', weight: 1, domain: 'bargainreel.example' };

export const PUBLISHERS = {
  quellana: publisher(
    'Quellana Search',
    '',
    'search',
    ['search'],
    cost('click', 0.42, 'EUR'),
    sites('qsearch', 70, 20, 10),
    'Honest and large: search clicks.',
  ),
  paperlark: publisher(
    'Paperlark Social',
    'Lanternfield Media',
    'social',
    ['feed', 'story'],
    cost('mille', 4.8, 'EUR'),
    sites('paperlark', 50, 30, 15, 5),
    'Honest and large: feed and story ads for both packages.',
  ),
  yarrowline: publisher(
    'Yarrowline Compare',
    '',
    'comparison',
    ['product_list'],
    cost('click', 0.31, 'EUR'),
    sites('yarrow', 60, 40),
    'Honest: people who compare prices click often, but not like machines.',
  ),
  calmera: publisher(
    'Calmera Retargeting',
    'Lanternfield Media',
    'retargeting',
    ['banner', 'native'],
    cost('mille', 2.1, 'EUR'),
    sites('calmera', 40, 35, 25),
    'Honest: shows the shop again to its visitors.',
  ),
  tulloway: publisher(
    'Tulloway Letters',
    'Oakmere Partners',
    'newsletter',
    ['newsletter'],
    cost('click', 0.55, 'GBP'),
    sites('tulloway', 1),
    'Honest and small: too few events for a verdict about the source.',
  ),
  kestermill: publisher(
    'Kestermill Affiliates',
    'Oakmere Partners',
    'affiliate',
    ['coupon', 'review'],
    cost('order', 6.5, 'EUR'),
    sites('kmill', 45, 30, 15, 10),
    'Mostly honest; one coupon plug-in fires every click twice.',
  ),
  vossel: publisher(
    'Vossel Display',
    'Brackenfold Trading',
    'display',
    ['banner', 'popunder'],
    cost('mille', 1.2, 'USD'),
    sites('vossel', 30, 25, 20, 15, 10),
    'The dirty one: data-centre robots, scripts and bursts.',
  ),
  mirabeck: publisher(
    'Mirabeck Native',
    'Lanternfield Media',
    'native',
    ['native'],
    cost('click', 0.24, 'EUR'),
    sites('mbk', 40, 35, 25),
    'Mixed: three good sites and one bad one.',
  ),
  ostrana: publisher(
    'Ostrana Exchange',
    'Brackenfold Trading',
    'programmatic',
    ['banner', 'interstitial'],
    cost('mille', 2.4, 'USD'),
    sites('ostrana', 35, 30, 20, 15),
    'Clean until four weeks before the end, then fraud begins: the trend shows a step.',
  ),
  direct: publisher(
    'Direct',
    '',
    'direct',
    ['page'],
    null,
    [{ name: '', weight: 1, domain: '' }],
    'People who type the address, an office network, and crawlers.',
  ),
  quellanaApps: publisher(
    'Quellana Apps',
    '',
    'search',
    ['store_search'],
    cost('install', 2.9, 'USD'),
    sites('qapps', 65, 35),
    'Honest and large: store search and browse.',
  ),
  glimmerhatch: publisher(
    'Glimmerhatch Video',
    'Oakmere Partners',
    'video',
    ['instream', 'rewarded'],
    cost('mille', 9.5, 'USD'),
    sites('glimmer', 40, 35, 25),
    'Honest: video in apps, with a few unsafe placements and eager watchers.',
  ),
  cobblepeak: publisher(
    'Cobblepeak DSP',
    'Oakmere Partners',
    'programmatic',
    ['banner', 'interstitial'],
    cost('click', 0.12, 'USD'),
    sites('cpeak', 40, 30, 30),
    'Honest: brings players back.',
  ),
  dunmarrow: publisher(
    'Dunmarrow Games',
    '',
    'cross_promotion',
    ['more_games'],
    cost('install', 1.4, 'GBP'),
    sites('dunmarrow', 1),
    'Honest and small: too few events for a verdict about the source.',
  ),
  tapsorrow: publisher(
    'Tapsorrow Network',
    'Brackenfold Trading',
    'affiliate',
    ['interstitial', 'push'],
    cost('install', 1.7, 'USD'),
    sites('tapso', 40, 30, 20, 10),
    'The very dirty one: floods clicks to catch organic installs.',
  ),
  fennwick: publisher(
    'Fennwick Mobile',
    'Brackenfold Trading',
    'affiliate',
    ['banner', 'push'],
    cost('install', 1.9, 'USD'),
    sites('fenn', 55, 45),
    'Half honest; the other half injects clicks when it sees an install begin.',
  ),
  pelagio: publisher(
    'Pelagio Rewards',
    'Oakmere Partners',
    'rewarded',
    ['offerwall'],
    cost('install', 0.9, 'USD'),
    sites('pelagio', 50, 30, 20),
    'Books the same devices again and sends broken ids.',
  ),
  zephandra: publisher(
    'Zephandra Reach',
    'Brackenfold Trading',
    'programmatic',
    ['interstitial'],
    cost('install', 1.1, 'USD'),
    sites('zeph', 60, 40),
    'Sells installs of devices that cannot exist.',
  ),
  organic: publisher(
    'organic',
    '',
    'organic',
    ['store'],
    null,
    [{ name: '', weight: 1, domain: '' }],
    'Nobody paid for these: the baseline of the game.',
  ),
} as const satisfies Record<string, Publisher>;

export type PublisherKey = keyof typeof PUBLISHERS;

/** Campaigns, ad sets and creatives of a package; the id follows from the name. */
export interface Campaign {
  name: string;
  id: string;
  brand: string;
  adSets: readonly string[];
  creatives: readonly string[];
  keywords: readonly string[];
  weight: number;
}

const campaign = (
  id: string,
  name: string,
  brand: string,
  weight: number,
  keywords: readonly string[] = [],
): Campaign => ({
  id,
  name,
  brand,
  weight,
  keywords,
  adSets: [`${id}-broad`, `${id}-lookalike`, `${id}-core`],
  creatives: [`${id}-a-static`, `${id}-b-motion`, `${id}-c-static`, `${id}-d-video`],
});

const CAMPAIGNS = {
  web: [
    campaign('510014', 'Autumn Living', 'Linden & Loom', 5, ['linen curtains', 'wool throw', 'oak side table']),
    campaign('510027', 'Bedroom Classics', 'Linden & Loom', 4, ['duvet cover', 'bed linen', 'reading lamp']),
    campaign('510033', 'Brand Always-on', 'Linden & Loom', 4, ['linden and loom', 'lindenloom']),
    campaign('510041', 'Flash Friday', 'Linden & Loom', 2, ['sale home', 'discount rug']),
    campaign('510058', 'Outdoor by Fernhollow', 'Fernhollow', 2, ['garden bench', 'outdoor lantern']),
  ],
  app: [
    campaign('72001', 'HT Tier1 Broad', 'Harbour Tales', 5, ['puzzle game', 'match game']),
    campaign('72002', 'HT Tier1 Payers', 'Harbour Tales', 4, ['merge game']),
    campaign('72005', 'HT LATAM', 'Harbour Tales', 3),
    campaign('72006', 'HT APAC', 'Harbour Tales', 3),
    campaign('72011', 'HT Winback', 'Harbour Tales', 2),
  ],
} as const satisfies Record<'web' | 'app', readonly Campaign[]>;

export const drawCampaign = {
  web: weighted<Campaign>(CAMPAIGNS.web, (item) => item.weight),
  app: weighted<Campaign>(CAMPAIGNS.app, (item) => item.weight),
};
