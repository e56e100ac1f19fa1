import { Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { incidentEndpoints } from '#domains/tickets/contract/incident-endpoints.ts';
import { type IncidentView, incidentId } from '#domains/tickets/contract/ticket.ts';
import { call } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { useCaseWord } from '../use-case-word.ts';
import { useIncidentTitle } from '../use-incident-title.ts';
import { usePicked } from '../use-picked.ts';
import { AddToTicket } from './add-to-ticket.tsx';
import { IncidentAround } from './incident-around.tsx';
import type { AskedCases } from './incident-page.tsx';

const PAGE = 50;

/** Incidents one after the other; the next ones come while the reader scrolls. Tickets are made of the ticked ones. */
export function IncidentList({ asked }: { asked: AskedCases }) {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  // Other pages lead here with the incident they are about.
  const [opened, setOpened] = useState(incidentIn(params));
  const [adding, setAdding] = useState(false);
  const list = useInfiniteQuery({
    queryKey: [incidentEndpoints.list.path, asked],
    queryFn: ({ pageParam, signal }) =>
      call(incidentEndpoints.list, { query: { ...asked, page: pageParam, limit: PAGE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length < last.Total_pages ? pages.length + 1 : undefined),
  });
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const { picked, picking } = usePicked(rows, 'pick_incident');
  const total = list.data?.pages[0]?.total;
  const columns = useColumns();
  const mayWrite = userMay('ticket.write');
  const make = (): void => {
    const ids = new URLSearchParams([...picked].map((id) => ['incident', id]));
    void navigate(`/issues/add${sticky}${sticky === '' ? '?' : '&'}${ids}`);
  };
  return (
    <section className={screen.card} aria-labelledby="incident-list">
      <div className={screen.cardHead}>
        <h3 id="incident-list">{t('incidents')}</h3>
        {mayWrite && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" disabled={picked.size === 0} onClick={() => setAdding(true)}>
              {t('add_to_ticket')}
            </Button>
            <Button size="compact-sm" disabled={picked.size === 0} onClick={make}>
              {t('ticket_create', { count: Math.max(1, picked.size) })}
            </Button>
          </Group>
        )}
      </div>
      <DataTable
        id="incidents"
        caption={t('incidents_caption', { zone: pkg.time_zone })}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        loading={list.isPending}
        error={list.isError ? list.error : undefined}
        onRetry={() => void list.refetch()}
        onOpen={({ id }) => setOpened(id)}
        maxHeight={480}
        onSort={() => {}}
        more={{ hasMore: list.hasNextPage, loading: list.isFetchingNextPage, onMore: () => void list.fetchNextPage() }}
        {...(total === undefined ? {} : { total })}
        {...(mayWrite ? { picking } : {})}
        empty={{ why: t('incidents_none') }}
      />
      <IncidentAround id={opened} onOpen={setOpened} onClose={() => setOpened(undefined)} />
      {adding && <AddToTicket incidents={[...picked].map(Number)} onDone={() => setAdding(false)} />}
    </section>
  );
}

const incidentIn = (params: URLSearchParams): number | undefined =>
  incidentId.safeParse(params.get('incident') ?? undefined).data;

function useColumns(): Column<IncidentView>[] {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const word = useCaseWord();
  const titleOf = useIncidentTitle();
  const sticky = useStickySearch();
  return useMemo(
    () =>
      (
        [
          { id: 'happened_at', header: t('happened_at'), kind: 'datetime', timeZone: pkg.time_zone },
          { id: 'title', header: t('title'), kind: 'text', width: 280, value: (row) => titleOf(row) },
          {
            id: 'source',
            header: t('source'),
            kind: 'text',
            width: 130,
            value: ({ source }) => word('source', source),
          },
          { id: 'publisher', header: t('publisher'), kind: 'text', width: 150 },
          { id: 'category', header: t('category'), kind: 'text', width: 130 },
          { id: 'channel', header: t('channel'), kind: 'text', width: 120 },
          { id: 'country', header: t('country'), kind: 'text', width: 100, hidden: true },
          {
            id: 'tickets',
            header: t('ticket'),
            kind: 'link',
            width: 110,
            value: ({ tickets }) => tickets.map(({ id }) => `#${id}`).join(', '),
            href: ({ tickets }) => tickets[0] && `/issues/${tickets[0].id}${sticky}`,
          },
        ] satisfies Column<IncidentView>[]
      ).map((column) => ({ ...column, sortable: false })),
    [t, pkg.time_zone, word, titleOf, sticky],
  );
}
