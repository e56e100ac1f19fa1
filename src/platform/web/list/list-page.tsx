import { Select, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZES } from '#platform/contract/paging.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { longest } from '../form/text-limits.ts';
import screen from '../layout/screen.module.css';
import type { Column, Row } from '../table/column.ts';
import { DataTable, type DataTableProps } from '../table/data-table.tsx';
import { type ListQuery, pageOfList } from '../table/page-of-list.ts';
import styles from './list.module.css';
import type { ListState } from './use-list-state.ts';

interface Props<R extends Row> {
  id: string;
  /** What the list is, above it. */
  lead: ReactNode;
  caption: string;
  columns: readonly Column<R>[];
  /** The number called `id` when left out. */
  rowKey?: (row: R) => string;
  /** Left out: the answer is the whole list, and columns sort here. */
  state?: ListState;
  /** Given: the server sorts all pages, by the columns that are sortable. */
  sorting?: Pick<DataTableProps<R>, 'sort' | 'onSort'>;
  /** The query of the page asked for. */
  list: ListQuery<R>;
  /** Words in the search field; without them there is none. */
  searchLabel?: string;
  filters?: ReactNode;
  actions?: ReactNode;
  empty: { why: string; action?: ReactNode };
  /** Said instead when a search found nothing. */
  noneFound?: string;
  onOpen?: (row: R) => void;
  /** Of all pages, where the server counted that. */
  totals?: R | undefined;
}

/** A list: lead, search, filters, table with its states, page size. All lists of administration are this one. */
export function ListPage<R extends Row>(props: Props<R>) {
  const { state, list, columns, sorting } = props;
  // One page sorted by itself would pass for the order of all.
  const paged = state !== undefined && sorting === undefined;
  const shown = useMemo(
    () => (paged ? columns.map((column) => ({ ...column, sortable: false })) : columns),
    [columns, paged],
  );
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <div className={styles.lead}>{typeof props.lead === 'string' ? <p>{props.lead}</p> : props.lead}</div>
        <div className={`${screen.tools} ${styles.tools}`}>
          {state && props.searchLabel && <SearchField label={props.searchLabel} state={state} />}
          {props.filters}
          {props.actions}
        </div>
      </header>
      <div className={screen.card}>
        <DataTable
          id={props.id}
          totals={props.totals}
          caption={props.caption}
          columns={shown}
          {...sorting}
          {...pageOfList(list, state && { page: state.page, onPage: state.setPage })}
          rowKey={props.rowKey ?? (({ id }) => String(id))}
          maxHeight="calc(100dvh - 309px)"
          {...(props.onOpen ? { onOpen: props.onOpen } : {})}
          {...(state && { tools: <PageSize state={state} /> })}
          empty={state?.asked.search && props.noneFound ? { why: props.noneFound } : props.empty}
        />
      </div>
    </div>
  );
}

const SearchField = ({ label, state }: { label: string; state: ListState }) => (
  <TextInput
    type="search"
    aria-label={label}
    placeholder={label}
    leftSection={<IconSearch size={16} aria-hidden />}
    value={state.search}
    maxLength={longest(searchText)}
    onChange={(event) => state.setSearch(event.currentTarget.value)}
  />
);

function PageSize({ state }: { state: ListState }) {
  const { t } = useTranslation('ui');
  return (
    <Select
      size="xs"
      w={84}
      aria-label={t('page_size')}
      data={PAGE_SIZES.map(String)}
      value={String(state.limit)}
      onChange={(value) => value && state.setLimit(Number(value))}
      allowDeselect={false}
    />
  );
}
