import { describe, expect, it } from 'vitest';
import { all, eq, known, oneOf } from '#platform/contract/condition.ts';
import { jsonLines } from '#platform/server/clickhouse/json-lines.ts';
import { renderInline, sql } from '#platform/server/clickhouse/sql.ts';
import type { Decision, EventKind } from '#traffic/event/contract/event.ts';
import { SOURCE_FACT_NAMES } from '#traffic/event/contract/source-facts.ts';
import { SOURCE_FAMILIES } from '#traffic/event/contract/source-families.ts';
import type { CustomRule, RuleSet, SourceDecision, WhiteListEntry } from '#traffic/rules/contract/rule.ts';
import { defaultRuleSet } from '#traffic/rules/server/registry.ts';
import { compileJudge, type Judgement } from '#traffic/rules/server/verdict.ts';
import { sample } from '../../../../../test/support/sample.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { chance } from '../../testing/random-events.ts';
import { eventsWithFacts } from '../../testing/random-facts.ts';
import { storeRandomSources, USUAL } from '../../testing/random-sources.ts';
import { special } from '../../testing/special-rules.ts';
import { storedSource } from '../facts/source-facts-sql.ts';
import { type Policy, ruleSetAt } from '../load-policy.ts';
import { judgeFew } from './judge-few.ts';
import { withVerdicts } from './judge-sql.ts';

const ch = useClickHouse();
const ROWS = sql`SELECT * FROM traffic`;

const entry = (
  id: number,
  condition: WhiteListEntry['condition'],
  from: string | null = null,
  expires: string | null = null,
) => ({
  id,
  condition,
  reason: 'test',
  from,
  expires,
});

const WHITE_LIST: WhiteListEntry[] = [
  entry(3, eq('ip', '203.0.113.5'), '2026-03-01T00:00:30.000Z', '2026-03-01T00:20:00.000Z'),
  entry(4, eq('ip', '203.0.113.5'), '2026-03-10T00:00:00.000Z'),
  entry(5, eq('device_id', 'device-3')),
  entry(6, { field: 'ip', op: 'inNetwork', values: ['2001:db8::/32'] }, null, '2026-03-02T00:00:00.000Z'),
  entry(7, { field: 'ip', op: 'inNetwork', values: ['198.0.0.0/8'] }, '2026-03-20T00:00:00.000Z'),
  entry(8, eq('publisher', '')),
  entry(9, eq('ip', '::')),
  entry(10, all(oneOf('publisher', ['p2']), known('ua_class')), '2026-03-02T00:00:00.000Z'),
  entry(11, eq('kind', 'visit'), '2026-03-25T00:00:00.000Z'),
  entry(12, { field: 'ip', op: 'inNetwork', values: ['::/0'] }, '2026-04-05T00:00:00.000Z'),
  // Give way to those above, also to younger ones, and to each other by age.
  { ...entry(1, eq('publisher', 'p1')), categories: ['clk', 'dev'] },
  { ...entry(13, oneOf('publisher', ['p1', 'p3']), null, '2026-03-28T00:00:00.000Z'), categories: ['net'] },
];

const decided = (
  id: number,
  publisher: string,
  site: string | null,
  state: SourceDecision['state'],
  from: string | null = null,
) => ({
  id,
  publisher,
  sub_publisher: site,
  state,
  reason: 'test',
  from,
});

/** Sites and whole publishers, several words about one, and a site that names none. */
const SOURCE_DECISIONS: SourceDecision[] = [
  decided(1, 'p1', 's1', 'confirmed'),
  decided(2, 'p1', null, 'cleared', '2026-03-05T00:00:00.000Z'),
  decided(3, 'p1', 's1', 'cleared', '2026-03-20T00:00:00.000Z'),
  decided(4, 'p2', null, 'confirmed', '2026-03-10T12:00:00.000Z'),
  decided(5, 'p2', '', 'cleared'),
  decided(6, 'p1', 's2', 'cleared'),
];

const marked = (ruleSet: RuleSet): RuleSet => ({
  version: 9,
  rules: Object.fromEntries(
    Object.entries(ruleSet.rules).map(([id, rule], index) => [
      id,
      { ...rule, mode: (['on', 'mark', 'off'] as const)[index % 3] ?? 'on' },
    ]),
  ),
});

/** The facts of each row's source, looked up without the code under test. */
async function sourcesByRow(): Promise<Map<string, Record<string, unknown>>> {
  const rows = await ch.query<
    Record<string, unknown> & { level: string; publisher: string; sub_publisher: string; family: string; day: string }
  >(sql`SELECT * FROM source_fact FINAL`);
  const keyOf = (...parts: string[]) => parts.join(' | ');
  const bySource = new Map(
    rows.map((row) => [keyOf(row.level, row.publisher, row.sub_publisher, row.family, row.day), row]),
  );
  const events = await ch.query<{
    row_id: string;
    publisher: string;
    sub_publisher: string;
    kind: EventKind;
    day: string;
    unnamed: number;
    delay: number;
  }>(sql`SELECT row_id, publisher, sub_publisher, kind, toString(toDate(ts)) AS day,
      if(event_name = '' AND currency = '', toFloat64(revenue), 0) AS unnamed,
      ifNull(if(impression_to_click_seconds >= 0, impression_to_click_seconds, click_after_seconds), -1) AS delay FROM traffic`);
  return new Map(
    events.map(({ row_id, publisher, sub_publisher, kind, day, unnamed, delay }) => {
      const family =
        Object.entries(SOURCE_FAMILIES).find(([, kinds]) => kinds.some((each) => each === kind))?.[0] ?? '';
      const found =
        bySource.get(keyOf('sub_publisher', publisher, sub_publisher, family, day)) ??
        bySource.get(keyOf('rest', publisher, '', family, day));
      const usual = Object.keys(found?.usual_amounts ?? {}).length > 0 ? USUAL : Number.NaN;
      const times = unnamed > 0 && usual > 0 ? unnamed / usual : null;
      const facts = Object.fromEntries(SOURCE_FACT_NAMES.map((name) => [name, found?.[name]]));
      const commonest = Number(found?.source_click_delay_times ?? 0);
      const source_click_delay_times = delay >= 0 && commonest > 0 ? delay / commonest : null;
      return [row_id, { ...facts, source_revenue_times: times, source_click_delay_times }];
    }),
  );
}

/**
 * A part of the rows through the few-rows way: read from the store, judged in JavaScript, compared with the engine's
 * answer.
 */
async function expectFewAlike(policy: Policy): Promise<void> {
  const some = sql`SELECT * FROM traffic WHERE cityHash64(row_id) % 20 = 0`;
  const bySql = await ch.query<Judgement & { key: string }>(
    sql`SELECT toString(row_id) AS key, verdict, reason, hits, whitelist_id, rule_version FROM (${withVerdicts(some, policy)}) ORDER BY key`,
  );
  const few = await judgeFew(ch, some, policy);
  expect(few?.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual(bySql);
  expect(bySql.length).toBeGreaterThan(100);
}

/**
 * The judge must not see what the engine told. Taken off in place: a copy of a row with its hundred columns costs more
 * than judging it.
 */
const NOT_TOLD = {
  verdict: undefined,
  reason: undefined,
  hits: undefined,
  whitelist_id: undefined,
  rule_version: undefined,
};

/** As they come: all of them held together keep the collector busier than the judge. */
const judgedOneByOne = async (policy: Policy) =>
  jsonLines<Judgement & { row_id: string; decision: Decision } & Record<string, unknown>>(
    await ch.stream(withVerdicts(ROWS, policy), 'lines'),
  );

describe('judged columns', { timeout: 180_000 }, () => {
  const policies: [string, RuleSet, WhiteListEntry[], SourceDecision[]?][] = [
    ['every rule on', defaultRuleSet(), []],
    ['every rule on, with a white list', defaultRuleSet(), WHITE_LIST],
    ['rules on, marking and off', marked(defaultRuleSet()), WHITE_LIST],
    ['every rule on, with decisions about sources', defaultRuleSet(), WHITE_LIST.slice(0, 3), SOURCE_DECISIONS],
    ["settings of publishers and rules of people's own", special(defaultRuleSet()), WHITE_LIST],
    ['no rule at all', { version: 3, rules: {} }, []],
  ];
  it.each(sample('policies of judging', policies, 2))(
    'equal the JavaScript judge on 20,000 events: %s',
    async (_name, ruleSet, whiteList, sourceDecisions = []) => {
      await ch.command(sql`TRUNCATE TABLE traffic`);
      const next = chance(ruleSet.version + 100);
      await ch.insert(
        'traffic',
        eventsWithFacts(20_000, ruleSet.version, defaultRuleSet()).map((event) => ({
          ...event,
          sub_publisher: ['', 's1', 's2'][Math.floor(next() * 3)],
        })),
      );
      await storeRandomSources(ch, ruleSet.version);
      const judge = compileJudge(ruleSet, whiteList, sourceDecisions);
      const policy: Policy = {
        ruleSet,
        whiteList,
        sourceDecisions,
        suspectCountsAs: 'clean',
        source: storedSource('shop'),
      };
      await expectFewAlike(policy);
      expect(await judgeFew(ch, ROWS, policy)).toBeUndefined();
      const sources = await sourcesByRow();
      const taken = new Map<string, number>();
      let compared = 0;
      for await (const row of await judgedOneByOne(policy)) {
        const { verdict, reason, hits, whitelist_id, rule_version } = row;
        const told = { verdict, reason, hits, whitelist_id, rule_version };
        const facts = Object.assign(row, NOT_TOLD, sources.get(row.row_id));
        const expected = judge(facts, row.decision);
        compared++;
        if (JSON.stringify(told) !== JSON.stringify({ ...told, ...expected }))
          expect({ told, facts }).toEqual({ told: expected, facts });
        for (const branch of [verdict, reason, `entry ${whitelist_id}`])
          taken.set(branch, (taken.get(branch) ?? 0) + 1);
      }
      expect(compared).toBe(20_000);
      // Otherwise the comparison would prove nothing.
      if (ruleSet.version === 1)
        expect([...taken.keys()]).toEqual(
          expect.arrayContaining(['clean', 'suspect', 'fraud', 'human.fraud', 'evt.inherited']),
        );
      if (ruleSet.custom) expect([...taken.keys()]).toContain('human.blocked');
      if (sourceDecisions.length > 0) expect([...taken.keys()]).toContain('human.source');
      if (whiteList.length > 3)
        expect([...taken.keys()]).toEqual(
          expect.arrayContaining([1, 3, 4, 5, 6, 7, 10, 11, 12, 13].map((id) => `entry ${id}`)),
        );
      expect(taken.get('entry 8') ?? taken.get('entry 9')).toBeUndefined();
    },
  );

  it('follow the rule set in force at the time of the event, whenever it is judged', async () => {
    await ch.command(sql`TRUNCATE TABLE traffic`);
    await ch.insert('traffic', eventsWithFacts(5_000, 4, defaultRuleSet()));
    const policy: Policy = {
      ruleSet: { version: 3, rules: {} },
      earlier: [
        { ruleSet: marked(defaultRuleSet()), until: new Date('2026-03-20T00:00:00Z') },
        { ruleSet: defaultRuleSet(), until: new Date('2026-03-01T00:30:00Z') },
      ],
      whiteList: WHITE_LIST,
      suspectCountsAs: 'clean',
    };
    const rows = await ch.query<Judgement & { decision: Decision; ts: string }>(withVerdicts(ROWS, policy));
    await expectFewAlike(policy);
    const judges = new Map<number, ReturnType<typeof compileJudge>>();
    for (const { verdict, reason, hits, whitelist_id, rule_version, ...facts } of rows) {
      const ruleSet = ruleSetAt(policy, new Date(`${facts.ts.replace(' ', 'T')}Z`));
      const judge = judges.get(ruleSet.version) ?? compileJudge(ruleSet, WHITE_LIST);
      judges.set(ruleSet.version, judge);
      expect({ verdict, reason, hits, whitelist_id, rule_version }).toEqual(judge(facts, facts.decision));
    }
    expect([...judges.keys()].sort()).toEqual([1, 3, 9]);
  });

  it('stay right, and the question short, over sixty versions that differ in a rule each', async () => {
    await ch.command(sql`TRUNCATE TABLE traffic`);
    await ch.insert('traffic', eventsWithFacts(5_000, 4, defaultRuleSet()));
    const { rules } = defaultRuleSet();
    const begin = Date.parse('2026-03-01T00:00:00Z');
    const own = (n: number): CustomRule => ({
      id: 'custom.own',
      title: 'Own',
      reason: 'clk.fast',
      kinds: ['click', 'install', 'visit'],
      mode: n % 2 === 0 ? 'fraud' : 'suspect',
      when: oneOf('publisher', [`p${n % 3}`, `late-${n}`]),
    });
    const version = (n: number): RuleSet => ({
      version: n,
      // Comes in some, is changed in others, and goes again.
      rules: n % 7 === 3 ? marked({ version: n, rules }).rules : rules,
      custom: n % 5 === 0 ? [] : [own(n)],
    });
    const chain = Array.from({ length: 60 }, (_, index) => version(index + 1));
    const [newest = version(61), ...older] = [version(61), ...chain.toReversed()];
    const policy: Policy = {
      ruleSet: newest,
      earlier: older.map((ruleSet) => ({ ruleSet, until: new Date(begin + ruleSet.version * 6 * 3_600_000) })),
      whiteList: WHITE_LIST,
      suspectCountsAs: 'clean',
    };
    const one = renderInline(withVerdicts(ROWS, { ...policy, earlier: [] })).length;
    expect(renderInline(withVerdicts(ROWS, policy)).length).toBeLessThan(4 * one);
    const rows = await ch.query<Judgement & { decision: Decision; ts: string }>(withVerdicts(ROWS, policy));
    await expectFewAlike(policy);
    const judges = new Map<number, ReturnType<typeof compileJudge>>();
    const verdicts = new Set<string>();
    for (const { verdict, reason, hits, whitelist_id, rule_version, ...facts } of rows) {
      const ruleSet = ruleSetAt(policy, new Date(`${facts.ts.replace(' ', 'T')}Z`));
      const judge = judges.get(ruleSet.version) ?? compileJudge(ruleSet, WHITE_LIST);
      judges.set(ruleSet.version, judge);
      expect({ verdict, reason, hits, whitelist_id, rule_version }).toEqual(judge(facts, facts.decision));
      if (hits.includes('custom.own')) verdicts.add(verdict);
    }
    expect(judges.size).toBeGreaterThan(40);
    expect([...verdicts]).toEqual(expect.arrayContaining(['clean', 'fraud', 'suspect']));
  });
});
