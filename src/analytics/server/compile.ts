import type { Scope } from '#platform/server/access/scope.ts';
import { applyOrder } from './passes/apply-order.ts';
import { applyPaging } from './passes/apply-paging.ts';
import { applyScope } from './passes/apply-scope.ts';
import { applySearch } from './passes/apply-search.ts';
import { applyStanding } from './passes/apply-standing.ts';
import { resolveTimeGrain } from './passes/resolve-time-grain.ts';
import type { Query } from './query.ts';
import type { Question } from './question.ts';

/** A small rewrite of the query. New behaviour is a new file in `passes` and one line here. */
export type Pass = (query: Query, question: Question) => Query;

const PASSES: readonly Pass[] = [resolveTimeGrain, applyStanding, applySearch, applyOrder, applyPaging];

/** A widget and its filters as a query; the scope comes first and cannot be left out. */
export function compile(scope: Scope, question: Question): Query {
  const scoped = applyScope(scope, start(question), question);
  return PASSES.reduce((query, pass) => pass(query, question), scoped);
}

function start({ widget, info }: Question): Query {
  const stored = (widget.extra ?? []).filter((measure) => measure !== 'percentage');
  return {
    package: info.package_name,
    ...(widget.by ? { name: widget.by } : {}),
    underPublisher: widget.underPublisher ?? false,
    byDay: false,
    timeZone: info.time_zone,
    suspectCountsAs: info.suspect_counts_as,
    measures: ['total', 'fraud', 'suspect', ...stored],
    where: [],
  };
}
