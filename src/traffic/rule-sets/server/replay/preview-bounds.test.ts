// @drawn one form of a replay among many
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { any, type Condition, gt } from '#platform/contract/condition.ts';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import { type Scope, systemScope } from '#platform/server/access/scope.ts';
import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { ruleSetTable } from '#traffic/judge/server/tables.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import type { CustomRule } from '#traffic/rules/contract/rule.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { scopeAs } from '../../../../../test/support/scope-as.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../../test/support/use-database.ts';
import { draftOf } from '../draft.ts';
import { saveRuleSet } from '../rule-set-store.ts';
import { previewRules } from './preview-rules.ts';
import { PreviewTurns } from './preview-turns.ts';

vi.setConfig({ testTimeout: 120_000 });

const clickhouse = useClickHouse();
const database = useDatabase();
const now = () => new Date('2026-03-25T12:00:00Z');
const EVENTS = 300;
const PACKAGES = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'];

/** The real engine, of which every statement is written down. */
const asked: string[] = [];
const watched: ClickHouse = {
  query: (question, options) => {
    asked.push(options?.tag ?? '');
    return clickhouse.query(question, options);
  },
  command: (statement, options) => {
    asked.push(options?.tag ?? '');
    return clickhouse.command(statement, options);
  },
  insert: clickhouse.insert,
  stream: clickhouse.stream,
  info: clickhouse.info,
  whileNobodyWrites: clickhouse.whileNobodyWrites,
  userFiles: '',
  changes: 0,
  close: clickhouse.close,
};
const stores = { clickhouse: watched, database, now };

beforeAll(async () => {
  for (const name of [...PACKAGES, 'dear'])
    await createPackage(database, {
      name,
      title: name,
      platform: 'app',
      timeZone: 'UTC',
      currency: 'EUR',
      dashboardTypes: [],
    });
  await importEvents(clickhouse, database, 'p0', eventsWithFacts(EVENTS, 3, defaultRuleSet()));
});

const person = (userId: number): Scope => scopeAs({ userId, roleName: 'admin', packages: [] });
const own = (count: number, each: number, leaf: (index: number) => Condition): CustomRule[] =>
  Array.from({ length: count }, (_, rule) => ({
    id: `custom.r${rule}`,
    title: `Rule ${rule}`,
    reason: 'clk.frequency',
    kinds: ['click'],
    mode: 'suspect',
    when: any(...Array.from({ length: each }, (_unused, index) => leaf(rule * each + index))),
  }));
const expression = (index: number): Condition => ({ field: 'url', op: 'matches', value: `nothing${index}[0-9]+x` });
const plain = (index: number): Condition => gt('clicks_1m', 100 + index);

const draftWith = async (name: string, custom: readonly CustomRule[]): Promise<RuleSetDraft> => {
  const { ruleSet } = await loadPolicy(database, name);
  return draftOf({ ...ruleSet, custom });
};
const infoOf = (name: string) => packageInfoOf(systemScope(), database, name, now());
const preview = async (
  name: string,
  custom: readonly CustomRule[],
  options: { turns?: PreviewTurns; most?: number; days?: number; signal?: AbortSignal } = {},
  scope = person(1),
) => {
  const { days = 30, ...rest } = options;
  return previewRules(scope, stores, await infoOf(name), { draft: await draftWith(name, custom), days }, rest);
};

describe('a preview that asks too much', () => {
  it('is refused before any statement when it holds hundreds of expressions, naming the rule they are in', async () => {
    asked.length = 0;
    await expect(preview('p0', own(20, 10, expression))).rejects.toMatchObject({
      code: 'refused',
      field: 'custom.custom.r0',
      told: { code: 'rules_too_dear', values: { points: 8_000, most: 5_000, rule: 'Rule 0', own: 400 } },
    });
    expect(asked).toEqual([]);
  });

  it('is refused before anything is judged where its range has too many events, with the days that fit', async () => {
    asked.length = 0;
    // 4,000 points of 300 events are 0.012 seconds.
    const ten = own(10, 10, expression);
    await expect(preview('p0', ten, { most: 0.004 })).rejects.toMatchObject({
      code: 'refused',
      field: 'days',
      told: { code: 'preview_too_long', values: { events: EVENTS, days: 10 } },
    });
    await expect(preview('p0', ten, { most: 0.000_1 })).rejects.toMatchObject({
      code: 'refused',
      field: 'custom',
      told: { code: 'preview_too_heavy' },
    });
    expect(new Set(asked)).toEqual(new Set(['newest-day', '', 'preview-events']));
    expect((await preview('p0', ten)).events).toBe(EVENTS);
  });

  it('is answered with what people do: a hundred rules of plain comparisons, and three dozen expressions', async () => {
    expect((await preview('p0', own(100, 3, plain))).events).toBe(EVENTS);
    expect((await preview('p0', own(12, 3, expression))).events).toBe(EVENTS);
  });
});

describe('rules that were saved before there was a bound', () => {
  it('may be changed and previewed as long as they do not become dearer', async () => {
    const { ruleSet } = await loadPolicy(database, 'dear');
    const custom = own(20, 10, expression);
    const [first, ...others] = custom;
    await database.db.insert(ruleSetTable).values({
      packageName: 'dear',
      version: 2,
      rules: ruleSet.rules,
      custom,
      author: 'x',
      reason: 'x',
      effectiveFrom: null,
      createdAt: now(),
    });
    const save = async (rules: readonly CustomRule[]) =>
      saveRuleSet(person(1), stores, await infoOf('dear'), {
        baseVersion: 2,
        reason: 'because',
        draft: await draftWith('dear', rules),
      });
    const dearer = [...custom, ...own(21, 1, plain).slice(20)];
    await expect(preview('dear', dearer)).rejects.toMatchObject({ told: { code: 'rules_too_dear' } });
    await expect(save(dearer)).rejects.toMatchObject({ told: { code: 'rules_too_dear' } });
    expect(first).toBeDefined();
    expect((await preview('dear', others)).changed).toBe(0);
    expect(await save(others)).toBe(3);
  });
});

describe('previews at once', () => {
  it('of one person and package are one: a newer one takes the place of those before it', async () => {
    asked.length = 0;
    const turns = new PreviewTurns();
    const all = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) =>
        preview(
          'p0',
          own(1, 1, () => plain(index)),
          { turns },
        ),
      ),
    );
    const answered = all.filter(({ status }) => status === 'fulfilled');
    const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(answered.length).toBe(1);
    // One preview makes five statements on the heavy lane.
    expect(asked.filter((tag) => tag === 'rule-replay').length).toBeLessThan(10);
    expect(refused.map(({ code, told }) => [code, told?.code])).toEqual(
      Array.from({ length: 39 }, () => ['conflict', 'preview_replaced']),
    );
  });

  it('let another person wait for one of them, however many packages the first asks about', async () => {
    const turns = new PreviewTurns();
    const ended: string[] = [];
    const ask = async (name: string, who: number) => {
      await preview(name, own(5, 10, expression), { turns }, person(who));
      ended.push(`person ${who}`);
    };
    // All of them wait before the first begins, so that nothing hangs on how fast the machine is.
    let open = (): void => {};
    const closed = new Promise<void>((resolve) => {
      open = resolve;
    });
    const before = turns.run(person(3), 'p0', ({ wait }) => wait(() => closed));
    const waiting = (count: number) =>
      vi.waitFor(() => expect(turns.waiting).toBe(count), { timeout: 60_000, interval: 10 });
    const first = PACKAGES.map((name) => ask(name, 1));
    await waiting(PACKAGES.length);
    const other = ask('p0', 2);
    await waiting(PACKAGES.length + 1);
    open();
    await Promise.all([before, ...first, other]);
    expect(ended.length).toBe(PACKAGES.length + 1);
    expect(ended.indexOf('person 2')).toBe(1);
  });

  it('are given up when the caller goes away, without a word about another', async () => {
    const caller = new AbortController();
    const left = preview('p0', own(1, 1, plain), { signal: caller.signal });
    caller.abort();
    await expect(left).rejects.toMatchObject({ name: 'QueryCancelled' });
  });
});
