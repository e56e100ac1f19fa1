import { Button, Menu, Select } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { TicketView } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { MOST_FOUND } from '#domains/tickets/contract/ticket-query.ts';
import { query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { AddressSearch } from '#platform/web/list/address-search.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { CaseFilters } from '../case-filters.tsx';
import { CloseTicket } from '../close-ticket.tsx';
import { useCaseFilters } from '../use-case-filters.ts';
import { usePicked } from '../use-picked.ts';
import { PickedTickets } from './picked-tickets.tsx';
import { useTicketColumns } from './ticket-columns.tsx';
import { useTicketAddress, type Whose } from './use-ticket-address.ts';
import { useTicketKeys } from './use-ticket-keys.ts';

/** A list that does not come within this time is given up, and said so (TKT-CONST-01). */
const LIST_TIMEOUT_MS = 50_000;
const WHOSE: readonly Whose[] = ['all', 'me', 'nobody'];

/** Tickets of the package: found, opened, several changed at once. */
export function TicketsPage() {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const filters = useCaseFilters();
  const address = useTicketAddress();
  const format = useFormat();
  const sticky = useStickySearch();
  const navigate = useNavigate();
  const asked = { package_name: pkg.package_name, ...filters.chosen, ...address.asked };
  const { page, limit } = address;
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
  const isNarrowed = filters.count > 0 || address.search !== '' || address.overdue || address.whose !== 'all';
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('tickets_lead', { package: pkg.package_title })}</p>
        <div className={screen.tools}>
          <AddressSearch label={t('tickets_search')} search={address.search} onSearch={address.setSearch} />
          {mayWrite && (
            <Select
              aria-label={t('assignee')}
              w={170}
              data={WHOSE.map((value) => ({ value, label: t(`of_${value}`) }))}
              value={address.whose}
              allowDeselect={false}
              onChange={address.setWhose}
            />
          )}
          <Button
            variant={address.overdue ? 'light' : 'default'}
            aria-pressed={address.overdue}
            onClick={() => address.setOverdue(!address.overdue)}
          >
            {t('overdue')}
          </Button>
          <CaseFilters filters={filters} />
          <Files asked={asked} />
          {mayWrite && <AddButton to={`/issues/add${sticky}`}>{t('ticket_add')}</AddButton>}
        </div>
      </header>
      {picked.size > 0 && <PickedTickets picked={picked} rows={rows} onDone={unpick} />}
      {address.search !== '' && (list.data?.total ?? 0) >= MOST_FOUND && (
        <p className={screen.note} role="status">
          {t('found_many', { n: format.number(MOST_FOUND) })}
        </p>
      )}
      <div className={screen.card}>
        <DataTable
          id="tickets"
          caption={t('tickets_caption', { zone: pkg.time_zone })}
          columns={columns}
          {...pageOfList(list, { page, onPage: address.setPage })}
          rowKey={({ id }) => String(id)}
          sort={address.sort}
          onSort={address.setSort}
          onOpen={open}
          {...(at === undefined ? {} : { selected: String(at.id) })}
          {...(mayWrite ? { picking } : {})}
          empty={{ why: isNarrowed ? t('none_found') : t('tickets_none') }}
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
