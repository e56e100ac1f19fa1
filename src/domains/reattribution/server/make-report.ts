import { CREDITED_KINDS } from '#domains/reattribution/contract/changes.ts';
import type { ConversionRow } from '#domains/reattribution/contract/endpoints.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { jsonLines } from '#platform/server/clickhouse/json-lines.ts';
import type { FileAbout } from '#platform/server/file-about.ts';
import type { FileColumn } from '#platform/server/file-columns.ts';
import { fileOf as fileIn } from '#platform/server/file-maker.ts';
import { type Files, FilesUnavailable } from '#platform/server/files/files.ts';
import { AppError } from '#platform/server/http/app-error.ts';
import { OF_COLUMNS } from '#traffic/money/server/money-sql.ts';
import { conversionRowSql } from './conversion-list.ts';
import { zonesOf } from './import-zones.ts';
import { refuse } from './refuse.ts';
import { beginReport, failReport, fileOf, finishReport } from './report-store.ts';
import { type SummaryParts, summaryOf } from './summary.ts';
import type { ReportRow } from './tables.ts';

export interface MakeParts extends SummaryParts {
  files: Files;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  now: () => Date;
}

/** Begun once and once more: what cannot be made in two tries has visibly failed. */
const MOST_TRIES = 2;

/** Columns of the file, in their order. */
const NAMES = [
  'row_id',
  'ts',
  'kind',
  'event',
  'publisher',
  'campaign',
  'change',
  'why',
  'reason',
  'credited',
  'credited_campaign',
] as const satisfies readonly (keyof ConversionRow)[];
const COLUMNS = NAMES.map((label): FileColumn => ({ label, kind: label === 'ts' ? 'moment' : 'plain' }));

/** Makes a report that was asked for; what breaks is thrown for the queue to try it once more. */
export async function makeReport(scope: Scope, parts: MakeParts, id: number, signal: AbortSignal): Promise<void> {
  const { database, now } = parts;
  const report = await beginReport(database, id);
  if (!report) return;
  if (report.tries > MOST_TRIES) return failReport(database, id, saidBy(refuse('reattribution_broke_off')), now());
  try {
    await make(scope, parts, report, signal);
  } catch (error) {
    const refused = error instanceof AppError && error.status < 500;
    if (!refused && (signal.aborted || report.tries < MOST_TRIES)) throw error;
    await failReport(database, id, saidBy(error), now());
    if (!refused) throw error;
  }
}

async function make(scope: Scope, parts: MakeParts, report: ReportRow, signal: AbortSignal): Promise<void> {
  const { database, clickhouse, files, now } = parts;
  const { id, kind, packageName, firstDay: from, lastDay: to } = report;
  const info = await parts.packageInfo(scope, packageName);
  const summary = await summaryOf(scope, parts, info, { kind, from, to }, { lane: 'heavy', signal });
  const zones = await zonesOf(scope, database, packageName);
  const question = conversionRowSql(scope, { info, from, to, kinds: CREDITED_KINDS[kind], zones });
  const bytes = await clickhouse.stream(question, 'lines', {
    tag: 'reattribution-report',
    settings: OF_COLUMNS,
    signal,
  });
  const about: FileAbout = {
    what: `Re-attribution ${kind} version ${report.version}`,
    package: { name: info.package_name, title: info.package_title },
    from,
    to,
    timeZone: info.time_zone,
    timesIn: 'UTC',
    filters: [['rules', [report.rules]]],
    made: now(),
  };
  let rows = 0;
  async function* cells() {
    for await (const row of jsonLines<ConversionRow>(bytes)) {
      rows++;
      yield NAMES.map((name) => row[name]);
    }
  }
  const file = await fileIn('csv', about, { columns: COLUMNS, rows: cells() });
  const written = await files.write(fileOf(id), file.stream, signal);
  await finishReport(database, report, summary, { fileName: file.fileName, bytes: written, rows }, now());
}

/** A refusal in its words; of anything else nobody but the log is told the words. */
function saidBy(error: unknown) {
  const said =
    error instanceof AppError && !(error instanceof FilesUnavailable) ? error : refuse('reattribution_went_wrong');
  return { text: said.message, told: said.told ?? null };
}
