import { isKept, type SavedView } from '#domains/views/contract/view-endpoints.ts';
import { addDays } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';

/** Where a view leads: its page, asked as it was saved; the last days are those of today. */
export function viewHref(
  { path, asked, range }: Pick<SavedView, 'path' | 'asked' | 'range'>,
  { package_name, today }: Pick<PackageInfo, 'package_name' | 'today'>,
): string {
  const { from, to } = 'days' in range ? { from: addDays(today, 1 - range.days), to: today } : range;
  const params = new URLSearchParams({ package: package_name, from, to });
  for (const { name, value } of asked) params.append(name, value);
  return `${path}?${params}`;
}

/** What of an address a view keeps. */
export const keptOf = (params: URLSearchParams): SavedView['asked'] =>
  [...params].filter(([name]) => isKept(name)).map(([name, value]) => ({ name, value }));
