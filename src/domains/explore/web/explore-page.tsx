import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { MOST_ROWS } from '#domains/explore/contract/explore-endpoints.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { PrintedLine } from '#platform/web/layout/printed-line.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { ConditionButton, ConditionChip } from '#traffic/explorer/web/condition-filter.tsx';
import { type FilterName, withFilter, withoutFilters } from '#traffic/explorer/web/event-address.ts';
import { FilterChips } from '#traffic/explorer/web/filter-chips.tsx';
import { FilterPicker } from '#traffic/explorer/web/filter-picker.tsx';
import { useEventsQuestion } from '#traffic/explorer/web/use-events.ts';
import { eventValues } from '#traffic/explorer/web/value-source.ts';
import { RuleNames } from '#traffic/rules/web/names-of-values.tsx';
import { type AskChange, withAsk } from './ask.ts';
import { Examples } from './examples.tsx';
import styles from './explore.module.css';
import { ExploreFiles } from './explore-files.tsx';
import { ExplorePicture } from './explore-picture.tsx';
import { ExplorePivot } from './explore-pivot.tsx';
import { ExploreTable } from './explore-table.tsx';
import { ExploreTools, ViewSwitch } from './explore-tools.tsx';
import { PutOnBoard } from './put-on-board.tsx';
import { type SchedulePanelProps, ScheduleQuestion } from './schedule-question.tsx';
import { useAsk } from './use-ask.ts';
import { useExplore, useQuestion } from './use-explore.ts';

/** Any question about events; all of it lies in the address. What is refused names keys and fields as the screen does. */
export const explorePageWith = (Panel: ComponentType<SchedulePanelProps>) =>
  function ExplorePage() {
    return (
      <RuleNames>
        <Explore Panel={Panel} />
      </RuleNames>
    );
  };

function Explore({ Panel }: { Panel: ComponentType<SchedulePanelProps> }) {
  const { t } = useTranslation(['explore', 'boards']);
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const { ask, dropped, closed } = useAsk(params);
  const question = useQuestion(ask);
  const [field, setField] = useState<FilterName | null>();
  // Another question begins at its first page.
  const of = JSON.stringify(question);
  const [place, setPlace] = useState({ of, page: 1 });
  const page = place.of === of ? place.page : 1;
  const asked = useExplore(ask, question, page);
  const listed = useEventsQuestion({ filters: ask.filters, search: '', query: ask.query });
  // Drawn at once: of two choices in one breath the second would begin from what was shown before the first.
  const move = (to: URLSearchParams): void => setParams(to, { replace: true, flushSync: true });
  const change = (part: AskChange): void => move(withAsk(params, part));
  const setQuery = (query: string): void => change({ query });
  const rows = asked.data?.data ?? [];
  const total = asked.data?.total ?? 0;
  return (
    <div className={screen.page}>
      <PrintedLine />
      <ExploreTools ask={ask} onChange={change} />
      <header className={screen.head}>
        <div className={screen.tools}>
          <ViewSwitch ask={ask} onChange={change} />
          <FilterPicker
            source={eventValues(listed)}
            filters={ask.filters}
            onChange={(filter) => move(withFilter(params, filter))}
            field={field}
            onField={setField}
          />
          <ConditionButton query={ask.query} onChange={setQuery} />
        </div>
        <div className={screen.tools}>
          <ScheduleQuestion Panel={Panel} ask={ask} question={question} />
          <PutOnBoard ask={ask} />
          <ExploreFiles ask={ask} question={question} rows={rows} disabled={total === 0} />
        </div>
      </header>
      <FilterChips
        filters={ask.filters}
        onEdit={setField}
        onRemove={({ name, not }) => move(withFilter(params, { name, not, values: [] }))}
        onClear={() => move(withoutFilters(params))}
      />
      <ConditionChip query={ask.query} onChange={setQuery} />
      {dropped.length > 0 && (
        <p className={screen.note} role="status">
          {t('boards:dropped', { count: dropped.length, names: format.list(dropped) })}
        </p>
      )}
      {closed.length > 0 && (
        <p className={screen.note} role="status">
          {t('closed', { names: format.list(closed) })}
        </p>
      )}
      <section className={screen.card} aria-label={t('answer')} aria-busy={asked.isFetching}>
        <div className={styles.body} data-view={ask.view}>
          {ask.view === 'table' ? (
            <ExploreTable
              ask={ask}
              rows={rows}
              answer={asked.data}
              asked={asked}
              page={page}
              onPage={(next) => setPlace({ of, page: next })}
              onSort={({ id, desc }) => change({ by_column: id, order: desc ? 'desc' : 'asc' })}
            />
          ) : asked.error && !asked.data ? (
            <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
          ) : asked.isPending ? (
            <div className={screen.waiting} role="status" aria-busy />
          ) : ask.view === 'pivot' ? (
            <ExplorePivot ask={ask} rows={rows} />
          ) : (
            <ExplorePicture ask={ask} rows={rows} />
          )}
        </div>
      </section>
      {ask.view !== 'table' && total > MOST_ROWS && (
        <p className={screen.note}>{t('cut', { shown: format.number(MOST_ROWS), total: format.number(total) })}</p>
      )}
      {ask.by.length === 0 && <Examples />}
    </div>
  );
}
