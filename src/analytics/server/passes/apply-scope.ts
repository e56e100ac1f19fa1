import type { Scope } from '#platform/server/access/scope.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import type { Query } from '../query.ts';
import type { Question } from '../question.ts';

/** Whose rows, of which kind and days, and what was ticked; anything foreign that is named is refused here. */
export const applyScope = (scope: Scope, query: Query, { board, filters, info }: Question): Query => ({
  ...query,
  where: [
    trafficWhere(scope, {
      package: info.package_name,
      kinds: [board.dataset.kind],
      from: filters.from,
      to: filters.to,
      timeZone: info.time_zone,
      where: filters.where,
    }),
    ...query.where,
  ],
});
