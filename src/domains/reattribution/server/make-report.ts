import { CREDITED_KINDS } from '#domains/reattribution/contract/changes.ts';
import type { ConversionRow } from '#domains/reattribution/contract/endpoints.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { jsonLines } from '#platform/server/clickhouse/json-lines.ts';
import type { FileAbout } from '#platform/server/file-about.ts';
import type { FileColumn } from '#platform/server/file-columns.ts';
import { fileOf as fileIn } from '#platform/server/file-maker.ts';
import type { Files } from '#platform/server/files/files.ts';
import { madeInTries } from '#platform/server/jobs/made-in-tries.ts';
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
export const makeReport = (scope: Scope, parts: MakeParts, id: number, signal: AbortSignal): Promise<void> =>
  madeInTries({
    begin: () => beginReport(parts.database, id),
    make: (report) => make(scope, parts, report, signal),
    fail: (said) => failReport(parts.database, id, said, parts.now()),
    most: MOST_TRIES,
    signal,
    refusals: { brokeOff: () => refuse('reattribution_broke_off'), filesAway: wentWrong, wentWrong },
  });

const wentWrong = () => refuse('reattribution_went_wrong');

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
