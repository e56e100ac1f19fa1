import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { Paid } from '#traffic/money/contract/money-endpoints.ts';
import { moneyOf } from '#traffic/money/server/load-money.ts';
import { paidColumns } from '#traffic/money/server/money-sql.ts';
import type { Asked } from '../asked.ts';
import { proofOf } from '../proof.ts';
import { fraudIn } from '../readings/counts.ts';
import { count, day, type Maker } from './sentence.ts';

/** What the events called fraud cost, against as many days before; nothing where they cost nothing. */
export const money: Maker = {
  about: 'money',
  access: 'board.read',
  ask: async (asked) => {
    const { now, arrived } = await asked.counts;
    const called = fraudIn(now);
    if (!arrived || called === 0) return [];
    const { days, before, length } = asked.window;
    const [paid, earlier] = await Promise.all([paidOn(asked, days), paidOn(asked, before)]);
    const own = asked.info.currency;
    if (Object.keys(paid.at_risk).length === 0) return [];
    const compared = Object.keys(earlier.at_risk).length > 0;
    const [atRisk, atRiskBefore] = [Number(paid.at_risk[own] ?? 0), Number(earlier.at_risk[own] ?? 0)];
    return [
      {
        says: compared ? 'money' : 'money_first',
        count: called,
        values: {
          risk: { as: 'money', value: paid.at_risk, assumed: Object.keys(paid.assumed_at_risk).length > 0 },
          n: count(called),
          from: day(days.from),
          days: count(length),
          before: {
            as: 'money',
            value: earlier.at_risk,
            assumed: Object.keys(earlier.assumed_at_risk).length > 0,
          },
        },
        proof: proofOf(asked, [{ page: 'costs' }, { page: 'events', search: { verdict: 'fraud' } }]),
        tone: compared && atRisk > atRiskBefore ? 'bad' : 'plain',
        picture: compared ? { kind: 'pair', before: atRiskBefore, now: atRisk } : null,
      },
    ];
  },
};

/** Of the days before only what came by the same time of day, as everywhere here. */
async function paidOn(
  { scope, stores, info, window, signal }: Asked,
  { from, to }: { from: string; to: string },
): Promise<Paid> {
  const prices = await moneyOf(stores, info, { from, to }, signal);
  const filter = { package: info.package_name, kinds: [], from, to, timeZone: info.time_zone, where: {} };
  const until = to < window.days.to ? sql`ts < ${typed("DateTime64(3, 'UTC')", window.beforeUntil)}` : sql`true`;
  const [paid] = await stores.clickhouse.query<Paid>(
    sql`SELECT ${paidColumns(prices)} FROM traffic WHERE ${trafficWhere(scope, filter)} AND ${until}`,
    { tag: 'today-money', signal },
  );
  return paid ?? { spend: {}, at_risk: {}, assumed_spend: {}, assumed_at_risk: {} };
}
