import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SORT_KEYS, type Widget } from '#analytics/contract/widget.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import type { Sort } from '#platform/web/table/column.ts';
import { useBoard } from '../board/board-state.tsx';
import { pageRows, tableParameters } from '../board/question.ts';
import { useWidget, type WidgetData } from '../board/use-widget.ts';
import { useWords } from '../words.ts';
import styles from './cards.module.css';
import { RowsTable } from './rows-table.tsx';
import { WidgetFrame } from './widget-frame.tsx';

/** Milliseconds without a key before the server is asked. */
const TYPING = 300;
const EMPTY_HEIGHT = 180;
const ROW = 30;
/** Search, count and head, and the air below. */
const AROUND_ROWS = 40 + 36 + 12;
const PAGES = 40;

/** What comes is expected to fill its page; what is there takes no more than it needs. */
function heightOf({ state, pages, rows }: WidgetData, expected: number): number {
  const known = state === 'ready' || state === 'stale';
  const shown = known ? rows.length : expected;
  const totals = shown > 1 ? ROW : 0;
  return AROUND_ROWS + ROW * shown + totals + (known && pages === 1 ? 0 : PAGES);
}

/** A table the server pages, sorts and searches. */
export function PagedCard({ widget }: { widget: Widget<string> }) {
  const { t } = useTranslation('board');
  const words = useWords();
  const { parameters } = useBoard();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING);
  const [sort, setSort] = useState<Sort>();
  const rows = pageRows(widget);
  const by = SORT_KEYS.find((key) => key === sort?.id);
  // Another question starts on its first page; remembering which question a page belongs to needs no effect.
  const question = JSON.stringify([parameters, search, sort]);
  const [place, setPlace] = useState({ question, page: 1 });
  const page = place.question === question ? place.page : 1;
  const view = { page, search, sort: by && sort ? { by, desc: sort.desc } : undefined };
  const data = useWidget(widget, tableParameters(widget, view));
  const height = data.state === 'empty' && search === '' ? EMPTY_HEIGHT : heightOf(data, rows);
  const name = widget.by ? words.dimension(widget.by) : '';

  return (
    <WidgetFrame widget={widget} data={data} height={height} skeleton="table" wide keepWhenEmpty={search !== ''}>
      {data.meta && (
        <RowsTable
          widget={widget}
          rows={data.rows}
          meta={data.meta}
          maxHeight={rows * ROW + 72}
          sort={sort ?? { id: widget.order ?? 'total', desc: true }}
          onSort={setSort}
          paging={{ page, pages: data.pages, onPage: (next) => setPlace({ question, page: next }) }}
          search={
            <TextInput
              type="search"
              maxLength={longest(searchText)}
              size="xs"
              className={styles.search ?? ''}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              placeholder={t('search_in', { name })}
              aria-label={t('search_in', { name })}
              leftSection={<IconSearch size={14} aria-hidden />}
            />
          }
          empty={{ why: t('empty_search', { search }) }}
          {...(data.total === undefined ? {} : { total: data.total })}
        />
      )}
    </WidgetFrame>
  );
}
