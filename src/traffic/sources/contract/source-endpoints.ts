import { z } from 'zod';
import { dateRangeQuery } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { paid } from '#traffic/money/contract/money-endpoints.ts';

/** Lower edges of the bins of click-to-install times, in seconds: a scale of the logarithm, as the times spread. */
export const CTIT_EDGES = [
  0, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400, 172_800, 345_600, 604_800,
] as const;

const count = z.number().int();
const share = z.number();
const rate = z.object({ share: z.number(), low: z.number(), high: z.number() }).nullable();
const ratio = z.object({ part: count, whole: count, rate });
/** Shares add up to 1; null where nothing was counted, or to whom it is not shown. */
const shares = z.array(share).nullable();

const named = z.object({ name: z.string(), events: count, share, base: share.nullable() });

/** What is counted; a share of several kinds would be a share of nothing. The first of `kinds` when left out. */
const asksKind = { kind: z.enum(EVENT_KINDS).optional() };
const ofKind = {
  /** What is counted; null where nothing came. */
  kind: z.enum(EVENT_KINDS).nullable(),
  /** What came on these days, what is usually paid for first. */
  kinds: z.array(z.object({ kind: z.enum(EVENT_KINDS), events: count })),
};

const verdicts = z.object({ clean: count, suspect: count, fraud: count });

export const subPublisherRow = z.object({
  sub_publisher: z.string(),
  events: count,
  fraud: count,
  suspect: count,
  fraud_rate: rate,
  clicks: count,
  conversions: count,
  /** Of its events of the kind. */
  money: paid,
});
export type SubPublisherRow = z.infer<typeof subPublisherRow>;

/** One fact about a source on its newest day in the range, against what others have and what rules allow. */
export const sourceFactRow = z.object({
  fact: z.string(),
  family: z.string(),
  day: z.string(),
  value: z.number(),
  sample: count,
  base: z.number().nullable(),
  /** Comparisons of rules on this fact at the limits of this publisher. */
  limits: z.array(
    z.object({ rule: z.string(), title: z.string(), op: z.string(), limit: z.number(), crossed: z.boolean() }),
  ),
  /** Days of the range on which some limit was crossed. */
  crossed_days: count,
  days: count,
});
export type SourceFactRow = z.infer<typeof sourceFactRow>;

/** What became of what was claimed of a publisher; lines. */
const publisherClaims = z.object({
  claims: count,
  lines: count,
  accepted: count,
  /** Objected to, and insisted on, or taken back. */
  upheld: count,
  taken_back: count,
  not_answered: count,
});
export type PublisherClaims = z.infer<typeof publisherClaims>;

export const publisherProfile = z.object({
  publisher: z.string(),
  from: z.string(),
  to: z.string(),
  time_zone: z.string(),
  ...ofKind,
  /** Of this kind, as are verdicts, money, hours, networks, devices and what its parts brought. */
  events: count,
  verdicts,
  money: paid,
  /** Share of installs per bin of `CTIT_EDGES`; baseline: clean installs of the other publishers. */
  ctit: z.object({ installs: count, own: shares, baseline: shares, baseline_installs: count.nullable() }),
  /** Share of events per hour of the day in the package's time zone. */
  hours: z.object({ own: shares, baseline: shares }),
  networks: z.array(named),
  devices: z.array(named),
  /** Installs of devices never seen before in this package, of those with a sound device id. */
  new_devices: z.object({ own: ratio, baseline: ratio.nullable() }),
  /** Installs (web: events) per click. */
  conversion: z.object({ own: ratio, baseline: ratio.nullable() }),
  sub_publishers: z.array(subPublisherRow),
  /** Sub-publishers beyond those listed. */
  more_sub_publishers: count,
  /** Null for publishers: limits and what others have are not theirs to know. */
  facts: z.array(sourceFactRow).nullable(),
  /** Of all time; left out where nothing was claimed, and for whoever sees no money of the package. */
  claims: publisherClaims.optional(),
});
export type PublisherProfile = z.infer<typeof publisherProfile>;

/** What was called of one kind, by the reason that decided. */
export const calledReasons = z.object({
  ...ofKind,
  events: count,
  verdicts,
  /** Those with most fraud first. */
  reasons: z.array(z.object({ reason: z.string(), fraud: count, suspect: count, money: paid })),
});
export type CalledReasons = z.infer<typeof calledReasons>;

const packageName = z.string().min(1).max(200);

export const sourceEndpoints = {
  publishers: endpoint({
    method: 'GET',
    path: '/api/traffic/publishers',
    summary: 'Publishers of a package by one kind of event with what they cost, those with most money at risk first',
    access: 'board.read',
    pages: ['publisher'],
    query: z.strictObject({
      package_name: packageName,
      ...dateRangeQuery,
      search: searchText.optional(),
      ...asksKind,
    }),
    response: envelope(
      z.array(z.object({ publisher: z.string(), events: count, verdicts, fraud_rate: rate, money: paid })),
    ).extend({
      /** Publishers that fit, those beyond the listed ones included. */
      total: count,
      ...ofKind,
    }),
  }),
  profile: endpoint({
    method: 'GET',
    path: '/api/traffic/publishers/profile',
    summary: 'What one publisher brought of one kind, and how it differs from the rest of the package',
    access: 'board.read',
    pages: ['publisher'],
    query: z.strictObject({
      package_name: packageName,
      publisher: z.string().min(1).max(2000),
      ...dateRangeQuery,
      ...asksKind,
    }),
    response: envelope(publisherProfile),
  }),
  reasons: endpoint({
    method: 'GET',
    path: '/api/traffic/publishers/reasons',
    summary: 'Why events of one kind were called, of one publisher or of all the caller may see',
    access: 'board.read',
    pages: ['publisher'],
    query: z.strictObject({
      package_name: packageName,
      publisher: z.string().min(1).max(2000).optional(),
      ...dateRangeQuery,
      ...asksKind,
    }),
    response: envelope(calledReasons),
  }),
};
