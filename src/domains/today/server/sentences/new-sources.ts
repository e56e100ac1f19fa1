import { FIRST_DAY } from '#platform/contract/date-range.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { NOT_REPORTED, OWN_SITE } from '#traffic/event/contract/dimensions.ts';
import { rateOf } from '#traffic/event/contract/rate.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { Asked } from '../asked.ts';
import { proofOf } from '../proof.ts';
import { count, day, type Maker, names } from './sentence.ts';

interface NewSource {
  publisher: string;
  sub_publisher: string;
  events: number;
  fraud: number;
  /** How many there are. */
  sources: number;
}

/** Sources of which nothing was ever seen before the days told of, the one of most events by name. */
export const newSources: Maker = {
  about: 'new_sources',
  access: 'board.read',
  ask: async (asked) => {
    const { arrived } = await asked.counts;
    const { from } = asked.window.days;
    if (!arrived) return [];
    const largest = await largestNew(asked);
    if (!largest) return [];
    const { publisher, sub_publisher, events, fraud, sources } = largest;
    return [
      {
        says: sources === 1 ? 'new_source' : 'new_sources',
        count: sources === 1 ? events : sources,
        values: {
          sources: count(sources),
          source: names([sub_publisher === '' ? publisher : `${publisher} / ${sub_publisher}`]),
          n: count(events),
          share: { as: 'share', value: rateOf(fraud, events)?.share ?? null },
          from: day(from),
        },
        proof: proofOf(asked, [
          {
            page: 'events',
            search: {
              publisher,
              sub_publisher: sub_publisher || NOT_REPORTED,
              verdict: ['clean', 'suspect', 'fraud'],
            },
          },
        ]),
        tone: 'watch',
        picture: null,
      },
    ];
  },
};

/** Where data begin everything is new, so nothing is. */
async function largestNew({ scope, stores, info, window, signal }: Asked): Promise<NewSource | undefined> {
  const { from, to } = window.days;
  const where = trafficWhere(scope, {
    package: info.package_name,
    kinds: [],
    from: FIRST_DAY,
    to,
    timeZone: info.time_zone,
    where: {},
  });
  const first = sql`toDateTime64(${typed('Date', from)}, 3, ${typed('String', info.time_zone)})`;
  const [largest] = await stores.clickhouse.query<NewSource>(
    sql`SELECT *, count() OVER () AS sources FROM (
        SELECT toString(publisher) AS publisher, toString(sub_publisher) AS sub_publisher,
          countIf(verdict != 'filtered') AS events, countIf(verdict = 'fraud') AS fraud,
          min(ts) AS began, min(began) OVER () AS oldest
        FROM traffic WHERE ${where} AND publisher NOT IN ('', ${typed('String', OWN_SITE)})
        GROUP BY publisher, sub_publisher)
      WHERE began >= ${first} AND events > 0 AND oldest < ${first}
      ORDER BY events DESC, publisher, sub_publisher LIMIT 1`,
    { tag: 'today-sources', signal },
  );
  return largest;
}
