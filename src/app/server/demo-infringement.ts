import { z } from 'zod';
import { PUBLISHERS } from '#demo/publishers.ts';
import { poolFields } from '#domains/infringement/contract/coupon.ts';
import { seenAd } from '#domains/infringement/contract/search-ad.ts';
import { addPool, issueCodes } from '#domains/infringement/server/coupon-store.ts';
import { generateDomains } from '#domains/infringement/server/domain-store.ts';
import { addParty } from '#domains/infringement/server/party-store.ts';
import { takeAds } from '#domains/infringement/server/take-ads.ts';
import { storeUses, usedCode } from '#domains/infringement/server/take-uses.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { AppContext } from './app-context.ts';

const SHOP = 'lindenloom.example';
const AWIN = 'https://www.awin1.com/cread.php?awinmid=7012&awinaffid=48213';
const PRF = 'https://prf.hn/click/camref:1011lw9k/destination';

/** Days back, hour, keyword, country, position, advertiser, shown address, final address, addresses between. */
const SEEN: readonly (readonly [number, number, string, string, number, string, string, string, readonly string[]])[] =
  [
    [0, 8, 'lindenloom', 'DE', 1, 'Lindenloom', SHOP, `https://${SHOP}/`, []],
    [0, 8, 'lindenloom', 'DE', 2, 'Kestermill Deals', `www.${SHOP}/sale`, `https://${SHOP}/?awc=7012_1`, [AWIN]],
    [0, 9, 'lindenloom coupon', 'DE', 1, 'Yarrowline', 'yarrowline.example/lindenloom', `https://${SHOP}/`, [PRF]],
    [1, 8, 'lindenloom', 'AT', 1, 'Woolward', 'woolward.example', 'https://www.woolward.example/blankets', []],
    [1, 21, 'lindenloom sale', 'DE', 1, 'Kestermill Deals', `${SHOP}/offers`, `https://${SHOP}/?awc=7012_2`, [AWIN]],
    [2, 8, 'lindenloom', 'DE', 1, 'Lindenloom', SHOP, `https://${SHOP}/`, []],
    [2, 8, 'lindenloom', 'DE', 2, 'Woolward', 'woolward.example', 'https://www.woolward.example/', []],
    [3, 23, 'linden loom blankets', 'CH', 1, 'Kestermill Deals', SHOP, `https://${SHOP}/?awc=7012_3`, [AWIN]],
    [3, 8, 'lindenloom', 'CH', 3, 'Loom Finder', 'loomfinder.example', 'https://loomfinder.example/compare', []],
    [4, 8, 'lindenloom coupon', 'DE', 2, 'Yarrowline', 'yarrowline.example', `https://${SHOP}/`, [PRF]],
    [5, 8, 'lindenloom', 'AT', 2, 'Woolward', 'woolward.example', 'https://www.woolward.example/', []],
  ];

const PARTIES = [
  { kind: 'term', value: 'lindenloom', publisher: '' },
  { kind: 'term', value: 'linden loom', publisher: '' },
  { kind: 'partner', value: 'awin:48213', publisher: PUBLISHERS.kestermill.name },
  { kind: 'partner', value: 'partnerize:1011lw9k', publisher: PUBLISHERS.yarrowline.name },
  { kind: 'competitor', value: 'woolward.example', publisher: '' },
] as const;

/** Ads on the name of the shop, names that look like it, and coupons that leaked; once, with the other work. */
export async function loadDemoInfringement(scope: Scope, context: AppContext, info: PackageInfo): Promise<void> {
  const { database, clock } = context;
  const parts = { database, now: () => clock.now() };
  const { package_name, today } = info;
  for (const party of PARTIES) await addParty(scope, parts, info, { package_name, ...party });
  const ads = SEEN.map(([back, hour, keyword, country, position, advertiser, display_url, final_url, chain]) =>
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
  await generateDomains(scope, parts, info);
  await loadCoupons(scope, parts, info);
}

async function loadCoupons(
  scope: Scope,
  parts: Pick<AppContext, 'database'> & { now: () => Date },
  info: PackageInfo,
): Promise<void> {
  const make = (coupon: object) =>
    addPool(scope, parts, {
      package_name: info.package_name,
      ...z.object(poolFields).parse({ value: '10', value_kind: 'percent', ...coupon }),
    });
  const yarrowline = PUBLISHERS.yarrowline.name;
  const kestermill = PUBLISHERS.kestermill.name;
  const autumn = await make({
    name: 'Autumn blankets',
    kind: 'unique',
    publisher: yarrowline,
    prefix: 'AUTUMN',
    countries: ['DE', 'AT', 'CH'],
  });
  const friends = await make({ name: 'Bring a friend', kind: 'referral', publisher: kestermill, reward: '5.00' });
  const codes = await issueCodes(scope, parts, autumn, { count: 12, publisher: yarrowline, owners: [] });
  const referral = await issueCodes(scope, parts, friends, {
    count: 1,
    publisher: kestermill,
    owners: ['c-1042', 'c-2210'],
  });
  const use = (code: string | undefined, back: number, n: number, more: object) =>
    usedCode.parse({
      code,
      used_at: `${addDays(info.today, -back)} 1${n % 10}:15`,
      order_id: `L-${7300 + n}`,
      publisher: yarrowline,
      referrer: '',
      country: 'DE',
      customer: `c-${3000 + n}`,
      amount: `${60 + n * 7}.90`,
      ...more,
    });
  const uses = [
    ...codes.slice(0, 5).map((code, n) => use(code, 1 + (n % 4), n, {})),
    use(codes[5], 1, 6, { publisher: kestermill, referrer: 'https://yarrowline.example/lindenloom-codes' }),
    use(codes[6], 2, 7, { publisher: kestermill, referrer: 'https://yarrowline.example/lindenloom-codes' }),
    use(codes[7], 3, 8, { country: 'US' }),
    use(codes[0], 1, 9, {}),
    use(referral[0], 2, 10, { publisher: kestermill }),
    use(referral[1], 1, 11, { publisher: kestermill, customer: 'c-2210' }),
  ];
  await parts.database.db.transaction((tx) => storeUses(scope, tx, parts, info, uses, 'upload'));
}
