import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#domains/tickets/contract/ticket.ts';
import { todayIn } from '#platform/contract/date-range.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { PriorityBadge, StatusBadge } from '../case-badges.tsx';
import { useCaseWord } from '../use-case-word.ts';

export function useTicketColumns(): Column<TicketView>[] {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const word = useCaseWord();
  const format = useFormat();
  return useMemo(
    () => [
      { id: 'id', header: t('number'), kind: 'text', width: 70, value: ({ id }) => `#${id}` },
      {
        id: 'title',
        header: t('title'),
        kind: 'link',
        width: 200,
        sortable: false,
        href: ({ id }) => `/issues/${id}${sticky}`,
        narrow: { place: 0, width: 180 },
      },
      {
        id: 'status',
        header: t('status'),
        kind: 'text',
        width: 118,
        sortable: false,
        render: ({ status }) => <StatusBadge status={status} />,
      },
      {
        id: 'priority',
        header: t('priority'),
        kind: 'text',
        width: 98,
        render: ({ priority }) => <PriorityBadge priority={priority} />,
      },
      {
        id: 'assignee',
        header: t('assignee'),
        kind: 'text',
        width: 104,
        sortable: false,
        value: ({ assignee }) => assignee?.name ?? '',
      },
      {
        id: 'due_on',
        header: t('due_on'),
        kind: 'date',
        width: 112,
        value: ({ due_on }) => due_on,
      },
      {
        id: 'overdue',
        header: t('overdue'),
        kind: 'text',
        width: 94,
        sortable: false,
        value: ({ overdue }) => (overdue ? t('overdue') : ''),
      },
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 110, sortable: false },
      {
        id: 'category',
        header: t('category'),
        kind: 'text',
        width: 108,
        sortable: false,
        value: ({ category }) => word('category', category),
      },
      { id: 'channel', header: t('channel'), kind: 'text', width: 120, sortable: false, hidden: true },
      { id: 'brand', header: t('brand'), kind: 'text', width: 120, sortable: false, hidden: true },
      { id: 'country', header: t('country'), kind: 'text', width: 110, sortable: false, hidden: true },
      {
        id: 'created_at',
        header: t('created_at'),
        kind: 'date',
        width: 108,
        // A day as the one it is due; to the second when somebody asks.
        render: ({ created_at: at }) => (
          <time dateTime={at} title={format.dateTime(at, pkg.time_zone)}>
            {todayIn(pkg.time_zone, new Date(at))}
          </time>
        ),
      },
      { id: 'updated_at', header: t('updated_at'), kind: 'datetime', timeZone: pkg.time_zone, hidden: true },
      { id: 'created_by', header: t('created_by'), kind: 'text', width: 140, sortable: false, hidden: true },
    ],
    [t, word, format, pkg.time_zone, sticky],
  );
}
