import { Button } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '#platform/web/i18n/format.ts';
import { PrintedLine } from '#platform/web/layout/printed-line.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { nothingHere } from '#traffic/event/web/nothing-here.tsx';
import type { EventRow } from '#traffic/explorer/contract/events-endpoints.ts';
import { BatchStrip } from './batch-list.tsx';
import { ConditionButton, ConditionChip } from './condition-filter.tsx';
import { DecideAll } from './decide-all.tsx';
import { adoptArrival, type FilterName, withEvent } from './event-address.ts';
import { groupOf, useEventColumns } from './event-columns.ts';
import { EventDrawer } from './event-drawer.tsx';
import { EventFilters } from './event-tools.tsx';
import styles from './events.module.css';
import { ExportMenu } from './export-menu.tsx';
import { FilterChips } from './filter-chips.tsx';
import { type EventAddress, useEventAddress } from './use-event-address.ts';
import { type EventsQuestion, useEvents, useEventsQuestion } from './use-events.ts';
import { useNeighbours } from './use-neighbours.ts';
import { usePicking } from './use-picking.ts';

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
  const { pkg } = useSelection();
  const format = useFormat();
  const address = useEventAddress();
  const question = useEventsQuestion(address);
  const events = useEvents(question, address.sort, ready);
  const rows = useMemo(() => events.data?.pages.flatMap((page) => page.data) ?? [], [events.data]);
  const around = useNeighbours(rows, events, address);
  const [field, setField] = useState<FilterName | null>();
  const mayJudge = userMay('event.judge');
  const { picked, setPicked } = usePicked(question);
  const total = events.data?.pages[0]?.total;
  return (
    <div className={styles.page}>
      <PrintedLine />
      <header className={styles.head}>
        <p className={styles.count} aria-live="polite" aria-busy={events.isPlaceholderData}>
          {!events.isError && (
            <>
              <strong className="numbers">{total === undefined ? '…' : format.number(total)}</strong>{' '}
              {t('events', { count: total ?? 0 })}
            </>
          )}
        </p>
        <div className={styles.tools}>
          <EventFilters address={address} question={question} field={field} onField={setField} />
          <ConditionButton query={address.query} onChange={address.setQuery} />
          {mayJudge && (
            <DecideAll question={question} picked={picked} disabled={!total} onDecided={() => setPicked(new Set())} />
          )}
          <ExportMenu question={question} disabled={!total} />
        </div>
      </header>
      <FilterChips
        filters={address.filters}
        onEdit={setField}
        onRemove={({ name, not }) => address.setFilter({ name, not, values: [] })}
        onClear={address.clear}
      />
      <ConditionChip query={address.query} onChange={address.setQuery} />
      {mayJudge && <BatchStrip packageName={pkg.package_name} />}
      <div className={styles.card}>
        <EventsTable
          events={events}
          rows={rows}
          total={total}
          address={address}
          {...(mayJudge && { picked, onPicked: setPicked })}
        />
      </div>
      <p className={styles.hint}>{t('open_hint', { zone: pkg.time_zone })}</p>
      <EventDrawer id={address.opened} around={around} total={total} onClose={() => address.open(null)} />
    </div>
  );
}

/** Another question has other rows. */
function usePicked(question: EventsQuestion) {
  const [held, setHeld] = useState<{ of: EventsQuestion; picked: ReadonlySet<string> }>();
  const picked = held?.of === question ? held.picked : NONE;
  return { picked, setPicked: (next: ReadonlySet<string>) => setHeld({ of: question, picked: next }) };
}

const NONE: ReadonlySet<string> = new Set();

interface TableProps {
  events: ReturnType<typeof useEvents>;
  rows: readonly EventRow[];
  total: number | undefined;
  address: EventAddress;
  picked?: ReadonlySet<string>;
  onPicked?: (picked: ReadonlySet<string>) => void;
}

function EventsTable({ events, rows, total, address, picked, onPicked }: TableProps) {
  const { t } = useTranslation('events');
  const { pkg } = useSelection();
  const { params, filters, search, sort, opened } = address;
  const text = params.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parameters are a new object with every render
  const href = useCallback((row: EventRow) => `?${withEvent(params, row.row_id)}`, [text]);
  const group = groupOf(filters.find(({ name }) => name === 'kind')?.values ?? []);
  const columns = useEventColumns(group, pkg.time_zone, href);
  const narrowed = filters.length > 0 || search !== '' || address.query !== '';
  return (
    <DataTable
      key={group}
      id={group === 'any' ? 'events' : `events_${group}`}
      caption={t('caption', { zone: pkg.time_zone })}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.row_id}
      density="compact"
      picking={usePicking(rows, picked, onPicked)}
      maxHeight="calc(100dvh - 319px)"
      sort={{ id: 'ts', desc: sort === 'newest' }}
      onSort={({ desc }) => address.setSort(desc ? 'newest' : 'oldest')}
      {...(opened === null ? {} : { selected: opened })}
      onOpen={(row) => address.open(row.row_id)}
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
      empty={
        narrowed
          ? {
              why: t('none_filtered'),
              action: (
                <Button variant="default" size="compact-md" onClick={address.clear}>
                  {t('filters_clear')}
                </Button>
              ),
            }
          : nothingHere()
      }
    />
  );
}
