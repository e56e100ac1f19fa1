import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SORT_KEYS, type Widget } from '#analytics/contract/widget.ts';
import type { Sort } from '#platform/web/table/column.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { useBoard } from '../board/board-state.tsx';
import { TABLE_ROWS, tableParameters } from '../board/question.ts';
import { useWidget } from '../board/use-widget.ts';
import { useWords } from '../words.ts';
import styles from './cards.module.css';
import { RowsTable } from './rows-table.tsx';
import { WidgetFrame } from './widget-frame.tsx';

/** Milliseconds without a key before the server is asked. */
const TYPING = 300;
/** Search, count, head and as many rows as a page has, with the pages below. */
const HEIGHT = 450;
const EMPTY_HEIGHT = 180;
const ROW = 30;
const AROUND_ROWS = 112;

/** A table the server pages, sorts and searches. */
export function PagedCard({ widget }: { widget: Widget<string> }) {
  const { t } = useTranslation('board');
  const words = useWords();
  const { parameters } = useBoard();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING);
  const [sort, setSort] = useState<Sort>();
  const by = SORT_KEYS.find((key) => key === sort?.id);
  // Another question starts on its first page; remembering which question a page belongs to needs no effect.
  const question = JSON.stringify([parameters, search, sort]);
  const [place, setPlace] = useState({ question, page: 1 });
  const page = place.question === question ? place.page : 1;
  const view = { page, search, sort: by && sort ? { by, desc: sort.desc } : undefined };
  const data = useWidget(widget, tableParameters(widget, view));
  const short = data.state === 'ready' && data.pages === 1 && search === '';
  const height = short ? AROUND_ROWS + ROW * data.rows.length : data.state === 'empty' ? EMPTY_HEIGHT : HEIGHT;
  const name = widget.by ? words.dimension(widget.by) : '';

  return (
    <WidgetFrame widget={widget} data={data} height={height} skeleton="table" wide keepWhenEmpty={search !== ''}>
      <div className={styles.search}>
        <TextInput
          type="search"
          size="xs"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder={t('search_in', { name })}
          aria-label={t('search_in', { name })}
          leftSection={<IconSearch size={14} aria-hidden />}
        />
      </div>
      {data.meta && data.rows.length > 0 ? (
        <RowsTable
          widget={widget}
          rows={data.rows}
          meta={data.meta}
          maxHeight={TABLE_ROWS * ROW + 40}
          sort={sort ?? (widget.underPublisher ? undefined : { id: widget.order ?? 'total', desc: true })}
          onSort={setSort}
          paging={{ page, pages: data.pages, onPage: (next) => setPlace({ question, page: next }) }}
          {...(data.total === undefined ? {} : { total: data.total })}
        />
      ) : (
        <EmptyState why={t('empty_search', { search })} />
      )}
    </WidgetFrame>
  );
}
