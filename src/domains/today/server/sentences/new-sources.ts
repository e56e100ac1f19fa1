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
    const [{ arrived }, { oldest_day }] = await Promise.all([asked.counts, asked.extent]);
    const { from } = asked.window.days;
    // Where data begin everything is new.
    if (!arrived || oldest_day === null || oldest_day >= from) return [];
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
  const began = sql`toDateTime64(${typed('Date', from)}, 3, ${typed('String', info.time_zone)})`;
  const [largest] = await stores.clickhouse.query<NewSource>(
    sql`SELECT toString(publisher) AS publisher, toString(sub_publisher) AS sub_publisher,
      countIf(verdict != 'filtered') AS events, countIf(verdict = 'fraud') AS fraud, count() OVER () AS sources
      FROM traffic WHERE ${where} AND publisher NOT IN ('', ${typed('String', OWN_SITE)})
      GROUP BY publisher, sub_publisher HAVING min(ts) >= ${began} AND events > 0
      ORDER BY events DESC, publisher, sub_publisher LIMIT 1`,
    { tag: 'today-sources', signal },
  );
  return largest;
}
