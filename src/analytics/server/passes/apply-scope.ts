import type { Scope } from '#platform/server/access/scope.ts';
import { mayAskFor, scopedWhere } from '#traffic/event/server/traffic-where.ts';
import type { Query } from '../query.ts';
import type { Question } from '../question.ts';

/**
 * Whose rows, of which kinds and days, and what was ticked; anything foreign that is named is refused here, as are keys
 * that the caller may not tell rows apart by.
 */
export const applyScope = (scope: Scope, query: Query, { board, filters, info }: Question): Query => {
  const { from, to, where, not = {}, keys = {} } = filters;
  for (const key of query.keys ?? []) mayAskFor(scope, key);
  const asked = {
    package: info.package_name,
    kinds: board.dataset.kinds,
    from,
    to,
    timeZone: info.time_zone,
    where,
    not,
    keys,
  };
  return { ...query, where: [scopedWhere(scope, asked, query.dataset.columns), ...query.where] };
};
