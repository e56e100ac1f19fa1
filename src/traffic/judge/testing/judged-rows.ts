import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { INSTALL_PATTERNS, installPatterns, PATTERN_NAMES, patternFacts } from '../server/facts/pattern-facts.ts';
import { origins, WINDOW_NAMES, windowFacts } from '../server/facts/window-facts.ts';
import type { Policy } from '../server/load-policy.ts';
import { withVerdicts } from '../server/verdicts/judge-sql.ts';
import { withFacts } from './with-facts.ts';

/**
 * Everything that judging adds to rows: window facts, origin of events, verdicts. `rows` holds all events of the
 * persons in it; `narrow` the same with `WINDOW_INPUT` only and is read many times, so it is best a table. This is the
 * definition of the judged state: whatever the order and the split of the imports, stored rows equal this over all
 * stored events.
 */
export function judgedRows(rows: Sql, policy: Policy, narrow = rows): Sql {
  const installsAndEvents = sql`SELECT * FROM (${rows}) WHERE kind IN ('install', 'click', 'app_event', 're_event')`;
  const installsJudged = withVerdicts(
    withFacts(installsAndEvents, [
      { names: WINDOW_NAMES, from: windowFacts(sql`SELECT * FROM (${narrow}) WHERE kind = 'install'`) },
      { names: INSTALL_PATTERNS, from: installPatterns(narrow) },
    ]),
    policy,
    // Of the events only the order counts here: what they inherit is asked next.
    { kinds: new Set<EventKind>(['install']) },
  );
  const complete = withFacts(rows, [
    { names: WINDOW_NAMES, from: windowFacts(narrow) },
    { names: PATTERN_NAMES, from: patternFacts(narrow) },
    { names: ['origin_reason', 'origin_verdict'], from: origins(installsJudged) },
  ]);
  return withVerdicts(complete, policy);
}
