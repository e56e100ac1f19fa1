import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { addAmounts } from '#traffic/money/contract/decimal.ts';
import { moneyOf } from '#traffic/money/server/load-money.ts';
import type { Asked } from '../asked.ts';
import { proofOf } from '../proof.ts';
import { fraudIn } from '../readings/counts.ts';
import { count, day, type Maker } from './sentence.ts';

/** From a tenth more on it is marked as bad news; some more or less is every day's. */
const NOTABLE = 1.1;

/** What the events called fraud cost, against as many days before; nothing where they cost nothing. */
export const money: Maker = {
  about: 'money',
  access: 'board.read',
  ask: async (asked) => {
    const { now, arrived } = await asked.counts;
    const called = fraudIn(now);
    if (!arrived || called === 0) return [];
    const { days, length } = asked.window;
    const { now: paid, before: earlier } = await costOfFraud(asked);
    const own = asked.info.currency;
    if (Object.keys(paid.at_risk).length === 0) return [];
    const compared = Object.keys(earlier.at_risk).length > 0;
    const [atRisk, atRiskBefore] = [Number(paid.at_risk[own] ?? 0), Number(earlier.at_risk[own] ?? 0)];
    return [
      {
        says: compared ? 'money' : 'money_first',
        count: called,
        values: {
          risk: { as: 'money', value: paid.at_risk, assumed: paid.assumed },
          n: count(called),
          from: day(days.from),
          days: count(length),
          before: {
            as: 'money',
            value: earlier.at_risk,
            assumed: earlier.assumed,
          },
        },
        proof: proofOf(asked, [
          { page: 'explore', search: { by: 'publisher', measures: 'cost_at_risk,fraud', verdict: 'fraud' } },
          { page: 'events', search: { verdict: 'fraud' } },
        ]),
        tone: compared && atRisk > NOTABLE * atRiskBefore ? 'bad' : 'plain',
        picture: compared ? { kind: 'pair', before: atRiskBefore, now: atRisk } : null,
      },
    ];
  },
};

interface AtRisk {
  at_risk: Record<string, string>;
  /** Some of it comes from prices set here. */
  assumed: boolean;
}

interface Spent {
  spent_in: string;
  assumed: 0 | 1;
  is_now: 0 | 1;
  spent: string;
}

/** Of the days before only what came by the same time of day, as everywhere here. */
async function costOfFraud({ scope, stores, info, window, signal }: Asked): Promise<{ now: AtRisk; before: AtRisk }> {
  const { days, before, beforeUntil } = window;
  const span = { from: before.from, to: days.to };
  const prices = await moneyOf(stores, info, span, signal);
  const filter = { package: info.package_name, kinds: [], ...span, timeZone: info.time_zone, where: {} };
  const isNow = sql`ts >= toDateTime64(${typed('Date', days.from)}, 3, ${typed('String', info.time_zone)})`;
  const rows = await stores.clickhouse.query<Spent>(
    sql`SELECT toString(${prices.currency}) AS spent_in, ${prices.assumed} AS assumed, toUInt8(${isNow}) AS is_now,
      toString(sum(${prices.amount})) AS spent
      FROM traffic WHERE ${trafficWhere(scope, filter)} AND verdict = 'fraud'
        AND (${isNow} OR ts < ${typed("DateTime64(3, 'UTC')", beforeUntil)})
      GROUP BY spent_in, assumed, is_now HAVING sum(${prices.amount}) != 0`,
    { tag: 'today-money', signal },
  );
  const of = (which: 0 | 1): AtRisk => {
    const own = rows.filter(({ is_now }) => is_now === which);
    return {
      at_risk: addAmounts(own.map(({ spent_in, spent }) => ({ [spent_in]: spent }))),
      assumed: own.some(({ assumed }) => assumed === 1),
    };
  };
  return { now: of(1), before: of(0) };
}
