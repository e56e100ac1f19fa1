import { describe, expect, it } from 'vitest';
import { eq, oneOf } from '#platform/contract/condition.ts';
import { renderInline, sql } from '#platform/server/clickhouse/sql.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { trafficColumns } from '#traffic/event/server/traffic-columns.ts';
import { defaultRuleSet, RULES } from '#traffic/rules/server/registry.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { chance } from '../../testing/random-events.ts';
import { storedSource, unknownSource } from '../facts/source-facts-sql.ts';
import type { Policy } from '../load-policy.ts';
import { columnsRead, type RowHints, withVerdicts } from './judge-sql.ts';

const ch = useClickHouse();
const entry = { id: 4, condition: eq('ip', '203.0.113.5'), reason: 'test', from: null, expires: null };
const SOURCES = [undefined, unknownSource, storedSource('shop'), storedSource('shop', { to: new Date('2026-03-04') })];

/** Some rules kept, some of them present, some kinds, a source or none, a white list or none. */
function sample(seed: number): { policy: Policy; known: RowHints } {
  const next = chance(seed);
  const some = <T>(all: readonly T[], share: number): T[] => all.filter(() => next() < share);
  const kept = new Set(some(RULES, next()).map(({ id }) => id));
  const ruleSet = defaultRuleSet();
  const source = SOURCES[Math.floor(next() * SOURCES.length)];
  return {
    policy: {
      ruleSet,
      whiteList: next() < 0.5 ? [] : [entry, { ...entry, id: 5, condition: oneOf('publisher', ['a', 'b']) }],
      suspectCountsAs: 'clean',
      ...(source ? { source } : {}),
    },
    known: {
      ...(next() < 0.7 ? { kept, present: new Set(some([...kept], 0.3)) } : {}),
      ...(next() < 0.5 ? { kinds: new Set(some(EVENT_KINDS, 0.4)) } : {}),
    },
  };
}

describe('columnsRead', () => {
  it('names every column of traffic that the judging SQL reads, and hardly another', async () => {
    const columns = await trafficColumns(ch, 'traffic');
    // Written, not read; and `package` is a column of the facts about sources there.
    const written = new Set(['verdict', 'reason', 'hits', 'rule_version', 'whitelist_id', 'package']);
    let spare = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const { policy, known } = sample(seed);
      const text = renderInline(withVerdicts(sql`rows`, policy, known)).replace(/'[^']*'/g, "''");
      const inText = new Set((text.match(/\w+/g) ?? []).filter((word) => columns.has(word)));
      const read = columnsRead(policy, known);
      expect([seed, [...inText].filter((name) => !read.has(name) && !written.has(name))]).toEqual([seed, []]);
      spare += [...read].filter((name) => !inText.has(name)).length;
    }
    // Dates of the white list name `ts` or not, and so on: one or two a time.
    expect(spare / 60).toBeLessThan(2);
  });
});
