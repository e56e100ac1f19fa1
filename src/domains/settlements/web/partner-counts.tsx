import { Button, FileButton, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { COUNT_COLUMNS, COUNT_REJECTS } from '#domains/settlements/contract/partner-counts.ts';
import {
  enteredEndpoints,
  type PartnerCount,
  payoutEndpoints,
} from '#domains/settlements/contract/settlement-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { saveAs, upload } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { useMessageText } from '#platform/web/ui/message-text.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import styles from './settlements.module.css';

export interface Days {
  package_name: string;
  fromDate: string;
  toDate: string;
}

const SAMPLE = [
  COUNT_COLUMNS,
  ['Northwind', 'Spring', '', 'CPC', '1200'],
  ['Northwind', 'Spring', 'purchase', 'CPA', '37'],
]
  .map((cells) => `${cells.join(',')}\r\n`)
  .join('');

/** What the partner counted in the days chosen: its file, what became of the lines, and what was taken so far. */
export function PartnerCounts({ days }: { days: Days }) {
  const { t } = useTranslation('settlements');
  const format = useFormat();
  const errorText = useErrorText();
  const send = useSendCounts(days);
  return (
    <div className={screen.form}>
      <p>{t('counts_lead', { from: format.day(days.fromDate), to: format.day(days.toDate) })}</p>
      <p>{t('counts_columns')}</p>
      <Group gap="xs">
        <FileButton accept=".csv,text/csv" onChange={(file) => file && send.mutate(file)}>
          {(button) => (
            <Button loading={send.isPending} {...button}>
              {t('counts_choose')}
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          onClick={() => saveAs(new Blob([SAMPLE], { type: 'text/csv' }), 'partner-counts.csv')}
        >
          {t('counts_sample')}
        </Button>
      </Group>
      {send.error && (
        <p className={screen.fault} role="alert">
          {errorText(send.error)}
        </p>
      )}
      {send.data && <Outcome {...send.data.data} />}
      <Taken days={days} />
    </div>
  );
}

function useSendCounts({ package_name, fromDate, toDate }: Days) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File) =>
      upload(
        payoutEndpoints.reported,
        { query: { package_name, period_from: fromDate, period_to: toDate } },
        new Blob([file], { type: 'application/octet-stream' }),
      ),
    onSuccess: () => client.invalidateQueries(),
  });
}

interface Taking {
  stored: number;
  rejected: number;
  rejects: readonly { line: number; reason: keyof typeof COUNT_REJECTS }[];
}

/** How many lines were taken, and which were not and why. */
function Outcome({ stored, rejected, rejects }: Taking) {
  const { t } = useTranslation('settlements');
  const format = useFormat();
  const messageText = useMessageText();
  return (
    <div role="status">
      <p>{t('counts_stored', { count: stored })}</p>
      {rejected > 0 && (
        <>
          <p>{t('counts_refused', { count: rejected })}</p>
          <ul className={styles.chosen}>
            {rejects.map(({ line, reason }) => (
              <li key={line}>{messageText({ code: COUNT_REJECTS[reason].words, values: { line } })}</li>
            ))}
            {rejected > rejects.length && <li>{t('counts_more', { n: format.number(rejected - rejects.length) })}</li>}
          </ul>
        </>
      )}
    </div>
  );
}

/** Counts of periods that lie within the days, which can be taken out again. */
function Taken({ days }: { days: Days }) {
  const { t } = useTranslation('settlements');
  const { page, setPage, asked } = useListState();
  const counts = useQuery(query(enteredEndpoints.counts, { query: { ...days, page, limit: asked.limit } }));
  const { ask, dialog } = useConfirmed({
    run: ({ units: _, author: __, ...count }: PartnerCount) =>
      call(enteredEndpoints.remove_count, { query: { package_name: days.package_name, ...count } }),
    question: (count) => ({
      title: t('count_delete_title', { name: nameOf(count) }),
      confirm: t('delete'),
      why: <p>{t('count_delete_what')}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const name = (id: 'campaign' | 'event' | 'model', header: string): Column<PartnerCount> => ({
    id,
    header,
    kind: 'text',
    width: 110,
    sortable: false,
    nothing: t('counts_all'),
    value: (row) => row[id] || null,
  });
  return (
    <section aria-labelledby="counts-taken">
      <h3 id="counts-taken">{t('counts_taken')}</h3>
      <DataTable
        id="partner-counts"
        caption={t('counts_taken')}
        columns={[
          { id: 'publisher', header: t('publisher'), kind: 'text', width: 130, sortable: false },
          { id: 'units', header: t('reported'), kind: 'number', sortable: false },
          name('campaign', t('campaign')),
          name('event', t('event')),
          name('model', t('payment_model')),
          { id: 'period_from', header: t('period_from'), kind: 'date', sortable: false },
          { id: 'period_to', header: t('period_to'), kind: 'date', sortable: false },
          buttonColumn<PartnerCount>(t('action'), (count) => ({
            children: t('delete'),
            label: t('count_delete_title', { name: nameOf(count) }),
            onClick: () => ask(count),
            danger: true,
          })),
        ]}
        rowKey={({ units: _, author: __, ...count }) => JSON.stringify(Object.values(count))}
        {...pageOfList(counts, { page, onPage: setPage })}
        empty={{ why: t('counts_none') }}
      />
      {dialog}
    </section>
  );
}

const nameOf = ({ publisher, campaign, event, model }: PartnerCount): string =>
  [publisher, campaign, event, model].filter((part) => part !== '').join(' · ');
