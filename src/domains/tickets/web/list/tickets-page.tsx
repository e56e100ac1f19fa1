import { Button, Menu, Select, TextInput } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { TicketView } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { MOST_FOUND, TICKET_ORDERS } from '#domains/tickets/contract/ticket-query.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Sort } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { CaseFilters } from '../case-filters.tsx';
import { CloseTicket } from '../close-ticket.tsx';
import { useCaseFilters } from '../use-case-filters.ts';
import { usePicked } from '../use-picked.ts';
import { PickedTickets } from './picked-tickets.tsx';
import { useTicketColumns } from './ticket-columns.tsx';
import { useTicketKeys } from './use-ticket-keys.ts';

/** A list that does not come within this time is given up, and said so (TKT-CONST-01). */
const LIST_TIMEOUT_MS = 50_000;
const BEFORE = { id: 'created_at', desc: true } as const;

/** Tickets of the package: found, opened, several changed at once. */
export function TicketsPage() {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const filters = useCaseFilters();
  const state = useListState();
  const [params, setParams] = useSearchParams();
  const mine = params.get('assignee') === 'me';
  const [sort, setSort] = useState<Sort>(BEFORE);
  const format = useFormat();
  const sticky = useStickySearch();
  const navigate = useNavigate();
  const asked = {
    package_name: pkg.package_name,
    ...filters.chosen,
    ...(state.asked.search ? { search: state.asked.search } : {}),
    ...(mine ? { assignee: 'me' as const } : {}),
    sort: TICKET_ORDERS.find((order) => order === sort.id) ?? 'created_at',
    order: sort.desc ? ('desc' as const) : ('asc' as const),
  };
  const { page, limit } = state.asked;
  const list = useQuery(
    query(ticketEndpoints.list, { query: { ...asked, page, limit } }, { timeoutMs: LIST_TIMEOUT_MS }),
  );
  const rows = list.data?.data ?? [];
  const open = ({ id }: TicketView): void => void navigate(`/issues/${id}${sticky}`);
  const mayWrite = userMay('ticket.write');
  const { picked, picking, unpick } = usePicked(rows, 'pick_ticket');
  const [closing, setClosing] = useState<TicketView>();
  const at = useTicketKeys(rows, { open, close: setClosing, mayWrite });
  const columns = useTicketColumns();
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('tickets_lead', { package: pkg.package_title })}</p>
        <div className={screen.tools}>
          <TextInput
            type="search"
            aria-label={t('tickets_search')}
            placeholder={t('tickets_search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={state.search}
            maxLength={longest(searchText)}
            onChange={(event) => state.setSearch(event.currentTarget.value)}
          />
          {mayWrite && (
            <Select
              aria-label={t('assignee')}
              w={150}
              data={[
                { value: 'all', label: t('of_everybody') },
                { value: 'me', label: t('of_me') },
              ]}
              value={mine ? 'me' : 'all'}
              allowDeselect={false}
              onChange={(value) => {
                setParams((current) => {
                  const next = new URLSearchParams(current);
                  next.delete('assignee');
                  if (value === 'me') next.set('assignee', 'me');
                  return next;
                });
                state.setPage(1);
              }}
            />
          )}
          <CaseFilters filters={filters} />
          <Files asked={asked} />
          {mayWrite && <AddButton to={`/issues/add${sticky}`}>{t('ticket_add')}</AddButton>}
        </div>
      </header>
      {picked.size > 0 && <PickedTickets picked={picked} rows={rows} onDone={unpick} />}
      {state.asked.search && (list.data?.total ?? 0) >= MOST_FOUND && (
        <p className={screen.note} role="status">
          {t('found_many', { n: format.number(MOST_FOUND) })}
        </p>
      )}
      <div className={screen.card}>
        <DataTable
          id="tickets"
          caption={t('tickets_caption', { zone: pkg.time_zone })}
          columns={columns}
          {...pageOfList(list, { page: state.page, onPage: state.setPage })}
          rowKey={({ id }) => String(id)}
          sort={sort}
          onSort={(next) => {
            setSort(next);
            state.setPage(1);
          }}
          onOpen={open}
          {...(at === undefined ? {} : { selected: String(at.id) })}
          {...(mayWrite ? { picking } : {})}
          empty={{ why: filters.count > 0 || state.asked.search ? t('none_found') : t('tickets_none') }}
        />
      </div>
      {closing && <CloseTicket ticket={closing} onDone={() => setClosing(undefined)} />}
    </div>
  );
}

type Asked = Omit<Parameters<typeof download<typeof ticketEndpoints.download>>[1]['query'], 'format'>;

/** Exactly the tickets that are asked for, on all pages. */
function Files({ asked }: { asked: Asked }) {
  const { t } = useTranslation('tickets');
  const { state, save } = useDownloads();
  const file = (format: 'csv' | 'xlsx') =>
    save(() => download(ticketEndpoints.download, { query: { ...asked, format } }, { name: `tickets.${format}` }));
  return (
    <Menu position="bottom-end" shadow="md" disabled={state.loading}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={state.loading}>
          {t('download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Menu.Item key={format} onClick={() => file(format)}>
            {format.toUpperCase()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
