import { Select, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZES } from '#platform/contract/paging.ts';
import type { Column, Row } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';
import styles from './list.module.css';
import type { ListState } from './use-list-state.ts';

interface Answer<R> {
  data: R[];
  Total_pages: number;
  total: number;
}

interface Props<R extends Row> {
  id: string;
  /** What the list is, above it. */
  lead: ReactNode;
  caption: string;
  columns: readonly Column<R>[];
  rowKey: (row: R) => string;
  state: ListState;
  /** The query of the page asked for. */
  list: {
    data: Answer<R> | undefined;
    isPending: boolean;
    isPlaceholderData: boolean;
    isError: boolean;
    error: unknown;
    refetch: () => unknown;
  };
  /** Words in the search field; without them there is none. */
  searchLabel?: string;
  filters?: ReactNode;
  actions?: ReactNode;
  empty: { why: string; action?: ReactNode };
  noneFound: string;
  onOpen?: (row: R) => void;
}

/** A list the server pages and searches: lead, search, filters, table, page size. All lists of administration are this one. */
export function ListPage<R extends Row>(props: Props<R>) {
  const { t } = useTranslation('ui');
  const { state, list } = props;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.lead}>{props.lead}</div>
        <div className={styles.tools}>
          {props.searchLabel && (
            <TextInput
              type="search"
              aria-label={props.searchLabel}
              placeholder={props.searchLabel}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={state.search}
              maxLength={200}
              onChange={(event) => state.setSearch(event.currentTarget.value)}
            />
          )}
          {props.filters}
          {props.actions}
        </div>
      </header>
      <div className={styles.card}>
        <DataTable
          id={props.id}
          caption={props.caption}
          columns={props.columns}
          rows={list.data?.data ?? []}
          rowKey={props.rowKey}
          maxHeight="calc(100dvh - 280px)"
          loading={list.isPending}
          stale={list.isPlaceholderData}
          error={list.isError ? list.error : undefined}
          onRetry={() => void list.refetch()}
          {...(list.data ? { total: list.data.total } : {})}
          {...(props.onOpen ? { onOpen: props.onOpen } : {})}
          paging={{ page: state.page, pages: list.data?.Total_pages ?? 1, onPage: state.setPage }}
          empty={state.asked.search ? { why: props.noneFound } : props.empty}
          tools={
            <Select
              size="xs"
              w={84}
              aria-label={t('page_size')}
              data={PAGE_SIZES.map(String)}
              value={String(state.limit)}
              onChange={(value) => value && state.setLimit(Number(value))}
              allowDeselect={false}
            />
          }
        />
      </div>
    </div>
  );
}
