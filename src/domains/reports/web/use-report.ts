import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { encodeValues, type PARAMETER_ALIASES } from '#analytics/contract/filters.ts';
import { callsOf, reportEndpoints } from '#domains/reports/contract/endpoints.ts';
import {
  PERIODS,
  type Period,
  REPORT_VARIANTS,
  type Report,
  type ReportType,
  type ReportVariant,
  reportTypeOf,
  typesOf,
} from '#domains/reports/contract/report.ts';
import { type AskedReportInput, PUBLISHER_TYPES, RECORD_LIMIT } from '#domains/reports/contract/report-query.ts';
import { roleOf } from '#platform/contract/roles.ts';
import { call, lastOf, query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { currentUser } from '#platform/web/session/user.ts';
import type { Sort } from '#platform/web/table/column.ts';
import { isDimension } from '#traffic/event/contract/dimensions.ts';
import { type EventAddress, useEventAddress } from '#traffic/explorer/web/use-event-address.ts';

/** A list that has not come by then is given up (REP-CONST-01). */
export const LIST_TIMEOUT_MS = 50_000;

export type PublisherType = (typeof PUBLISHER_TYPES)[number];

export interface ReportAddress extends EventAddress {
  type: ReportType;
  types: readonly ReportType[];
  variant: ReportVariant;
  period: Period;
  publisherType: PublisherType;
  /** Columns that the address names; none: those of the package. */
  columns: readonly string[];
  rowSort: Sort | undefined;
  /** Writes parts of the address; nothing takes a part away. */
  set: (parts: Readonly<Record<string, string | undefined>>) => void;
}

const oneOf = <T extends string>(known: readonly T[], said: string | null): T | undefined =>
  known.find((each) => each === said);

/** What a report asks lies in the address, so that it can be sent to somebody, saved as a view and gone back to. */
export function useReportAddress(report: Report): ReportAddress {
  const events = useEventAddress();
  const [params, setParams] = useSearchParams();
  const { pkg } = useSelection();
  const types = typesOf(report, pkg.platform);
  const said = reportTypeOf(params.get('report_type') ?? '');
  const [usual = 'all'] = types;
  const sortBy = params.get('sort_by');
  return {
    ...events,
    types,
    type: types.find((type) => type === said) ?? usual,
    variant: oneOf(REPORT_VARIANTS, params.get('report_variant')) ?? 'transactional',
    period: oneOf(PERIODS, params.get('period')) ?? 'date',
    publisherType: oneOf(PUBLISHER_TYPES, params.get('publisher_type')) ?? 'all',
    columns: (params.get('columns') ?? '').split(',').filter((name) => name !== ''),
    rowSort: sortBy === null ? undefined : { id: sortBy, desc: params.get('sort_order') !== 'asc' },
    set: (parts) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries(parts)) {
            if (value === undefined) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      ),
  };
}

/** Names that the specification gives to filters of a report (REP-ENT-01). */
const SENT_AS: Readonly<Record<string, string>> = {
  publisher: 'publisher_name',
  sub_publisher: 'sub_publisher_name',
  vendor: 'vendor_id',
  event_name: 'event_type',
  reason_group: 'fraud_category',
} satisfies { [K in keyof typeof PARAMETER_ALIASES as (typeof PARAMETER_ALIASES)[K]]?: K };

/** Sent also where nothing is asked of them. */
const ALWAYS = ['vendor_id', 'region', 'sub_publisher_name', 'campaign_id', 'event_type', 'page_id', 'fraud_category'];

/** A publisher asks for its own from the first call on (REP-PERM-01); others for nobody by name. */
function ownPublishers(): string | string[] {
  const user = currentUser();
  if (!user || roleOf(user.role) !== 'publisher') return '';
  const names = user.publisher.map(({ publisher_name }) => publisher_name);
  return names.some((name) => name.includes(',')) ? encodeValues(names) : names.join(',');
}

/** What is sent for rows, files and generated reports alike. */
export function useAsked(address: ReportAddress): AskedReportInput {
  const { pkg, range } = useSelection();
  const { filters, search, type, variant, period, publisherType, columns, rowSort } = address;
  const named = columns.join(',');
  const { id: sortBy, desc = true } = rowSort ?? {};
  return useMemo(() => {
    const asked: Record<string, string | string[]> = Object.fromEntries(ALWAYS.map((name) => [name, '']));
    asked['publisher_name'] = ownPublishers();
    const not: string[] = [];
    for (const { name, not: isLeftOut, values } of filters) {
      const field = name === 'group' ? 'reason_group' : name;
      if (isLeftOut) not.push(...values.map((value) => `${field}:${value}`));
      else if (isDimension(field))
        asked[SENT_AS[field] ?? field] = values.some((value) => value.includes(','))
          ? encodeValues(values)
          : values.join(',');
    }
    return {
      package_name: pkg.package_name,
      start_date: range.from,
      end_date: range.to,
      report_type: type,
      user_type: 'customer',
      publisher_type: publisherType,
      report_variant: variant,
      search,
      ...asked,
      ...(not.length > 0 ? { not } : {}),
      ...(named === '' ? {} : { columns: named }),
      ...(period === 'date' ? {} : { period }),
      ...(sortBy === undefined ? {} : { sort: sortBy, order: desc ? 'desc' : 'asc' }),
    } as AskedReportInput;
  }, [pkg, range, filters, search, type, variant, period, publisherType, named, sortBy, desc]);
}

const isSameTable = (before: unknown, { period = 'date', report_variant }: AskedReportInput): boolean => {
  const last = typeof before === 'object' && before !== null ? new Map(Object.entries(before)) : new Map();
  return (last.get('period') ?? 'date') === period && last.get('report_variant') === report_variant;
};

/** Rows page after page: what follows is appended to what is there (CONST-RULE-02). */
export function useReportRows(report: Report, asked: AskedReportInput) {
  const { rows } = callsOf(report);
  return useInfiniteQuery({
    queryKey: ['GET', rows.path, asked],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(
        rows,
        { query: { ...asked, record_limit: RECORD_LIMIT, page_number: pageParam } },
        { signal, timeoutMs: LIST_TIMEOUT_MS },
      ),
    getNextPageParam: (last, _all, page) => (page < last.Total_pages ? page + 1 : undefined),
    // Days under the head of weeks, or events under that of sources, would be another table.
    placeholderData: (last, before) =>
      isSameTable(before?.queryKey[2], asked) ? lastOf(asked.package_name)(last, before) : undefined,
  });
}

export const useReportConfig = (report: Report) => {
  const { pkg } = useSelection();
  return useQuery(query(reportEndpoints.config, { query: { package_name: pkg.package_name, report: report.id } }));
};
