import { beforeAll, describe, expect, it } from 'vitest';
import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import type { CalledReasons } from '#traffic/sources/contract/source-endpoints.ts';
import { useApp } from '../../../../../test/support/use-app.ts';

const app = useApp();
const OWN = 'com.called';
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await app.package({ name: OWN, platform: 'app' });
  await app.package({ name: 'com.foreign', platform: 'app' });
  for (const [name, role, more] of [
    ['customer', 'customer', {}],
    ['publisher', 'publisher', { publishers: ['p1'] }],
  ] as const)
    tokens[name] = await app.signIn({ email: `${name}@called.example`, role, packages: [OWN], name, ...more });
  const events = eventsWithFacts(700, 47, defaultRuleSet()).map((event, index) => ({
    ...event,
    cost: (index % 5) / 10,
    currency: 'USD',
  }));
  await importEvents(app.context.clickhouse, app.context.database, OWN, events);
}, 120_000);

const ask = (query: string, who: string, pkg = OWN) =>
  app.get(
    `/api/traffic/publishers/reasons?package_name=${pkg}&fromDate=2026-03-01&toDate=2026-04-20${query}`,
    tokens[who],
  );
const stored = async (where: string) => {
  const rows = await app.context.clickhouse.query<{ reason: string; verdict: string; n: number; cost: number }>(
    sql`SELECT toString(reason) AS reason, toString(verdict) AS verdict, count() AS n, toFloat64(sum(cost)) AS cost
      FROM traffic WHERE package = 'com.called' AND ${trusted(where)} GROUP BY reason, verdict`,
  );
  return (verdict: string, reason?: string) =>
    rows.filter((row) => row.verdict === verdict && (reason === undefined || row.reason === reason));
};
const sum = (rows: readonly { n: number }[]): number => rows.reduce((all, { n }) => all + n, 0);

describe('what was called, and why', () => {
  it.each([
    ['of all publishers for their owner', '', 'customer', `kind = 'install'`],
    ['of one publisher and kind', '&publisher=p2&kind=click', 'customer', `publisher = 'p2' AND kind = 'click'`],
    ['of its own for a publisher who names none', '', 'publisher', `publisher = 'p1' AND kind = 'install'`],
  ])('adds up to the stored events, %s', async (_, query, who, where) => {
    const called: CalledReasons = (await ask(query, who)).body.data;
    const of = await stored(where);
    expect(called.verdicts).toEqual({ clean: sum(of('clean')), suspect: sum(of('suspect')), fraud: sum(of('fraud')) });
    expect(called.events).toBe(called.verdicts.clean + called.verdicts.suspect + called.verdicts.fraud);
    expect(called.reasons.length).toBeGreaterThan(1);
    for (const { reason, fraud, suspect, money } of called.reasons) {
      expect([reason, fraud, suspect]).toEqual([reason, sum(of('fraud', reason)), sum(of('suspect', reason))]);
      expect(Number(money.at_risk.USD ?? 0)).toBeCloseTo(of('fraud', reason)[0]?.cost ?? 0, 6);
    }
    expect(called.reasons.reduce((all, { fraud }) => all + fraud, 0)).toBe(called.verdicts.fraud);
    const ranks = called.reasons.map(({ fraud }) => fraud);
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
  });

  it('is of no publisher but the own, and of no foreign package', async () => {
    expect((await ask('&publisher=p2', 'publisher')).status).toBe(403);
    expect((await ask('', 'customer', 'com.foreign')).status).toBe(403);
  });
});
