import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Report } from '#domains/reports/contract/report.ts';
import type { Column, Row } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { nothingHere } from '#traffic/event/web/nothing-here.tsx';
import type { EventRow } from '#traffic/explorer/contract/events-endpoints.ts';
import { useGroupColumns, useReportColumns } from './report-columns.ts';
import type { ReportAddress, useReportRows } from './use-report.ts';

interface Props {
  report: Report;
  address: ReportAddress;
  rows: ReturnType<typeof useReportRows>;
  /** Columns of events, in their order. */
  columns: readonly string[];
}

/** The rows of a report, five hundred at a time. */
export function RowsTable(props: Props) {
  const { report, address } = props;
  return report.rows === 'events' && address.variant === 'transactional' ? (
    <EventRows {...props} />
  ) : (
    <GroupRows {...props} />
  );
}

function EventRows({ columns: names, ...props }: Props) {
  const columns = useReportColumns(names);
  const rows = useMemo(
    () => (props.rows.data?.pages ?? []).flatMap(({ data }) => data) as EventRow[],
    [props.rows.data],
  );
  return (
    <Rows
      {...props}
      id={`${props.report.id}-rows ${names.join()}`}
      columns={columns}
      shown={rows}
      rowKey={({ row_id }) => row_id}
      loading={names.length === 0}
    />
  );
}

function GroupRows({ columns: _events, ...props }: Props) {
  const { report, address } = props;
  const grouped = report.rows === 'events' ? 'sources' : report.rows;
  const columns = useGroupColumns(grouped, address.period);
  const rows = useMemo(() => (props.rows.data?.pages ?? []).flatMap(({ data }) => data), [props.rows.data]);
  const totals = props.rows.data?.pages[0]?.totals;
  return (
    <Rows
      {...props}
      id={`${report.id}-${grouped}`}
      columns={columns}
      shown={rows}
      rowKey={(row, at) => `${String(row['publisher'] ?? '')} ${String(row['key'] ?? '')} ${at}`}
      {...(totals ? { totals } : {})}
    />
  );
}

interface RowsProps<R extends Row> extends Omit<Props, 'columns'> {
  id: string;
  columns: readonly Column<R>[];
  shown: readonly R[];
  rowKey: (row: R, at: number) => string;
  totals?: R;
  loading?: boolean;
}

function Rows<R extends Row>({ report, address, rows, shown, loading = false, ...table }: RowsProps<R>) {
  const { t } = useTranslation(['reports', 'pages']);
  const total = rows.data?.pages[0]?.total;
  const narrowed = address.filters.length > 0 || address.search !== '' || address.publisherType !== 'all';
  const sortable = report.rows === 'publishers' || address.variant === 'aggregated';
  return (
    <DataTable
      {...table}
      key={table.id}
      caption={t(`pages:${report.title}`)}
      rows={shown}
      density="compact"
      maxHeight="calc(100dvh - 420px)"
      {...(sortable
        ? {
            sort: address.rowSort ?? { id: 'fraud', desc: true },
            onSort: ({ id, desc }) => address.set({ sort_by: id, sort_order: desc ? undefined : 'asc' }),
          }
        : {})}
      loading={rows.isPending || loading}
      stale={rows.isPlaceholderData}
      error={rows.isError && !rows.data ? rows.error : undefined}
      onRetry={() => void rows.refetch()}
      {...(total === undefined ? {} : { total })}
      more={{
        hasMore: rows.hasNextPage,
        loading: rows.isFetchingNextPage,
        onMore: () => void rows.fetchNextPage(),
      }}
      empty={
        narrowed
          ? {
              why: t('reports:none_filtered'),
              action: (
                <Button variant="default" size="compact-md" onClick={address.clear}>
                  {t('reports:clear')}
                </Button>
              ),
            }
          : report.standing
            ? { why: t('reports:none_of_this') }
            : nothingHere()
      }
    />
  );
}
