import type { ReportSchedule } from '#domains/reports/contract/schedule-endpoints.ts';

/** Names that the address of Explore has for parts of a question; the others are its own. */
const NAMES: Readonly<Record<string, string>> = { sort: 'by_column' };
/** Lists that are one text in the address, where a filter is repeated. */
const JOINED: ReadonlySet<string> = new Set(['by', 'measures']);

/** Explore with the question of a schedule, over the days of its next run. */
export function exploreHref({ package_name, asked, next_days: days }: ReportSchedule): string {
  const params = new URLSearchParams({ package: package_name, ...days });
  for (const [name, said] of Object.entries(asked)) {
    const values = [said].flat().map(String);
    for (const value of JOINED.has(name) ? [values.join()] : values) params.append(NAMES[name] ?? name, value);
  }
  return `/explore?${params}`;
}
