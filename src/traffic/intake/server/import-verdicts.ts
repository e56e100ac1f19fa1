import type { Readable } from 'node:stream';
import type { Scope } from '#platform/server/access/scope.ts';
import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import { csvFileName, csvStream } from '#platform/server/csv.ts';
import type { Verdict } from '#traffic/event/contract/event.ts';
import { OWN_IDS, type VerdictFile } from '#traffic/event/contract/own-ids.ts';
import { broughtBy } from '#traffic/event/server/brought-by.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { verdictFile } from '#traffic/event/server/verdict-files.ts';
import type { ImportOutcome } from '#traffic/intake/contract/import-endpoints.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { ruleTitles } from '#traffic/rules/server/rule-titles.ts';
import { findImport, importOrigin } from './import-store.ts';
import type { ImportDeps } from './run-import.ts';

/** Verdicts of what a file brought, its records that an earlier file had brought too included. 404, 403 as the import. */
export async function importVerdicts(
  scope: Scope,
  { clickhouse, database }: Pick<ImportDeps, 'clickhouse' | 'database'>,
  id: number,
  by: VerdictFile,
  signal?: AbortSignal,
): Promise<{ fileName: string; stream: Readable }> {
  const { packageName, fileName, mapping } = await findImport(scope, database, id);
  const question = {
    package: packageName,
    where: eventsOf(scope, packageName, id),
    ownIds: OWN_IDS[mapping.format] ?? [],
    originOf: (importId: number) => importOrigin(scope, database, packageName, importId),
    ruleName: ruleTitles((await loadPolicy(database, packageName)).ruleSet),
  };
  const { head, rows } = await verdictFile(clickhouse, by, question, signal);
  return { fileName: csvFileName('verdicts', by, fileName.replace(/\.csv$/i, '')), stream: csvStream(head, rows) };
}

/** How the events of a file are judged as of now, those included that an earlier file had brought too. 404, 403. */
export async function importOutcome(
  scope: Scope,
  { clickhouse, database }: Pick<ImportDeps, 'clickhouse' | 'database'>,
  id: number,
  signal?: AbortSignal,
): Promise<ImportOutcome> {
  const { packageName } = await findImport(scope, database, id);
  const where = eventsOf(scope, packageName, id);
  const options = { tag: 'import-outcome', ...(signal ? { signal } : {}) };
  const [rows, kinds] = await Promise.all([
    clickhouse.query<{ verdict: Verdict; reason: string; events: number }>(
      sql`SELECT toString(verdict) AS verdict, toString(reason) AS reason, count() AS events FROM traffic
        WHERE ${where} GROUP BY verdict, reason ORDER BY events DESC, reason`,
      options,
    ),
    clickhouse.query<ImportOutcome['kinds'][number]>(
      sql`SELECT toString(kind) AS kind, count() AS events FROM traffic
        WHERE ${where} GROUP BY kind ORDER BY events DESC, kind`,
      options,
    ),
  ]);
  const sum = (of: Verdict): number =>
    rows.filter(({ verdict }) => verdict === of).reduce((all, { events }) => all + events, 0);
  const most = rows.find(({ verdict, reason }) => verdict === 'fraud' && reason !== '');
  return {
    clean: sum('clean'),
    suspect: sum('suspect'),
    fraud: sum('fraud'),
    filtered: sum('filtered'),
    reason: most ? { code: most.reason, events: most.events } : null,
    kinds,
  };
}

function eventsOf(scope: Scope, packageName: string, id: number): Sql {
  const filter = { package: packageName, kinds: [], from: FIRST_DAY, to: LAST_DAY, timeZone: 'UTC', where: {} };
  return sql`${trafficWhere(scope, filter)} AND ${broughtBy(packageName, id)}`;
}

/** No event is stored that lies outside; an import of known records only has no days of its own. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2100-01-01';
