// @long the engine plans rules of a dozen versions
// @drawn which rows a rule can change, form by form
import { beforeAll, describe, expect, it } from 'vitest';
import { all, any, oneOf } from '#platform/contract/condition.ts';
import { createPackage } from '#platform/server/access/packages.ts';
import { conditionSql } from '#platform/server/clickhouse/condition-sql.ts';
import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { namesSource } from '#traffic/event/contract/condition-fields.ts';
import { TRAFFIC_SQL_FIELDS } from '#traffic/event/server/field-sql.ts';
import { openScratch, type Scratch } from '#traffic/event/server/scratch.ts';
import { ruleSetTable } from '#traffic/judge/server/tables.ts';
import type { RuleSet } from '#traffic/rules/contract/rule.ts';
import { defaultRuleSet, SOURCE_RULES } from '#traffic/rules/server/registry.ts';
import { planRules } from '#traffic/rules/server/rule-plan.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../../test/support/use-database.ts';
import { chance } from '../../testing/random-events.ts';
import { eventsWithFacts } from '../../testing/random-facts.ts';
import { storeRandomSources } from '../../testing/random-sources.ts';
import { special } from '../../testing/special-rules.ts';
import { storedSource } from '../facts/source-facts-sql.ts';
import type { Policy } from '../load-policy.ts';
import { withVerdicts } from '../verdicts/judge-sql.ts';
import { DIFFERS, storedRows } from '../verdicts/write-changes.ts';
import { rowsToJudge } from './rows-to-judge.ts';
import { asksOfEvent, isSettledBySource } from './source-hits.ts';
import { type Touching, touchedRows } from './touched-rows.ts';

const ch = useClickHouse();
const database = useDatabase();
const EVENTS = 6_000;
const ALL = sql`package = 'shop'`;

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

const policyOf = (ruleSet: RuleSet, more: Partial<Policy> = {}): Policy => ({
  ruleSet,
  whiteList: [],
  suspectCountsAs: 'clean' as const,
  source: storedSource('shop'),
  ...more,
});

async function save({ version, rules, custom = [] }: RuleSet): Promise<void> {
  await database.db
    .insert(ruleSetTable)
    .values({
      packageName: 'shop',
      version,
      rules,
      custom: [...custom],
      effectiveFrom: new Date(0),
      reason: '',
      author: '',
    })
    .onConflictDoNothing();
}

/** Versions of rule sets whose judged events lie in a table of their own. */
const kept = new Set<number>();

/** Events judged under a rule set, by the sources as they are first; many tests begin with the same ones. */
async function store(ruleSet: RuleSet): Promise<void> {
  await save(ruleSet);
  await storeRandomSources(ch, 1);
  const own = trusted(`kept_${ruleSet.version}`);
  if (!kept.has(ruleSet.version)) {
    const next = chance(ruleSet.version);
    const events = eventsWithFacts(EVENTS, ruleSet.version, defaultRuleSet()).map((event) => ({
      ...event,
      sub_publisher: ['', 's1', 's2'][Math.floor(next() * 3)],
    }));
    await ch.command(sql`CREATE OR REPLACE TABLE stage AS traffic ENGINE = Memory`);
    await ch.insert('stage', events);
    await ch.command(sql`CREATE TABLE ${own} AS traffic`);
    await ch.command(
      sql`INSERT INTO ${own} SELECT * FROM (${withVerdicts(sql`SELECT * FROM stage`, policyOf(ruleSet))})`,
    );
    kept.add(ruleSet.version);
  }
  await ch.command(sql`TRUNCATE TABLE traffic`);
  await ch.command(sql`INSERT INTO traffic SELECT * FROM ${own}`);
}

const differing = async (rows: ReturnType<typeof sql>): Promise<string[]> =>
  (
    await ch.query<{ found: string }>(
      sql`SELECT toString((row_id, verdict, reason, hits)) AS found FROM (${rows}) WHERE ${DIFFERS} ORDER BY found`,
    )
  ).map(({ found }) => found);

const withLimits = (version: number, change: (id: string, limit: number) => number): RuleSet => {
  const { rules } = defaultRuleSet();
  return {
    version,
    rules: Object.fromEntries(
      Object.entries(rules).map(([id, rule]) => [
        id,
        {
          ...rule,
          limits: Object.fromEntries(Object.entries(rule.limits).map(([name, limit]) => [name, change(id, limit)])),
        },
      ]),
    ),
  };
};
const aboutSources = new Set(SOURCE_RULES.map(({ id }) => id));
const standard: RuleSet = { ...defaultRuleSet(), version: 21 };
const own: RuleSet = { ...special(defaultRuleSet()), version: 22 };
/** The newest first; the sixth counts for most of the time. */
const dozen = (sixth: RuleSet) =>
  Array.from({ length: 12 }, (_, n) => ({
    ruleSet: n === 6 ? sixth : withLimits(60 + n, (id, limit) => (aboutSources.has(id) ? limit + n : limit)),
    until: new Date(Date.parse('2026-03-25T00:00:00Z') - (n > 6 ? 15 + n : n) * 86_400_000),
  }));
const doubled = withLimits(31, (id, limit) => (aboutSources.has(id) ? limit * 2 : limit));

async function chosen(scratch: Scratch, touching: Touching) {
  const touched = await touchedRows(scratch, database, touching, {});
  if (!touched) throw new Error('No rule differs');
  const found = await rowsToJudge(scratch, { within: ALL, policy: touching.policy, touched }, {});
  return { ...found, events: found.hours.reduce((sum, hour) => sum + hour.events, 0) };
}

describe('events that are judged again', { timeout: 120_000 }, () => {
  it.each([
    ['the facts about sources are new', standard, policyOf(standard), true, 0.8],
    ["they are, under settings of publishers and rules of people's own", own, policyOf(own), true, 1],
    ['limits of rules on sources are others', standard, policyOf(doubled), false, 0.5],
    ['both are', own, policyOf(doubled), true, 1],
    [
      'another version counts for part of the time',
      standard,
      policyOf(doubled, { earlier: [{ ruleSet: standard, until: new Date('2026-03-10T00:00:00Z') }] }),
      true,
      0.8,
    ],
    [
      'a dozen versions count for a part of the time each',
      standard,
      policyOf(doubled, { earlier: dozen(standard) }),
      true,
      1,
    ],
    [
      'one of a dozen has been made anew, as a preview asks',
      standard,
      policyOf(doubled, { earlier: dozen({ ...withLimits(21, (_, limit) => limit), custom: own.custom ?? [] }) }),
      false,
      1,
    ],
  ] as const)('are all that change, and not all there are: %s', async (_name, before, policy, newSources, most) => {
    await store(before);
    for (const { ruleSet } of [policy, ...(policy.earlier ?? [])]) await save(ruleSet);
    if (newSources) await storeRandomSources(ch, 2);
    const wanted = await differing(withVerdicts(storedRows(ALL), policy));
    expect(wanted.length).toBeGreaterThan(50);
    const touching = { package: 'shop', within: ALL, range: {}, policy, newSources };
    await using scratch = openScratch(ch);
    const found = await chosen(scratch, touching);
    expect(await differing(withVerdicts(found.rows(sql`true`), policy, found.hints))).toEqual(wanted);
    expect(found.events).toBeLessThanOrEqual(EVENTS * most);
  });

  it('are found where thirty versions that differ in one block each have judged events', async () => {
    const blocked = (n: number): RuleSet => ({
      ...defaultRuleSet(),
      version: 100 + n,
      custom: [
        {
          id: 'custom.blocked-publisher',
          title: 'Blocked publishers',
          reason: 'human.blocked',
          kinds: ['click'],
          when: oneOf('publisher', ['p1', `blocked ${n}`]),
          mode: 'fraud',
        },
      ],
    });
    const sets = Array.from({ length: 30 }, (_, n) => blocked(n));
    const [newest, ...earlier] = sets.toReversed();
    if (!newest) throw new Error('No version');
    await store(newest);
    for (const set of sets) await save(set);
    await storeRandomSources(ch, 2);
    const days = earlier.map((ruleSet, n) => ({ ruleSet, until: new Date(Date.UTC(2026, 1, 28) - n * 86_400_000) }));
    const policy = policyOf(newest, { earlier: days });
    const wanted = await differing(withVerdicts(storedRows(ALL), policy));
    const versions = sets.map(({ version }) => version);
    await using scratch = openScratch(ch);
    const found = await chosen(scratch, {
      package: 'shop',
      within: ALL,
      range: {},
      policy,
      newSources: true,
      versions,
    });
    expect(await differing(withVerdicts(found.rows(sql`true`), policy, found.hints))).toEqual(wanted);
    expect(wanted.length).toBeGreaterThan(50);
  });

  it('are none where sources show the same as before', async () => {
    await store(standard);
    await ch.command(sql`INSERT INTO source_fact SELECT * REPLACE (2 AS version) FROM source_fact`);
    const touching = { package: 'shop', within: ALL, range: {}, policy: policyOf(standard), newSources: true };
    await using scratch = openScratch(ch);
    const { events } = await chosen(scratch, touching);
    // Rules on source and event together look at events of sources that answer to one of them, not at every event that has
    // what they ask of it.
    const byBoth = planRules(standard).filter(
      (rule) => rule.cases.some(({ when }) => namesSource(when)) && !isSettledBySource(rule),
    );
    const asks = byBoth.map(({ kinds, cases }) =>
      all(oneOf('kind', [...kinds]), any(...cases.map(({ when }) => asksOfEvent(when)))),
    );
    const [asked] = await ch.query<{ n: number }>(
      sql`SELECT countIf(${conditionSql(any(...asks), TRAFFIC_SQL_FIELDS)}) AS n FROM traffic`,
    );
    expect(byBoth.length).toBeGreaterThan(10);
    expect(events).toBeLessThan(0.6 * (asked?.n ?? 0));
  });
});
