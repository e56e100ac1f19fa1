import { Button, Loader } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReportEntry, reportEndpoints } from '#domains/reports/contract/endpoints.ts';
import { titleOf } from '#domains/reports/contract/subjects.ts';
import { bytesText } from '#platform/contract/bytes-text.ts';
import { call } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { READER_ZONE } from '#platform/web/i18n/reader-zone.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { RowMenu } from '#platform/web/list/row-menu.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import styles from './reports.module.css';
import { useToldText } from './told-text.ts';
import { isOnItsWay, useEntries, useEntryChange } from './use-entries.ts';

const LIMIT = 10;
interface Props {
  /** Of one report, or of all. */
  report?: string;
  maxHeight?: string | number;
}

/** Reports that were asked for: where each stands, its file, and what can be done with it. */
export function EntryTable({ report, maxHeight = 360 }: Props) {
  const { t } = useTranslation('reports');
  const { pkg } = useSelection();
  const [page, setPage] = useState(1);
  const asked = { package_name: pkg.package_name, ...(report === undefined ? {} : { report }), page, limit: LIMIT };
  const entries = useEntries(asked);
  const { ask, dialog } = useConfirmed({
    run: ({ id }: ReportEntry) => call(reportEndpoints.remove, { params: { id } }),
    question: ({ name }) => ({ title: t('ask_remove', { name }), confirm: t('remove'), why: t('why_remove') }),
    done: (_, { name }) => t('removed', { name }),
  });
  const columns = useEntryColumns(report === undefined, ask);
  return (
    <>
      <DataTable
        id={report === undefined ? 'report-entries' : 'report-entries-of-one'}
        caption={t('entries_caption', { zone: READER_ZONE })}
        columns={columns}
        rows={entries.data?.data ?? []}
        rowKey={({ id }) => String(id)}
        maxHeight={maxHeight}
        loading={entries.isPending}
        error={entries.isError && !entries.data ? entries.error : undefined}
        onRetry={() => void entries.refetch()}
        {...(entries.data ? { total: entries.data.total } : {})}
        paging={{ page, pages: entries.data?.Total_pages ?? 1, onPage: setPage }}
        empty={{ why: t('entries_none') }}
      />
      {dialog}
    </>
  );
}

const plain = { kind: 'text', sortable: false } as const;

function useEntryColumns(ofAll: boolean, onRemove: (entry: ReportEntry) => void): Column<ReportEntry>[] {
  const { t } = useTranslation(['reports', 'pages']);
  return useMemo(() => {
    const pageOf = (report: string): string => t(`pages:${titleOf(report)}`);
    const columns: Column<ReportEntry>[] = [
      {
        ...plain,
        id: 'name',
        header: t('reports:entry_name'),
        width: 220,
        narrow: { place: 0, width: 104 },
        value: ({ name, report }) => (name === titleOf(report) ? pageOf(report) : name),
      },
      { ...plain, id: 'report', header: t('reports:entry_report'), width: 190, value: ({ report }) => pageOf(report) },
      {
        ...plain,
        id: 'status',
        header: t('reports:entry_status'),
        width: 240,
        narrow: { place: 1, width: 88 },
        render: (entry) => <Status entry={entry} />,
      },
      {
        ...plain,
        id: 'file',
        header: t('reports:entry_file'),
        width: 150,
        narrow: { place: 2, width: 160 },
        render: (entry) => entry.file && <FileButton id={entry.id} file={entry.file} format={entry.format} />,
      },
      { id: 'rows', header: t('reports:entry_rows'), kind: 'number', sortable: false },
      {
        ...plain,
        id: 'days',
        header: t('reports:entry_days'),
        width: 210,
        value: ({ from, to }) => `${from} – ${to}`,
      },
      { ...plain, id: 'filters', header: t('reports:entry_filters'), width: 260, value: filtersText },
      {
        ...plain,
        id: 'requested_by',
        header: t('reports:entry_author'),
        width: 180,
        value: ({ requested_by: name, scheduled }) => (scheduled ? t('reports:entry_scheduled', { name }) : name),
      },
      { id: 'created_at', header: t('reports:entry_created'), kind: 'datetime', sortable: false },
      { id: 'expires_at', header: t('reports:entry_expires'), kind: 'datetime', sortable: false, hidden: true },
      {
        ...plain,
        id: 'actions',
        header: t('reports:actions'),
        width: 80,
        render: (entry) => <EntryActions entry={entry} onRemove={onRemove} />,
      },
    ];
    return ofAll ? columns : columns.filter(({ id }) => id !== 'report');
  }, [t, onRemove, ofAll]);
}

/** What was asked beside package and days, under the names it was sent by. */
const filtersText = ({ filters }: ReportEntry): string =>
  Object.entries(filters)
    .filter(([name]) => name !== 'columns')
    .map(([name, value]) => `${name} = ${[value].flat().join(', ')}`)
    .join('; ');

function FileButton({
  id,
  file,
  format: form,
}: Pick<ReportEntry, 'id' | 'format'> & { file: NonNullable<ReportEntry['file']> }) {
  const { t, i18n } = useTranslation('reports');
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const save = (): void => {
    setBusy(true);
    download(reportEndpoints.attachment, { query: { id } })
      .catch((error: unknown) => notify('failed', errorText(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Button
      size="compact-sm"
      variant="light"
      loading={busy}
      aria-label={t('download_of', { name: file.name })}
      onClick={save}
    >
      {form.toUpperCase()} · {bytesText(i18n.language, file.bytes)}
    </Button>
  );
}

function EntryActions({ entry, onRemove }: { entry: ReportEntry; onRemove: (entry: ReportEntry) => void }) {
  const { t } = useTranslation('reports');
  const errorText = useErrorText();
  const retry = useEntryChange(reportEndpoints.retry);
  if (!entry.own && !userMay('package.write')) return null;
  const again = {
    label: t('retry'),
    onClick: () => retry.mutate(entry.id, { onError: (error) => notify('failed', errorText(error)) }),
  };
  const remove = { label: t('remove'), onClick: () => onRemove(entry), danger: true };
  return (
    <RowMenu
      label={t('actions_of', { name: entry.name })}
      actions={entry.status === 'Failed' ? [again, remove] : [remove]}
    />
  );
}

function Status({ entry }: { entry: ReportEntry }) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  const told = useToldText();
  const { status, rows, error } = entry;
  return (
    <span className={styles.status} data-status={status} title={error ? told(error) : undefined}>
      {isOnItsWay(entry) && <Loader size={12} aria-hidden />}
      <span>
        {t(`status_${status}`)}
        {status === 'Processing' && rows > 0 && ` · ${t('rows_so_far', { n: format.number(rows) })}`}
        {error && <small className={styles.why}> {told(error)}</small>}
      </span>
    </span>
  );
}
