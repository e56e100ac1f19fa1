import type { Readable } from 'node:stream';
import type { Scope } from '#platform/server/access/scope.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import { csvFileName, csvStream } from '#platform/server/csv.ts';
import { OWN_IDS, type VerdictFile } from '#traffic/event/contract/own-ids.ts';
import { trafficWhere } from '#traffic/event/server/traffic-where.ts';
import { verdictFile } from '#traffic/event/server/verdict-files.ts';
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
  const filter = { package: packageName, kinds: [], from: FIRST_DAY, to: LAST_DAY, timeZone: 'UTC', where: {} };
  const question = {
    package: packageName,
    where: sql`${trafficWhere(scope, filter)} AND ${broughtBy(packageName, id)}`,
    ownIds: OWN_IDS[mapping.format] ?? [],
    originOf: (importId: number) => importOrigin(scope, database, packageName, importId),
    ruleName: ruleTitles((await loadPolicy(database, packageName)).ruleSet),
  };
  const { head, rows } = await verdictFile(clickhouse, by, question, signal);
  return { fileName: csvFileName('verdicts', by, fileName.replace(/\.csv$/i, '')), stream: csvStream(head, rows) };
}

/** No event is stored that lies outside; an import of known records only has no days of its own. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2100-01-01';

const broughtBy = (packageName: string, id: number): Sql => {
  const importId = typed('UInt32', id);
  return sql`(import_id = ${importId} OR row_id IN (
    SELECT row_id FROM import_claim WHERE package = ${typed('String', packageName)} AND import_id = ${importId}))`;
};
