import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { type VerdictChangeRow, verdictChangeEndpoints } from '#traffic/judge/contract/verdict-change-endpoints.ts';
import { costToFraud, movesOf } from './moves.ts';
import { useReason } from './use-reason.ts';

const PAGE = 15;

/** Every operation that changed verdicts of the package after they were made: rules, sweeps, imports, lists, people. */
export function AllChanges() {
  const { t } = useTranslation('verdict-changes');
  const { pkg } = useSelection();
  const [page, setPage] = useState(1);
  const list = useQuery(
    query(verdictChangeEndpoints.list, { query: { package_name: pkg.package_name, page, limit: PAGE } }),
  );
  const columns = useColumns();
  return (
    <section className={screen.card} aria-label={t('changes')}>
      <header className={screen.cardHead}>
        <h2>{t('changes')}</h2>
        <span className={screen.note}>{t('changes_all_note')}</span>
      </header>
      <DataTable
        id="verdict-changes"
        caption={t('changes')}
        columns={columns}
        rowKey={(row) => `${row.operation} ${row.month}`}
        density="compact"
        maxHeight={420}
        {...pageOfList(list, { page, onPage: setPage })}
        empty={{ why: t('no_changes_ever') }}
      />
    </section>
  );
}

function useColumns(): Column<VerdictChangeRow>[] {
  const { t } = useTranslation('verdict-changes');
  const { t: ui } = useTranslation('ui');
  const { pkg } = useSelection();
  const format = useFormat();
  const reasonOf = useReason();
  return useMemo(() => {
    const moves = ({ changes }: VerdictChangeRow): string =>
      movesOf(changes)
        .map(({ from, to, events }) => `${ui(`verdict_${from}`)} → ${ui(`verdict_${to}`)} ${format.number(events)}`)
        .join(' · ');
    const cost = ({ changes }: VerdictChangeRow): string =>
      costToFraud(changes)
        .map(({ currency, amount }) => (currency ? format.money(amount, currency) : format.number(amount, 2)))
        .join(' · ');
    const by = ({ cause, author }: VerdictChangeRow): string =>
      author === 'system' ? t(`cause_${cause}`) : `${t(`cause_${cause}`)} · ${author}`;
    const days = ({ from, to }: VerdictChangeRow): string =>
      from === to ? format.day(from) : t('days_between', { from: format.day(from), to: format.day(to) });
    const text = { kind: 'text', sortable: false } as const;
    return [
      { id: 'at', header: t('change_when'), kind: 'datetime', width: 206, timeZone: pkg.time_zone, sortable: false },
      { ...text, id: 'by', header: t('change_by'), width: 130, value: by },
      { id: 'events', header: t('events'), kind: 'number', width: 90, sortable: false },
      {
        ...text,
        id: 'closed',
        header: t('change_month'),
        width: 230,
        value: ({ after_closing }) => (after_closing ? t('after_closing') : ''),
        render: ({ after_closing }) => after_closing && <strong>{t('after_closing')}</strong>,
      },
      { ...text, id: 'days', header: t('change_days'), width: 250, value: days },
      { ...text, id: 'moves', header: t('change_moves'), width: 420, value: moves },
      { ...text, id: 'cost', header: t('change_cost'), definition: t('change_cost_hint'), width: 160, value: cost },
      { ...text, id: 'reason', header: t('change_why'), width: 240, value: reasonOf },
    ];
  }, [t, ui, format, reasonOf, pkg.time_zone]);
}
