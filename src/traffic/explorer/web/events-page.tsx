import { Button, Select } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { download } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { VERDICTS } from '#traffic/event/contract/event.ts';
import { kindsFor } from '#traffic/event/contract/kinds-of-platform.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { type EventRow, eventsEndpoints } from '#traffic/explorer/contract/events-endpoints.ts';
import { AddFilter } from './add-filter.tsx';
import {
  adoptArrival,
  EVENT_PARAMETER,
  type FilterName,
  filtersOf,
  withEvent,
  withFilter,
  withoutFilters,
} from './event-address.ts';
import { useEventColumns } from './event-columns.ts';
import { EventDrawer } from './event-drawer.tsx';
import styles from './events.module.css';
import { FilterChips } from './filter-chips.tsx';
import { SearchField } from './search-field.tsx';
import { type EventSort, useEvents, useEventsQuestion } from './use-events.ts';

/** The question of a download is the same however long it takes. */
const DOWNLOAD_MS = 600_000;

/** Single events behind any number: the count it promised, filters as chips, a row opens its reasons. */
export function EventsPage() {
  const [params, setParams] = useSearchParams();
  const arrival = adoptArrival(params);
  useEffect(() => {
    if (arrival) setParams(arrival, { replace: true });
  });
  return <EventsScreen ready={arrival === null} />;
}

function EventsScreen({ ready }: { ready: boolean }) {
  const { t } = useTranslation('events');
  const { t: ui } = useTranslation('ui');
  const [params, setParams] = useSearchParams();
  const { pkg } = useSelection();
  const names = useNames();
  const format = useFormat();
  const errorText = useErrorText();
  const text = params.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parameters are a new object with every render
  const filters = useMemo(() => filtersOf(params), [text]);
  const search = params.get('search') ?? '';
  const sort: EventSort = params.get('sort') === 'oldest' ? 'oldest' : 'newest';
  const question = useEventsQuestion(filters, search);
  const events = useEvents(question, sort, ready);
  const [downloading, setDownloading] = useState(false);

  const change = (next: URLSearchParams): void => setParams(next, { replace: true });
  const searchFor = (wanted: string): void => {
    const next = new URLSearchParams(location.search);
    if (wanted === '') next.delete('search');
    else next.set('search', wanted);
    change(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parameters are a new object with every render
  const href = useCallback((row: EventRow) => `?${withEvent(params, row.row_id)}`, [text]);
  const columns = useEventColumns(pkg.time_zone, href);
  const rows = useMemo(() => events.data?.pages.flatMap((page) => page.data) ?? [], [events.data]);
  const total = events.data?.pages[0]?.total;
  const opened = params.get(EVENT_PARAMETER);
  const chosen = (name: FilterName): string => {
    const values = filters.find((filter) => filter.name === name)?.values ?? [];
    return values.length === 1 ? (values[0] ?? '').toLowerCase() : '';
  };
  const save = async (): Promise<void> => {
    setDownloading(true);
    try {
      await download(eventsEndpoints.download, { query: question }, { timeoutMs: DOWNLOAD_MS });
    } catch (error) {
      notify('failed', errorText(error));
    }
    setDownloading(false);
  };
  const pick = (name: FilterName, label: string, data: { value: string; label: string }[]) => (
    <Select
      size="sm"
      aria-label={label}
      placeholder={label}
      data={data}
      value={chosen(name) || null}
      onChange={(value) => change(withFilter(params, name, value ? [value] : []))}
      clearable
      clearButtonProps={{ 'aria-label': t('filter_remove', { name: label }) }}
      comboboxProps={{ withinPortal: true }}
      className={styles.pick ?? ''}
    />
  );

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <p className={styles.count} aria-live="polite">
          <strong className="numbers">{total === undefined ? '…' : format.number(total)}</strong>{' '}
          {t('events', { count: total ?? 0 })}
        </p>
        <div className={styles.tools}>
          {pick(
            'kind',
            names.column('kind'),
            kindsFor(pkg.platform).map((kind) => ({ value: kind, label: names.kind(kind) })),
          )}
          {pick(
            'verdict',
            names.dimension('verdict'),
            VERDICTS.map((verdict) => ({ value: verdict, label: ui(`verdict_${verdict}`) })),
          )}
          <SearchField search={search} onSearch={searchFor} />
          <AddFilter
            onAdd={(name, value) => {
              const before = filters.find((filter) => filter.name === name)?.values ?? [];
              change(withFilter(params, name, [...new Set([...before, value])]));
            }}
          />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void save()}
            loading={downloading}
            disabled={!total}
          >
            CSV
          </Button>
        </div>
      </header>
      <FilterChips
        filters={filters}
        onRemove={(name) => change(withFilter(params, name, []))}
        onClear={() => change(withoutFilters(params))}
      />
      <div className={styles.card}>
        <DataTable
          id="events"
          caption={t('caption', { zone: pkg.time_zone })}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.row_id}
          density="compact"
          maxHeight="calc(100dvh - 290px)"
          sort={{ id: 'ts', desc: sort === 'newest' }}
          onSort={({ desc }) => {
            const next = new URLSearchParams(params);
            next.set('sort', desc ? 'newest' : 'oldest');
            change(next);
          }}
          {...(opened === null ? {} : { selected: opened })}
          onOpen={(row) => setParams(withEvent(params, row.row_id))}
          loading={events.isPending}
          stale={events.isPlaceholderData}
          error={events.isError ? events.error : undefined}
          onRetry={() => void events.refetch()}
          {...(total === undefined ? {} : { total })}
          more={{
            hasMore: events.hasNextPage,
            loading: events.isFetchingNextPage,
            onMore: () => void events.fetchNextPage(),
          }}
          empty={{
            why: t(filters.length > 0 || search ? 'none_filtered' : 'none_at_all'),
            action: (filters.length > 0 || search !== '') && (
              <Button variant="default" size="compact-md" onClick={() => change(withoutFilters(params))}>
                {t('filters_clear')}
              </Button>
            ),
          }}
        />
      </div>
      <p className={styles.hint}>{t('open_hint', { zone: pkg.time_zone })}</p>
      <EventDrawer id={opened} onClose={() => setParams(withEvent(params, null))} />
    </div>
  );
}
