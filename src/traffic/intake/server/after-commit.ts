import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { LINK_INPUT } from '#traffic/judge/server/facts/link-facts.ts';
import { recomputeLinks } from '#traffic/judge/server/facts/recompute-links.ts';
import { recomputeTouched } from '#traffic/judge/server/recompute.ts';
import { rejudgeOutdated } from '#traffic/judge/server/rejudge-outdated.ts';
import { restoreDecisions } from '#traffic/judge/server/restore-decisions.ts';
import type { Because } from '#traffic/judge/server/verdict-changes.ts';
import { truncateNew } from '#traffic/privacy/server/truncate-new.ts';
import { ownRows } from './engine/commit.ts';
import type { RowOrigin } from './engine/fact-rows.ts';
import type { ImportDeps } from './run-import.ts';

/** An import whose rows have just become visible. */
export interface Committed {
  origin: RowOrigin;
  because: Because;
  /** Judges events again that the days taken away had company in. */
  recomputeReplaced: (because: Because) => Promise<unknown>;
}

interface FollowUp {
  name: string;
  run: (deps: ImportDeps, committed: Committed) => Promise<unknown>;
}

const LINK_COLUMNS = trusted(Object.keys(LINK_INPUT).join(', '));

/**
 * What follows a commit, in this order: each step rests on the facts of those before it. Every step may be repeated; a
 * commit that was broken off anywhere goes through all of them again.
 */
export const AFTER_COMMIT: readonly FollowUp[] = [
  {
    name: 'own rows, where rules were saved while they were judged',
    run: ({ clickhouse, database }, { origin, because }) =>
      rejudgeOutdated(clickhouse, database, { package: origin.package, where: ownRows(origin), because }),
  },
  { name: 'company of the days replaced', run: (_, { recomputeReplaced, because }) => recomputeReplaced(because) },
  {
    name: 'links: clicks and orders of others with the same ids',
    run: ({ clickhouse, database }, { origin, because }) =>
      recomputeLinks(clickhouse, database, {
        package: origin.package,
        importId: origin.importId,
        because,
        own: sql`SELECT ${LINK_COLUMNS} FROM traffic WHERE ${ownRows(origin)}`,
      }),
  },
  {
    name: 'persons whom the import shares with others',
    run: ({ clickhouse, database }, { origin, because }) =>
      recomputeTouched(clickhouse, database, { package: origin.package, importId: origin.importId, because }),
  },
  {
    name: 'decisions of people on events that came back',
    run: ({ clickhouse, database }, { origin, because }) =>
      restoreDecisions(clickhouse, database, origin.package, because),
  },
  {
    name: 'addresses that are not kept whole',
    run: ({ clickhouse, database }, { origin }) => truncateNew(clickhouse, database, origin.package, new Date()),
  },
];
