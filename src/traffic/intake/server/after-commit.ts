import { sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { LINK_INPUT } from '#traffic/judge/server/facts/link-facts.ts';
import { recompute } from '#traffic/judge/server/recompute.ts';
import { rejudge } from '#traffic/judge/server/rejudge.ts';
import { restoreDecisions } from '#traffic/judge/server/restore-decisions.ts';
import type { ChangeCause } from '#traffic/judge/server/verdict-changes.ts';
import { truncateNew } from '#traffic/privacy/server/truncate-new.ts';
import { ownRows } from './engine/commit.ts';
import type { RowOrigin } from './engine/fact-rows.ts';
import type { ImportDeps } from './run-import.ts';

/** An import whose rows have just become visible. */
export interface Committed {
  origin: RowOrigin;
  cause: ChangeCause;
  /** Judges events again that the days taken away had company in. */
  recomputeReplaced: (cause: ChangeCause) => Promise<unknown>;
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
    // In silence: their verdicts were never shown.
    run: (deps, { origin, cause }) =>
      rejudge(deps, {
        package: origin.package,
        where: ownRows(origin),
        changed: 'rules',
        cause: { ...cause, operation: `${cause.operation} outdated` },
        recorded: false,
      }),
  },
  { name: 'company of the days replaced', run: (_, { recomputeReplaced, cause }) => recomputeReplaced(cause) },
  {
    name: 'links: clicks and orders of others with the same ids',
    run: (deps, { origin, cause }) =>
      recompute(deps, {
        package: origin.package,
        company: [
          { linkedTo: sql`SELECT ${LINK_COLUMNS} FROM traffic WHERE ${ownRows(origin)}`, newIn: origin.importId },
        ],
        cause,
      }),
  },
  {
    name: 'persons whom the import shares with others',
    run: (deps, { origin, cause }) =>
      recompute(deps, { package: origin.package, company: [{ personsOfImport: origin.importId }], cause }),
  },
  {
    name: 'decisions of people on events that came back',
    run: (deps, { origin, cause }) => restoreDecisions(deps, origin.package, cause),
  },
  {
    name: 'addresses that are not kept whole',
    run: ({ clickhouse, database }, { origin }) => truncateNew(clickhouse, database, origin.package, new Date()),
  },
];
