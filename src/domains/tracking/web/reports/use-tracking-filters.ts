import { useSearchParams } from 'react-router';
import { encodeValues } from '#analytics/contract/filters.ts';
import { REPORT_FILTERS, type ReportFilter } from '#domains/tracking/contract/reports.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';

/** The filters in the address: a copied link shows the same numbers. */
export function useTrackingFilters(names: readonly ReportFilter[] = REPORT_FILTERS) {
  const [params, setParams] = useSearchParams();
  const { pkg, range } = useSelection();
  const chosen: Partial<Record<ReportFilter, string[]>> = Object.fromEntries(
    names.flatMap((name) => {
      const values = params.getAll(name);
      return values.length === 0 ? [] : [[name, values]];
    }),
  );
  const write = (edit: (next: URLSearchParams) => void): void =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      edit(next);
      return next;
    });
  const sent = Object.fromEntries(Object.entries(chosen).map(([name, values]) => [name, encodeValues(values)]));
  return {
    names,
    chosen,
    /** Package, days and filters as every call takes them. */
    asked: { package_name: pkg.package_name, start_date: range.from, end_date: range.to, ...sent },
    count: Object.values(chosen).reduce((sum, values) => sum + values.length, 0),
    choose: (name: ReportFilter, values: readonly string[]): void =>
      write((next) => {
        next.delete(name);
        for (const value of values) next.append(name, value);
      }),
    clear: (): void =>
      write((next) => {
        for (const name of names) next.delete(name);
      }),
  };
}
export type TrackingFilters = ReturnType<typeof useTrackingFilters>;
