import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { all, eq, not } from '#platform/contract/condition.ts';
import { createPackage, packageInfoOf } from '#platform/server/access/packages.ts';
import { systemScope } from '#platform/server/access/scope.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import type { VERDICTS } from '#traffic/event/contract/event.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { ruleSetTable } from '#traffic/judge/server/tables.ts';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { eventsWithFacts } from '#traffic/judge/testing/random-facts.ts';
import { setPrice } from '#traffic/money/server/price-store.ts';
import { setRate } from '#traffic/money/server/rate-store.ts';
import type { ReplayResult } from '#traffic/rule-sets/contract/replay.ts';
import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { sample } from '../../../../../test/support/sample.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../../test/support/use-database.ts';
import { draftOf } from '../draft.ts';
import { saveRuleSet, undoRuleSet } from '../rule-set-store.ts';
import { ruleRewriteTable } from '../tables.ts';
import { previewRules } from './preview-rules.ts';
import { rewriteHistory } from './rewrite-history.ts';

// Every step reads the conditions of all rules several times, which on a loaded machine takes seconds.
vi.setConfig({ testTimeout: 180_000 });

const clickhouse = useClickHouse();
const database = useDatabase();
const now = () => new Date('2026-03-25T12:00:00Z');
const stores = { clickhouse, database, now };
const scope = systemScope();
const PACKAGE = 'shop';
const ZONE = 'Asia/Kolkata';
const WINDOW_FACTS = [
  'repeat_gap_seconds',
  'clicks_1m',
  'clicks_1h',
  'clicks_24h',
  'install_repeat_days',
  'origin_reason',
];

/** Dollars are converted, and clicks without a cost have a price. */
const RATE = 0.9;
const PRICE = 0.25;
const UNPAID = ['', 'organic', 'direct'];
const spentOn = ({ cost, currency, kind, publisher }: Stored): number =>
  cost > 0
    ? cost * (currency === 'USD' ? RATE : 1)
    : ['click', 're_click'].includes(kind) && !UNPAID.includes(publisher.toLowerCase())
      ? PRICE
      : 0;

beforeAll(async () => {
  await createPackage(database, {
    name: PACKAGE,
    title: 'Shop',
    platform: 'app',
    timeZone: ZONE,
    currency: 'EUR',
    dashboardTypes: [],
  });
  const price = { publisher: '', basis: 'cpc', event_name: '', currency: 'EUR', from: '2025-01-01' } as const;
  await setPrice(scope, database, await info(), { ...price, amount: String(PRICE) });
  const rate = { package_name: PACKAGE, base: 'USD', quote: 'EUR', day: '2025-01-01', rate: String(RATE) };
  await setRate(scope, database, rate);
});
beforeEach(async () => {
  await clickhouse.command(sql`TRUNCATE TABLE traffic`);
  await database.db.delete(ruleRewriteTable);
  await database.db.delete(ruleSetTable);
});

const SEEDS = sample('random months', [11, 12], 1);
const events = (seed: number, count = 800) =>
  eventsWithFacts(count, seed, defaultRuleSet()).map((event, index) => ({
    ...Object.fromEntries(Object.entries(event).filter(([name]) => !WINDOW_FACTS.includes(name))),
    row_id: event.row_id,
    cost: (index % 7) * 0.37,
    currency: index % 3 === 0 ? 'USD' : 'EUR',
  }));
const info = () => packageInfoOf(scope, database, PACKAGE, now());

interface Stored {
  row_id: string;
  day: string;
  kind: string;
  publisher: string;
  currency: string;
  cost: number;
  verdict: (typeof VERDICTS)[number];
  reason: string;
  hits: string[];
}
/** Read row by row and counted here: independent of every query under test. */
const stored = () =>
  clickhouse.query<Stored>(sql`SELECT toString(row_id) AS row_id, toString(toDate(ts, 'Asia/Kolkata')) AS day, toString(kind) AS kind,
    publisher, currency, toFloat64(cost) AS cost, toString(verdict) AS verdict, reason, hits, origin_reason FROM traffic ORDER BY row_id`);

async function draft(change: (draft: RuleSetDraft) => void): Promise<RuleSetDraft> {
  const { ruleSet } = await loadPolicy(database, PACKAGE);
  const made = draftOf(ruleSet);
  change(made);
  return made;
}

const DRAFTS: [string, (draft: RuleSetDraft) => void][] = [
  ['a rule switched off', ({ rules }) => set(rules, 'data_center', 'off')],
  [
    'rules that only mark',
    ({ rules }) => {
      for (const id of ['click_injection', 'duplicate_click', 'emulator']) set(rules, id, 'mark');
    },
  ],
  [
    'a limit of one publisher',
    ({ rules }) => {
      const rule = rules.click_frequency;
      if (rule)
        rule.publishers = [
          { publisher: 'p1', limits: { perDay: 2, perHour: 2, perMinute: 1 } },
          { publisher: 'p2', mode: 'off' },
        ];
      if (rules.data_center)
        rules.data_center.publishers = [
          { publisher: 'p1', mode: 'off' },
          { publisher: 'p2', mode: 'mark' },
        ];
      if (rules.anonymizer) rules.anonymizer.publishers = [{ publisher: 'p1', mode: 'fraud' }];
    },
  ],
  [
    'limits of the whole package, one milder and one stricter',
    ({ rules }) => {
      const { duplicate_click: repeats, fast_click: fast } = rules;
      if (repeats) repeats.limits = Object.fromEntries(Object.keys(repeats.limits).map((name) => [name, 1]));
      if (fast) fast.limits = Object.fromEntries(Object.keys(fast.limits).map((name) => [name, 60]));
    },
  ],
  [
    'a rule of our own',
    ({ custom }) => {
      custom.push({
        id: 'custom.abcd1234',
        title: 'Long waits',
        reason: 'clk.flooding',
        kinds: ['install', 'click'],
        when: all(eq('publisher', 'p2'), not(eq('ip_class', 'vpn'))),
        mode: 'fraud',
      });
    },
  ],
  [
    'everything off',
    ({ rules }) => {
      for (const id of Object.keys(rules)) set(rules, id, 'off');
    },
  ],
];

function set(rules: RuleSetDraft['rules'], id: string, mode: 'off' | 'mark'): void {
  const rule = rules[id];
  if (!rule) throw new Error(`no ${id}`);
  rule.mode = mode;
}
const preview = async (wanted: RuleSetDraft, from?: string): Promise<ReplayResult> =>
  previewRules(scope, stores, await info(), { draft: wanted, days: 400, ...(from ? { from } : {}) });

async function save(wanted: RuleSetDraft, from?: string): Promise<number> {
  const { ruleSet } = await loadPolicy(database, PACKAGE);
  const version = await saveRuleSet(scope, stores, await info(), {
    baseVersion: ruleSet.version,
    draft: wanted,
    reason: 'because',
    from,
  });
  await rewriteHistory(stores, { package: PACKAGE, version });
  return version;
}

/** The parts of a preview that can be counted from the rows before and after. */
function counted(before: readonly Stored[], after: readonly Stored[], from: string) {
  const later = new Map(after.map((row) => [row.row_id, row]));
  const moves = new Map<string, number>();
  const days = new Map<string, number>();
  const publishers = new Map<string, number>();
  const money = new Map<string, number>();
  const moneyOfDays = new Map<string, number>();
  const assumedOn = new Set<string>();
  const ends = { clean: 0, suspect: 0, fraud: 0, filtered: 0 };
  for (const row of before.filter(({ day }) => day >= from)) {
    const next = later.get(row.row_id);
    if (!next) throw new Error('a row is gone');
    ends[next.verdict]++;
    if (row.verdict === next.verdict) continue;
    const add = (to: Map<string, number>, key: string, by = 1) => to.set(key, (to.get(key) ?? 0) + by);
    add(moves, `${row.verdict} ${next.verdict}`);
    add(days, row.day);
    add(publishers, row.publisher);
    const cost = next.verdict === 'fraud' ? spentOn(row) : row.verdict === 'fraud' ? -spentOn(row) : 0;
    add(money, 'EUR', cost);
    add(moneyOfDays, `${row.day} EUR`, cost);
    if (cost !== 0 && row.cost === 0) assumedOn.add(row.day);
  }
  return { moves, days, publishers, money, moneyOfDays, assumedOn, ends };
}

const sorted = (map: ReadonlyMap<string, number>) => [...map].filter(([, n]) => n !== 0).sort();

describe('a preview', () => {
  const some = sample('previewed changes', DRAFTS, 2);
  it.each(some)('promises to the unit what saving does: %s', async (_name, change) => {
    await importEvents(clickhouse, database, PACKAGE, events(5));
    const wanted = await draft(change);
    const before = await stored();
    const from = '2026-03-02';
    const promised = await preview(wanted, from);
    expect(await stored()).toEqual(before);
    await save(wanted, from);
    const after = await stored();
    const real = counted(before, after, from);
    expect(promised.changed).toBeGreaterThan(0);
    expect(sorted(new Map(promised.moves.map(({ from: a, to, events: n }) => [`${a} ${to}`, n])))).toEqual(
      sorted(real.moves),
    );
    expect(promised.after).toEqual(real.ends);
    expect(sorted(new Map(promised.days.map(({ day, changed }) => [day, changed])))).toEqual(sorted(real.days));
    expect(sorted(new Map(promised.publishers.map(({ publisher, changed }) => [publisher, changed])))).toEqual(
      sorted(real.publishers),
    );
    for (const { currency, to_fraud, from_fraud } of promised.money)
      expect(to_fraud - from_fraud).toBeCloseTo(real.money.get(currency) ?? 0, 6);
    expect(promised.days.filter(({ money }) => money.some((each) => each.assumed)).map(({ day }) => day)).toEqual(
      [...real.assumedOn].toSorted(),
    );
    const ofDays = promised.days.flatMap(({ day, money }) => money.map((each) => ({ day, ...each })));
    for (const { day, currency, to_fraud, from_fraud } of ofDays)
      expect(to_fraud - from_fraud).toBeCloseTo(real.moneyOfDays.get(`${day} ${currency}`) ?? 0, 6);
    const total = (amounts: Iterable<number>) => [...amounts].reduce((all, each) => all + Math.abs(each), 0);
    expect(total(ofDays.map((each) => each.to_fraud - each.from_fraud))).toBeCloseTo(
      total(real.moneyOfDays.values()),
      6,
    );
    // Clicks before it may have led to installs of these days.
    const earlier = (rows: readonly Stored[]) => rows.filter(({ day, kind }) => day < from && kind !== 'click');
    expect(earlier(before)).toEqual(earlier(after));
    for (const sample of promised.samples)
      expect(after.find(({ row_id }) => row_id === sample.row_id)).toMatchObject({ ...sample.after });
    expect(promised.samples.length).toBe(Math.min(20, promised.changed));
    expect((await preview(wanted, from)).changed).toBe(0);
  });

  it.each(SEEDS)('is what importing the same month again under the new rules gives (seed %i)', async (seed) => {
    const all = events(seed);
    await importEvents(clickhouse, database, PACKAGE, all);
    const wanted = await draft((made) => {
      for (const [, change] of DRAFTS.slice(0, 5)) change(made);
    });
    const promised = await preview(wanted);
    await save(wanted, promised.from);
    const rewritten = await stored();
    await clickhouse.command(sql`TRUNCATE TABLE traffic`);
    await importEvents(clickhouse, database, PACKAGE, all);
    expect(await stored()).toEqual(rewritten);
    const ends = { clean: 0, suspect: 0, fraud: 0, filtered: 0 };
    for (const { verdict } of rewritten) ends[verdict]++;
    expect(promised.after).toEqual(ends);
  });
});

describe('undo', () => {
  it('brings history back to what it was, and can be undone itself', async () => {
    await importEvents(clickhouse, database, PACKAGE, events(5));
    await save(await draft(({ rules }) => set(rules, 'data_center', 'off')), '2026-03-12');
    const once = await stored();
    await save(await draft(({ rules }) => set(rules, 'emulator', 'off')), '2026-03-02');
    const twice = await stored();
    expect(twice).not.toEqual(once);
    const undo = async (version: number) => {
      const made = await undoRuleSet(scope, stores, await info(), { version, reason: 'a mistake' });
      await rewriteHistory(stores, { package: PACKAGE, version: made });
      return made;
    };
    // Two versions judged what it covered, so two come back, each from its own day.
    const undone = await undo(3);
    expect(undone).toBe(5);
    expect(await stored()).toEqual(once);
    await undo(undone);
    expect(await stored()).toEqual(twice);
  });
});
