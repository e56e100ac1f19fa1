import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { FileColumn } from '#platform/server/file-columns.ts';
import { fileOf } from '#platform/server/file-maker.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import type { StandingRow } from '../contract/supply-endpoints.ts';
import type { SupplyRecord } from '../contract/supply-file.ts';

type Format = 'csv' | 'xlsx';
const text = (label: string): FileColumn => ({ label, kind: 'plain' });

interface Of {
  info: PackageInfo;
  days: { from: string; to: string };
  filters: readonly (readonly [string, string[]])[];
  made: Date;
}

const about = (what: string, { info, days, filters, made }: Of) => ({
  what,
  package: { name: info.package_name, title: info.package_title },
  ...days,
  timeZone: info.time_zone,
  timesIn: 'UTC',
  filters: [...filters],
  made,
});

export const recordsFile = (
  format: Format,
  of: Of,
  records: readonly SupplyRecord[],
): FileAnswer | Promise<FileAnswer> =>
  fileOf(format, about('supply-file', of), {
    columns: ['system', 'account', 'relation', 'authority', 'name', 'domain', 'confidential', 'passthrough'].map(text),
    rows: records.map((each) => [
      each.system,
      each.account,
      each.relation,
      each.authority,
      each.name,
      each.domain,
      each.is_confidential ? 'yes' : '',
      each.is_passthrough ? 'yes' : '',
    ]),
  });

export const standingsFile = (format: Format, of: Of, rows: readonly StandingRow[]): FileAnswer | Promise<FileAnswer> =>
  fileOf(format, about('authorised-sellers', of), {
    columns: [
      ...['site', 'system', 'account', 'standing'].map(text),
      { label: 'events', kind: 'count' },
      ...['publishers', 'first', 'last'].map(text),
    ],
    rows: rows.map((each) => [
      each.site,
      each.system,
      each.account,
      each.standing,
      each.events,
      each.publishers.join(', '),
      each.first ?? '',
      each.last ?? '',
    ]),
  });
