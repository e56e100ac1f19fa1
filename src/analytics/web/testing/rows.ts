import type { BoardMeta, BoardRow } from '#analytics/contract/rows.ts';
import { wilsonInPercent } from '#analytics/contract/wilson.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';

/** A row with counts that fit together, as screens ask for them. */
export function row(part: Partial<BoardRow> & { total: number; fraud: number }): BoardRow {
  const { total, fraud, suspect = 0 } = part;
  const shareOf = (count: number): number => (total === 0 ? 0 : (100 * count) / total);
  const share = shareOf(fraud);
  const ends = wilsonInPercent(fraud, total);
  return {
    key: 'a',
    name: part.key ?? 'a',
    clean: total - fraud - suspect,
    suspect,
    filtered: 0,
    clean_percentage: shareOf(total - fraud - suspect),
    suspect_percentage: shareOf(suspect),
    fraud_percentage: share,
    wilson_low: ends.low,
    wilson_high: ends.high,
    too_few: total < 30,
    ...part,
  };
}

export const meta: BoardMeta = {
  from: '2026-11-15',
  to: '2026-11-21',
  time_zone: 'Europe/Berlin',
  today: '2026-11-21',
  suspect_counts_as: 'apart',
  minimum_sample: 30,
};

/** The package of `meta`. */
export const pkg: PackageInfo = {
  package_name: 'shop.example',
  package_title: 'Shop',
  platform: 'web',
  time_zone: meta.time_zone,
  currency: 'EUR',
  suspect_counts_as: 'clean',
  demo: false,
  today: meta.today,
};
