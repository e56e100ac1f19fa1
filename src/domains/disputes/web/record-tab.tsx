import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RuleRecord, TrackRecord } from '#domains/disputes/contract/dispute.ts';
import { disputeEndpoints } from '#domains/disputes/contract/dispute-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import { useClaimWords } from './claim-words.ts';

const FATES = ['accepted', 'upheld', 'taken_back', 'not_answered'] as const;

/** What became of all claims: by publisher, and by the rules whose calls were taken back. */
export function RecordTab() {
  const { t } = useClaimWords();
  const { pkg } = useSelection();
  const record = useQuery(query(disputeEndpoints.record, { query: { package_name: pkg.package_name } }));
  const { publishers, rules } = useColumns();
  const of = <R,>(rows: readonly R[] | undefined) => ({
    ...record,
    data: rows && { data: [...rows], total: rows.length, Total_pages: 1 },
  });
  return (
    <div className={screen.page}>
      <p className={screen.note}>{t('record_lead')}</p>
      <div className={screen.card}>
        <DataTable
          id="dispute-record"
          caption={t('record_caption')}
          columns={publishers}
          rowKey={({ publisher }) => publisher}
          {...pageOfList(of(record.data?.data.publishers))}
          empty={{ why: t('record_none') }}
        />
      </div>
      <div className={screen.head}>
        <div>
          <h2>{t('rules')}</h2>
          <p>{t('rules_lead')}</p>
        </div>
      </div>
      <div className={screen.card}>
        <DataTable
          id="dispute-rules"
          caption={t('rules')}
          columns={rules}
          rowKey={({ rule }) => rule}
          {...pageOfList(of(record.data?.data.rules))}
          empty={{ why: t('rules_none') }}
        />
      </div>
    </div>
  );
}

function useColumns() {
  const { t, amounts } = useClaimWords();
  const ruleName = useRuleName();
  return useMemo(
    () => ({
      publishers: [
        { id: 'publisher', header: t('publisher'), kind: 'text', width: 150, narrow: { place: 0, width: 130 } },
        { id: 'claims', header: t('claims'), kind: 'number', width: 90 },
        { id: 'lines', header: t('lines'), kind: 'number', width: 90, value: ({ claimed }) => claimed.lines },
        { id: 'units', header: t('events'), kind: 'number', value: ({ claimed }) => claimed.units },
        {
          id: 'amount',
          header: t('claimed'),
          kind: 'text',
          width: 150,
          value: ({ claimed }) => amounts(claimed.amounts),
        },
        ...FATES.flatMap((fate): Column<TrackRecord>[] => [
          {
            id: `${fate}_share`,
            header: t(`fate_${fate}`),
            definition: t(`record_${fate}`),
            kind: 'percent',
            width: 120,
            value: (row) => (row.claimed.lines === 0 ? null : row[fate].lines / row.claimed.lines),
          },
          {
            id: `${fate}_units`,
            header: t('of_events', { what: t(`fate_${fate}`) }),
            kind: 'number',
            hidden: true,
            width: 150,
            value: (row) => row[fate].units,
          },
          {
            id: `${fate}_amount`,
            header: t('of_amount', { what: t(`fate_${fate}`) }),
            kind: 'text',
            width: 170,
            value: (row) => amounts(row[fate].amounts),
          },
        ]),
        { id: 'waiting', header: t('waiting'), kind: 'number', width: 120, value: ({ waiting }) => waiting.lines },
      ] satisfies Column<TrackRecord>[] as Column<TrackRecord>[],
      rules: [
        { id: 'rule', header: t('rule'), kind: 'text', width: 260, value: ({ rule }) => ruleName(rule, rule) },
        { id: 'taken_back', header: t('events_back'), kind: 'number', width: 170 },
        { id: 'upheld', header: t('events_upheld'), kind: 'number', width: 170 },
        {
          id: 'share',
          header: t('overturned_share'),
          definition: t('overturned_share_hint'),
          kind: 'percent',
          width: 140,
          value: (row) => row.taken_back / Math.max(1, row.taken_back + row.upheld),
        },
        { id: 'claims', header: t('claims'), kind: 'number', width: 120 },
      ] satisfies Column<RuleRecord>[] as Column<RuleRecord>[],
    }),
    [t, amounts, ruleName],
  );
}
