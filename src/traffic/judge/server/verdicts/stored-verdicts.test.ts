// @drawn forms of stored verdicts
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq, lt } from '#platform/contract/condition.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { CustomRule } from '#traffic/rules/contract/rule.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { sample } from '../../../../../test/support/sample.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../../test/support/use-database.ts';
import { importEvents, storeAsDefined } from '../../testing/import-events.ts';
import { chance, shuffled } from '../../testing/random-events.ts';
import { eventsWithFacts } from '../../testing/random-facts.ts';
import { testCause } from '../../testing/test-cause.ts';
import { loadPolicy } from '../load-policy.ts';
import { recompute } from '../recompute.ts';
import { type RejudgeRequest, rejudge } from '../rejudge.ts';
import { ruleSetTable } from '../tables.ts';

const ch = useClickHouse();
const database = useDatabase();
const stores = () => ({ clickhouse: ch, database });

beforeAll(() =>
  createPackage(database, {
    name: 'shop',
    title: 'Shop',
    platform: 'app',
    timeZone: 'UTC',
    currency: 'EUR',
    dashboardTypes: [],
  }),
);
beforeEach(() => ch.command(sql`TRUNCATE TABLE traffic`));

const state = () =>
  ch.query<
    Record<string, unknown>
  >(sql`SELECT row_id, repeat_gap_seconds, clicks_1m, clicks_1h, clicks_24h, install_repeat_days,
    origin_reason, verdict, reason, hits, rule_version, decision, whitelist_id FROM traffic ORDER BY row_id`);
const verdicts = async () =>
  Object.fromEntries(
    (
      await ch.query<{ verdict: string; events: number }>(
        sql`SELECT verdict, count() AS events FROM traffic GROUP BY verdict`,
      )
    ).map(({ verdict, events }) => [verdict, events]),
  );
const WINDOW_NAMES = [
  'repeat_gap_seconds',
  'clicks_1m',
  'clicks_1h',
  'clicks_24h',
  'install_repeat_days',
  'origin_reason',
];
/** Window facts come from the engine here; the rest stays random. */
const events = (count: number, seed: number) =>
  eventsWithFacts(count, seed, defaultRuleSet()).map((event) =>
    Object.fromEntries(Object.entries(event).filter(([name]) => !WINDOW_NAMES.includes(name))),
  ) as unknown as { row_id: string }[];

async function addRules(
  change: (rules: ReturnType<typeof defaultRuleSet>['rules']) => ReturnType<typeof defaultRuleSet>['rules'],
  effectiveFrom: Date | null = null,
) {
  const { ruleSet } = await loadPolicy(database, 'shop');
  await database.db.insert(ruleSetTable).values({
    packageName: 'shop',
    version: ruleSet.version + 1,
    rules: change(ruleSet.rules),
    effectiveFrom,
    reason: 'test',
    author: 't',
  });
}

const judgeAll = (request: Partial<RejudgeRequest> = {}) =>
  rejudge(stores(), { package: 'shop', changed: 'anything', cause: testCause(), ...request });

describe('recompute', () => {
  it.each(sample('stored verdicts', [1, 2, 3], 1))(
    'gives the defined state however events are split into imports and ordered (seed %i)',
    async (seed) => {
      const all = events(300, seed);
      await storeAsDefined(ch, database, 'shop', all);
      const together = await state();
      expect(new Set(together.map(({ reason }) => reason))).toContain('evt.inherited');
      const next = chance(seed + 40);
      for (let round = 0; round < 2; round++) {
        await ch.command(sql`TRUNCATE TABLE traffic`);
        const parts = 2 + Math.floor(next() * 3);
        const split = Array.from({ length: parts }, () => [] as typeof all);
        for (const event of shuffled(all, seed + round)) split[Math.floor(next() * parts)]?.push(event);
        for (const [index, part] of split.entries()) await importEvents(ch, database, 'shop', part, index + 1);
        expect(await state()).toEqual(together);
        expect(
          await recompute(stores(), {
            package: 'shop',
            company: [{ personsOfImport: parts }],
            cause: testCause('import'),
          }),
        ).toEqual([]);
      }
    },
    120_000,
  );

  it('takes back what an undone import had caused', async () => {
    const all = events(300, 8);
    await importEvents(ch, database, 'shop', all.slice(0, 200));
    const before = await state();
    await importEvents(ch, database, 'shop', all.slice(200), 2);
    expect(await state()).not.toEqual(before);
    await ch.command(
      sql`CREATE OR REPLACE TABLE gone ENGINE = Memory AS SELECT DISTINCT person FROM traffic WHERE import_id = 2`,
    );
    await ch.command(sql`DELETE FROM traffic WHERE import_id = 2`);
    await recompute(stores(), {
      package: 'shop',
      company: [{ persons: sql`SELECT person FROM gone` }],
      cause: testCause('undo'),
    });
    expect(await state()).toEqual(before);
  });

  it('leaves no work tables behind', async () => {
    expect(await ch.query(sql`SELECT name FROM system.tables WHERE startsWith(name, 'judge_work_')`)).toEqual([]);
  });
});

describe('rejudge', () => {
  it('counts by old and new verdict, writes them, and changes nothing the second time', async () => {
    await importEvents(ch, database, 'shop', events(400, 5));
    const before = await verdicts();
    await addRules((rules) => ({
      ...rules,
      data_center: { mode: 'off', limits: {} },
      non_browser: { mode: 'mark', limits: {} },
    }));
    const changes = await judgeAll();
    const after = await verdicts();
    expect(changes.some(({ from, to }) => from === 'fraud' && to !== 'fraud')).toBe(true);
    for (const verdict of ['clean', 'suspect', 'fraud'] as const) {
      const delta = changes.reduce(
        (sum, c) => sum + (c.to === verdict ? c.events : 0) - (c.from === verdict ? c.events : 0),
        0,
      );
      expect((after[verdict] ?? 0) - (before[verdict] ?? 0)).toBe(delta);
    }
    const stored = await state();
    expect(await judgeAll()).toEqual([]);
    expect(await state()).toEqual(stored);
    // The same as judging everything anew.
    await recompute(stores(), {
      package: 'shop',
      company: [{ persons: sql`SELECT DISTINCT person FROM traffic` }],
      cause: testCause(),
    });
    expect(await state()).toEqual(stored);
  });

  it('leaves what happened before a rule set began to the one before it', async () => {
    const install = {
      kind: 'install',
      person: 9,
      ts: '2026-03-01 00:00:00.000',
      ip_class: 'datacenter',
      row_id: '00000000-0000-0000-0000-000000000001',
    };
    const later = {
      ...install,
      person: 10,
      ts: '2026-03-05 00:00:00.000',
      row_id: '00000000-0000-0000-0000-000000000002',
    };
    await addRules(() => defaultRuleSet().rules);
    await addRules(
      (rules) => ({ ...rules, data_center: { mode: 'off', limits: {} } }),
      new Date('2026-03-03T00:00:00Z'),
    );
    await importEvents(ch, database, 'shop', [install, later]);
    expect(await verdicts()).toEqual({ fraud: 1, clean: 1 });
    await addRules(() => defaultRuleSet().rules);
    await judgeAll();
    expect(await verdicts()).toEqual({ fraud: 2 });
  });

  it("follows the settings of a publisher, for its events alone, and rules of people's own", {
    timeout: 120_000,
  }, async () => {
    const installs = ['p1', 'p2', ''].map((publisher, n) => ({
      kind: 'install',
      ts: '2026-03-01 00:00:00.000',
      person: 20 + n,
      ctit_seconds: 8,
      publisher,
      row_id: `00000000-0000-0000-0000-00000000001${n}`,
    }));
    await importEvents(ch, database, 'shop', installs);
    const byPublisher = async () =>
      (
        await ch.query<{ publisher: string; verdict: string }>(
          sql`SELECT publisher, verdict FROM traffic ORDER BY publisher`,
        )
      ).map(({ publisher, verdict }) => `${publisher} ${verdict}`);
    const of = (setting: Partial<ReturnType<typeof defaultRuleSet>['rules'][string]>) =>
      addRules((rules) => ({ ...rules, short_install_time: { mode: 'on', limits: {}, ...setting } }));
    await of({ publishers: { p1: { limits: { fraudSeconds: 9 } }, p2: { mode: 'off' } } });
    await judgeAll();
    expect(await byPublisher()).toEqual([' suspect', 'p1 fraud', 'p2 clean']);
    await of({});
    const custom: CustomRule = {
      id: 'custom.quick',
      title: 'Quick',
      reason: 'clk.injection',
      kinds: ['install'],
      mode: 'fraud',
      when: { all: [lt('ctit_seconds', 9), eq('publisher', 'p2')] },
    };
    await database.pool.query('UPDATE rule_set SET custom = $1 WHERE version = (SELECT max(version) FROM rule_set)', [
      JSON.stringify([custom]),
    ]);
    expect(await judgeAll()).toContainEqual({ from: 'clean', to: 'fraud', events: 1 });
    expect(await byPublisher()).toEqual([' suspect', 'p1 suspect', 'p2 fraud']);
    await addRules(() => defaultRuleSet().rules);
  });

  it('never overturns what a person decided', async () => {
    await importEvents(ch, database, 'shop', events(200, 6));
    await addRules((rules) =>
      Object.fromEntries(Object.entries(rules).map(([id, rule]) => [id, { ...rule, mode: 'off' as const }])),
    );
    await judgeAll();
    const marked = await ch.query<{ decision: string; verdict: string; reason: string }>(
      sql`SELECT DISTINCT decision, verdict, reason FROM traffic ORDER BY decision`,
    );
    expect(marked).toEqual([
      { decision: 'none', verdict: 'clean', reason: '' },
      { decision: 'clean', verdict: 'clean', reason: '' },
      { decision: 'fraud', verdict: 'fraud', reason: 'human.fraud' },
    ]);
    await addRules(() => defaultRuleSet().rules);
  });

  it('frees the events of an install that is judged clean, and takes only the times asked for', async () => {
    const install = {
      kind: 'install',
      person: 9,
      ts: '2026-03-01 00:00:00.000',
      ip_class: 'datacenter',
      row_id: '00000000-0000-0000-0000-000000000001',
    };
    const event = {
      ...install,
      kind: 'app_event',
      ts: '2026-03-02 00:00:00.000',
      ip_class: '',
      row_id: '00000000-0000-0000-0000-000000000002',
    };
    await importEvents(ch, database, 'shop', [install, event]);
    expect(await verdicts()).toEqual({ fraud: 2 });
    await ch.command(sql`UPDATE traffic SET decision = 'clean' WHERE row_id = ${typed('UUID', install.row_id)}`);
    expect(await judgeAll({ from: new Date('2026-03-01T12:00:00Z') })).toEqual([]);
    expect(await verdicts()).toEqual({ fraud: 2 });
    const all = await judgeAll({ where: sql`kind = 'install'` });
    expect(all).toEqual([{ from: 'fraud', to: 'clean', events: 2 }]);
    expect(await verdicts()).toEqual({ clean: 2 });
  });
});
