import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { DEMO_CODES } from '#demo/coupons.ts';
import { PUBLISHERS } from '#demo/publishers.ts';
import { poolFields } from '#domains/infringement/contract/coupon.ts';
import { seenAd } from '#domains/infringement/contract/search-ad.ts';
import { addPool, issueCodes } from '#domains/infringement/server/coupon-store.ts';
import { addDomains, generateDomains } from '#domains/infringement/server/domain-store.ts';
import { addParty } from '#domains/infringement/server/party-store.ts';
import { storeUses } from '#domains/infringement/server/store-uses.ts';
import { couponCode } from '#domains/infringement/server/tables.ts';
import { takeAds } from '#domains/infringement/server/take-ads.ts';
import { usedCode } from '#domains/infringement/server/take-uses.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { AppContext } from './app-context.ts';
import { lookAtDemoDomains } from './demo-look-alikes.ts';

const AWIN = 'https://www.awin1.com/cread.php?awinmid=7012&awinaffid=48213';
const PRF = 'https://prf.hn/click/camref:1011lw9k/destination';

/** Whose name it is, who bids on it, and who sells beside it. */
const STORIES = {
  web: {
    brand: 'Lindenloom',
    host: 'lindenloom.example',
    terms: ['lindenloom', 'linden loom'],
    bidder: PUBLISHERS.kestermill.name,
    comparer: PUBLISHERS.yarrowline.name,
    rival: 'Woolward',
    goods: 'blankets',
    pool: 'Autumn blankets',
  },
  app: {
    brand: 'Harbour Tales',
    host: 'harbourtales.example',
    terms: ['harbour tales', 'harbourtales'],
    bidder: PUBLISHERS.tapsorrow.name,
    comparer: PUBLISHERS.pelagio.name,
    rival: 'Anchorville',
    goods: 'islands',
    pool: 'Autumn islands',
  },
} as const;
type Story = (typeof STORIES)['web' | 'app'];

/** Of an app, whose name is no domain that others could be made from. */
const LOOK_ALIKES = ['harbour-tales.example', 'harbortales.example', 'harbourtales-coins.example'];

/** Days back, hour, keyword, country, position, advertiser, shown address, final address, addresses between. */
type Seen = readonly [number, number, string, string, number, string, string, string, readonly string[]];

function seenOf({ brand, host, terms: [term, other], bidder, comparer, rival, goods }: Story): Seen[] {
  const rivalHost = `${rival.toLowerCase()}.example`;
  const [offers, codes] = [bidder.split(' ')[0] ?? '', comparer.split(' ')[0] ?? ''];
  const codesHost = `${codes.toLowerCase()}.example`;
  return [
    [0, 8, term, 'DE', 1, brand, host, `https://${host}/`, []],
    [0, 8, term, 'DE', 2, `${offers} Deals`, `www.${host}/sale`, `https://${host}/?awc=7012_1`, [AWIN]],
    [0, 9, `${term} coupon`, 'DE', 1, codes, `${codesHost}/codes`, `https://${host}/`, [PRF]],
    [1, 8, term, 'AT', 1, rival, rivalHost, `https://www.${rivalHost}/${goods}`, []],
    [1, 21, `${term} sale`, 'DE', 1, `${offers} Deals`, `${host}/offers`, `https://${host}/?awc=7012_2`, [AWIN]],
    [2, 8, term, 'DE', 1, brand, host, `https://${host}/`, []],
    [2, 8, term, 'DE', 2, rival, rivalHost, `https://www.${rivalHost}/`, []],
    [3, 23, `${other} ${goods}`, 'CH', 1, `${offers} Deals`, host, `https://${host}/?awc=7012_3`, [AWIN]],
    [3, 8, term, 'CH', 3, 'Finder', 'finder.example', 'https://finder.example/compare', []],
    [4, 8, `${term} coupon`, 'DE', 2, codes, codesHost, `https://${host}/`, [PRF]],
    [5, 8, term, 'AT', 2, rival, rivalHost, `https://www.${rivalHost}/`, []],
  ];
}

const partiesOf = ({ terms: [term, other], bidder, comparer, rival }: Story) =>
  [
    { kind: 'term', value: term, publisher: '' },
    { kind: 'term', value: other, publisher: '' },
    { kind: 'partner', value: 'awin:48213', publisher: bidder },
    { kind: 'partner', value: 'partnerize:1011lw9k', publisher: comparer },
    { kind: 'competitor', value: `${rival.toLowerCase()}.example`, publisher: '' },
  ] as const;

/** Ads on the name of the brand, names that look like it, and coupons that leaked; once, with the other work. */
export async function loadDemoInfringement(scope: Scope, context: AppContext, info: PackageInfo): Promise<void> {
  const { database, clock } = context;
  const parts = { database, now: () => clock.now() };
  const { package_name, today } = info;
  const story = STORIES[info.platform];
  for (const party of partiesOf(story)) await addParty(scope, parts, info, { package_name, ...party });
  const ads = seenOf(story).map(([back, hour, keyword, country, position, advertiser, display_url, final_url, chain]) =>
    seenAd.parse({
      keyword,
      country,
      device: hour > 20 ? 'mobile' : 'desktop',
      observed_at: `${addDays(today, -1 - back)} ${String(hour).padStart(2, '0')}:00`,
      position,
      advertiser,
      display_url,
      final_url,
      chain,
    }),
  );
  await takeAds(scope, parts, info, ads, { source: 'upload', subject: 'search-monitor.csv' });
  if (info.platform === 'web') await generateDomains(scope, parts, info);
  else await addDomains(scope, parts, info, LOOK_ALIKES);
  await lookAtDemoDomains(scope, context, info);
  await loadCoupons(scope, parts, info, story);
  await giveUsedCoupons(scope, context, info);
}

/** Coupons whose codes the orders of the traffic carry. */
async function giveUsedCoupons(
  scope: Scope,
  context: AppContext,
  { package_name, platform }: PackageInfo,
): Promise<void> {
  const parts = { database: context.database, now: () => context.clock.now() };
  const { given, to, welcome } = DEMO_CODES[platform];
  const coupons = [
    { code: given, name: 'Season code', publisher: to, most_by_user: null },
    { code: welcome, name: 'Welcome', publisher: '', most_by_user: 1 },
  ];
  for (const { code, ...coupon } of coupons) {
    const fields = z.object(poolFields).parse({ kind: 'shared', value: '10', value_kind: 'percent', ...coupon });
    const pool = await addPool(scope, parts, { package_name, ...fields });
    // Codes are drawn; these stand in the traffic already.
    await context.database.db.update(couponCode).set({ code }).where(eq(couponCode.poolId, pool));
  }
}

async function loadCoupons(
  scope: Scope,
  parts: Pick<AppContext, 'database'> & { now: () => Date },
  info: PackageInfo,
  { comparer, bidder, pool, host }: Story,
): Promise<void> {
  const make = (coupon: object) =>
    addPool(scope, parts, {
      package_name: info.package_name,
      ...z.object(poolFields).parse({ value: '10', value_kind: 'percent', ...coupon }),
    });
  const leak = `https://${(comparer.split(' ')[0] ?? '').toLowerCase()}.example/${host}-codes`;
  const autumn = await make({
    name: pool,
    kind: 'unique',
    publisher: comparer,
    prefix: 'AUTUMN',
    countries: ['DE', 'AT', 'CH'],
  });
  const friends = await make({ name: 'Bring a friend', kind: 'referral', publisher: bidder, reward: '5.00' });
  const codes = await issueCodes(scope, parts, autumn, { count: 12, publisher: comparer, owners: [] });
  const referral = await issueCodes(scope, parts, friends, {
    count: 1,
    publisher: bidder,
    owners: ['c-1042', 'c-2210'],
  });
  const use = (code: string | undefined, back: number, n: number, more: object) =>
    usedCode.parse({
      code,
      used_at: `${addDays(info.today, -back)} 1${n % 10}:15`,
      order_id: `L-${7300 + n}`,
      publisher: comparer,
      referrer: '',
      country: 'DE',
      customer: `c-${3000 + n}`,
      amount: `${60 + n * 7}.90`,
      ...more,
    });
  const uses = [
    ...codes.slice(0, 5).map((code, n) => use(code, 1 + (n % 4), n, {})),
    use(codes[5], 1, 6, { publisher: bidder, referrer: leak }),
    use(codes[6], 2, 7, { publisher: bidder, referrer: leak }),
    use(codes[7], 3, 8, { country: 'US' }),
    use(codes[0], 1, 9, {}),
    use(referral[0], 2, 10, { publisher: bidder }),
    use(referral[1], 1, 11, { publisher: bidder, customer: 'c-2210' }),
  ];
  await parts.database.db.transaction((tx) => storeUses(scope, tx, parts, info, uses, 'upload'));
}
