import { beforeAll, describe, expect, it } from 'vitest';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import { draftOf } from '#traffic/rule-sets/server/draft.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { rewriteJobs } from './replay/rewrite-jobs.ts';

const app = useApp();
const OWN = 'com.own';
const RULE = 'data_center';
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'a"b\\c', '<b>{{x}}</b>', "O'Neill"];
const OTHER = 'Alpha';
let token = '';

beforeAll(async () => {
  await app.package({ name: OWN, platform: 'app', timeZone: 'UTC' });
  token = await app.signIn({ email: 'ann@own.example', role: 'customer', packages: [OWN] });
  const publishers = [...NAMES, OTHER];
  const events = eventsWithFacts(800, 5, defaultRuleSet()).map((event, index) => ({
    ...event,
    ts: `2026-11-${String(1 + (index % 18)).padStart(2, '0')} 10:00:00.000`,
    publisher: publishers[index % publishers.length] ?? '',
  }));
  const { clickhouse, database, jobs } = app.context;
  await importEvents(clickhouse, database, OWN, events);
  await jobs.start(rewriteJobs({ clickhouse, database, now: () => app.clock.now() }));
}, 120_000);

const post = (path: string, body: unknown) => app.call('POST', `/api/traffic${path}`, { token, body });
const get = async (path: string) => (await app.get(`/api/traffic${path}`, token)).body.data;
const hitsOf = async (publisher: string): Promise<number> =>
  (
    await app.context.clickhouse.query<{ n: number }>(
      sql`SELECT count() AS n FROM traffic WHERE publisher = ${typed('String', publisher)} AND has(hits, ${typed('String', RULE)})`,
    )
  )[0]?.n ?? 0;

describe('publishers set apart in a rule, whatever they are called', () => {
  it('are saved, shown, compared, promised and judged by', { timeout: 180_000 }, async () => {
    const before = await Promise.all([...NAMES, OTHER].map(hitsOf));
    expect(Math.min(...before)).toBeGreaterThan(0);
    const { draft, version } = await get(`/rules?package_name=${OWN}`);
    draft.rules[RULE].publishers = NAMES.map((publisher) => ({ publisher, mode: 'off' }));
    const wanted = { package_name: OWN, ...draft, from: '2026-10-20' };
    const promised = await post('/rules/preview', wanted);
    expect([promised.status, promised.body.data?.changed > 0]).toEqual([200, true]);
    const saved = await post('/rules/versions', { ...wanted, base_version: version, reason: 'Known to us' });
    expect([saved.status, saved.body.message]).toEqual([200, 'OK']);
    for (let tries = 0; tries < 600; tries++) {
      const [newest] = await get(`/rules/versions?package_name=${OWN}`);
      if (newest.version === saved.body.data.version && newest.rewrite?.state === 'done') break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await Promise.all(NAMES.map(hitsOf))).toEqual(NAMES.map(() => 0));
    expect(await hitsOf(OTHER)).toBe(before.at(-1));

    const shown = (await get(`/rules?package_name=${OWN}`)).draft.rules[RULE].publishers;
    expect(shown.map(({ publisher }: { publisher: string }) => publisher)).toEqual([...NAMES].sort());
    const [difference] = await get(`/rules/compare?package_name=${OWN}&before=1&after=2`);
    expect(difference.publishers.map(({ publisher }: { publisher: string }) => publisher)).toEqual([...NAMES].sort());
    expect(difference.publishers[0].mode).toEqual({ before: null, after: 'off' });
  });

  it('are refused when one is named twice, or not at all', async () => {
    const { draft, version } = await get(`/rules?package_name=${OWN}`);
    const save = async (publishers: object[]) => {
      const rules = { ...draft.rules, [RULE]: { ...draft.rules[RULE], publishers } };
      const body = { package_name: OWN, ...draft, rules, base_version: version, reason: 'Twice' };
      return (await post('/rules/versions', body)).status;
    };
    expect(
      await save([
        { publisher: 'Alpha', mode: 'off' },
        { publisher: 'Alpha', mode: 'mark' },
      ]),
    ).toBe(422);
    expect(await save([{ publisher: '', mode: 'off' }])).toBe(422);
  });

  it('are a list in the draft of a stored version, in one order', () => {
    const publishers = JSON.parse('{"b":{"mode":"off"},"__proto__":{"limits":{"persons":3}}}');
    expect(draftOf({ rules: { [RULE]: { mode: 'on', limits: {}, publishers } } }).rules[RULE]?.publishers).toEqual([
      { publisher: '__proto__', limits: { persons: 3 } },
      { publisher: 'b', mode: 'off' },
    ]);
  });
});
