import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchText } from '#platform/contract/search-text.ts';
import { query } from '#platform/web/api/call.ts';
import { FormDrawer } from '#platform/web/form/form-drawer.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { type WhiteListRow, whiteListEndpoints } from '#traffic/white-list/contract/white-list-endpoints.ts';
import { EndDay } from './end-day.tsx';
import { EntryForm } from './entry-form.tsx';
import { useRemoveEntry } from './use-entries.ts';

const PAGE = 25;
const TYPING_MS = 300;

/** Who and what is clean by decision: every entry with its reason, its days and what it covers now. */
export function WhiteListPage() {
  const { t } = useTranslation('whitelist');
  const { pkg } = useSelection();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), TYPING_MS);
  const [adding, setAdding] = useState(false);
  const asked = { package_name: pkg.package_name, page, limit: PAGE, ...(wanted ? { search: wanted } : {}) };
  const list = useQuery(query(whiteListEndpoints.list, { query: asked }));
  const remove = useRemoveEntry();
  const mayEdit = userMay('event.judge');

  const columns = useColumns(mayEdit, remove.mutate);
  const addButton = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('add_open')}
    </Button>
  );

  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('lead', { package: pkg.package_title })}</p>
        <div className={screen.tools}>
          <TextInput
            type="search"
            maxLength={longest(searchText)}
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              setPage(1);
            }}
          />
          {addButton}
        </div>
      </header>
      <div className={screen.card}>
        <DataTable
          id="white-list"
          caption={t('caption', { zone: pkg.time_zone })}
          columns={columns}
          {...pageOfList(list, { page, onPage: setPage })}
          rowKey={({ id }) => String(id)}
          maxHeight="calc(100dvh - 289px)"
          stale={list.isPlaceholderData || remove.isPending}
          empty={{ why: t(wanted ? 'none_found' : 'none'), action: !wanted && addButton }}
        />
      </div>
      <FormDrawer opened={adding} onClose={() => setAdding(false)} title={t('add_open')} size="min(460px, 100vw)">
        <EntryForm packageName={pkg.package_name} onDone={() => setAdding(false)} />
      </FormDrawer>
    </div>
  );
}

function useColumns(mayEdit: boolean, onRemove: (row: WhiteListRow) => void): Column<WhiteListRow>[] {
  const { t } = useTranslation('whitelist');
  const { pkg } = useSelection();
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: 'value',
        header: t('value'),
        kind: 'text',
        width: 220,
        sortable: false,
        value: ({ value, rule_name }) => rule_name ?? value,
      },
      {
        id: 'kind',
        header: t('what'),
        kind: 'text',
        width: 140,
        sortable: false,
        value: ({ kind }) => t(`kind_${kind}`),
      },
      { id: 'events', header: t('events'), definition: t('events_hint'), kind: 'number', sortable: false },
      {
        id: 'reason',
        header: t('reason'),
        kind: 'text',
        width: 200,
        sortable: false,
        render: ({ reason }) => <span title={reason}>{reason}</span>,
      },
      {
        id: 'from',
        header: t('from'),
        kind: 'date',
        width: 120,
        sortable: false,
        render: ({ from }) => (from === null ? '–' : format.day(from)),
      },
      {
        id: 'expires',
        header: t('expires'),
        kind: 'date',
        width: 180,
        sortable: false,
        render: ({ expires }) => <EndDay day={expires} />,
      },
      { id: 'author', header: t('author'), kind: 'text', width: 130, sortable: false },
      {
        id: 'created_at',
        header: t('created'),
        kind: 'datetime',
        timeZone: pkg.time_zone,
        sortable: false,
        hidden: true,
      },
      ...(mayEdit
        ? [
            {
              id: 'action',
              header: t('action'),
              kind: 'text' as const,
              width: 140,
              sortable: false,
              render: (row: WhiteListRow) => (
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  aria-label={t('remove_of', { value: row.value })}
                  onClick={() => onRemove(row)}
                >
                  {t('remove')}
                </Button>
              ),
            },
          ]
        : []),
    ],
    [t, format, pkg.time_zone, mayEdit, onRemove],
  );
}
