import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type OutputRow,
  type OutputUpload,
  outputEndpoints,
} from '#domains/brand-relevancy/contract/output-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';

/** What became of a file: how many rows were accepted, why others were not, and the rows that are stored. */
export function OutputResult({ upload: { id, rows, accepted, rejected, errors } }: { upload: OutputUpload }) {
  const { t } = useTranslation('requirements');
  const format = useFormat();
  return (
    <div className={screen.form}>
      <p role="status">{t('output_result', { accepted: format.number(accepted), rows: format.number(rows) })}</p>
      {rejected > 0 && (
        <ul className={screen.list} aria-label={t('rejected_rows')}>
          {errors.map(({ line, reason, url }) => (
            <li key={`${line} ${reason}`}>
              <span>{t('output_line', { line: format.number(line) })}</span>
              <span>{t(`reason_${reason}`)}</span>
              <span className={screen.note}>{url}</span>
            </li>
          ))}
          {errors.length < rejected && <li>{t('more_rejected', { n: format.number(rejected - errors.length) })}</li>}
        </ul>
      )}
      <Rows id={id} />
    </div>
  );
}

function Rows({ id }: { id: number }) {
  const { t } = useTranslation('requirements');
  const { pkg } = useSelection();
  const state = useListState();
  const { page, limit } = state.asked;
  const list = useQuery(query(outputEndpoints.rows, { params: { id }, query: { page, limit } }));
  const columns: Column<OutputRow>[] = [
    { id: 'line', header: t('line'), kind: 'number', width: 70 },
    { id: 'url', header: t('place'), kind: 'text', width: 220, value: ({ title, url }) => title || url },
    { id: 'verdict', header: t('verdict'), kind: 'text', width: 100, value: ({ verdict }) => t(`verdict_${verdict}`) },
    {
      id: 'reason',
      header: t('result'),
      kind: 'text',
      width: 170,
      value: ({ reason }) => (reason === '' ? t('accepted') : t(`reason_${reason}`)),
    },
    { id: 'day', header: t('day'), kind: 'date' },
    { id: 'relevancy', header: t('relevancy'), kind: 'percent' },
    { id: 'views', header: t('views'), kind: 'number' },
    { id: 'channel', header: t('channel'), kind: 'text', width: 140 },
    { id: 'spend', header: t('spend'), kind: 'money', currency: pkg.currency, value: ({ spend }) => Number(spend) },
  ];
  return (
    <DataTable
      id="brand-output-rows"
      caption={t('stored_rows')}
      columns={columns.map((column) => ({ ...column, sortable: false }))}
      {...pageOfList(list, { page: state.page, onPage: state.setPage })}
      rowKey={(row) => String(row.id)}
      maxHeight={420}
      empty={{ why: t('no_rows') }}
    />
  );
}
