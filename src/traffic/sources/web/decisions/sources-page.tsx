import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import {
  SOURCE_FILTERS,
  type SourceFilter,
  type SourceRow,
  sourceDecisionEndpoints,
} from '#traffic/sources/contract/decision-endpoints.ts';
import { type OpenSource, SourceDrawer } from './source-drawer.tsx';
import { useTakeBack } from './use-decisions.ts';
import { type SourceAct, useSourceColumns } from './use-source-columns.tsx';
import { useSourceOrder } from './use-source-order.ts';
import { useMarkSeen, useVisit } from './use-visit.ts';
import { WrongCallsWords } from './wrong-calls-words.tsx';

const NO_ROWS: readonly SourceRow[] = [];

/** The worklist of sources: what is called, new first, with the money, until a person confirms or clears it. */
export function SourcesPage() {
  const { t } = useTranslation('sources');
  const { pkg, range } = useSelection();
  const format = useFormat();
  const state = useListState();
  const visit = useVisit();
  const [only, setOnly] = useState<SourceFilter | null>('watched');
  const [open, setOpen] = useState<OpenSource>();
  const { asked: inOrder, sorting } = useSourceOrder(() => state.setPage(1));
  const asked = {
    package_name: pkg.package_name,
    fromDate: range.from,
    toDate: range.to,
    visit,
    ...state.asked,
    ...inOrder,
  };
  const list = useQuery(query(sourceDecisionEndpoints.list, { query: { ...asked, ...(only ? { state: only } : {}) } }));
  const rows = list.data?.data ?? NO_ROWS;
  useMarkSeen(pkg.package_name, visit, list.isPlaceholderData ? undefined : list.data?.data);
  const { mutate: takeBack } = useTakeBack();
  const onAct = useCallback(
    (row: SourceRow, act: SourceAct): void => {
      // The rows as they are now: a decision moves its source out of the list, and the next one is the next seen.
      if (act !== 'take_back') setOpen({ rows, at: rows.indexOf(row), act });
      else if (row.decision) takeBack(row.decision.id);
    },
    [takeBack, rows],
  );
  const columns = useSourceColumns(onAct);
  const counts = list.data?.states;
  const label = (name: SourceFilter): string =>
    counts ? t('state_counted', { state: t(`state_${name}`), n: format.number(counts[name]) }) : t(`state_${name}`);
  return (
    <>
      <ListPage
        id="sources"
        lead={
          <>
            <p>{t('lead', { package: pkg.package_title })}</p>
            <WrongCallsWords of={list.data?.wrong_calls} />
          </>
        }
        caption={t('caption', { zone: pkg.time_zone })}
        columns={columns}
        rowKey={({ publisher, sub_publisher }) => JSON.stringify([publisher, sub_publisher])}
        state={state}
        sorting={sorting}
        list={list}
        searchLabel={t('search')}
        filters={
          <Select
            aria-label={t('filter')}
            w={260}
            data={[
              ...SOURCE_FILTERS.map((name) => ({ value: name, label: label(name) })),
              { value: '', label: t('state_all') },
            ]}
            value={only ?? ''}
            onChange={(chosen) => {
              setOnly(SOURCE_FILTERS.find((name) => name === chosen) ?? null);
              state.setPage(1);
            }}
            allowDeselect={false}
          />
        }
        empty={{ why: t(only === 'new' ? 'none_new' : 'none') }}
        noneFound={t('none_found')}
      />
      <SourceDrawer open={open} onOpen={setOpen} />
    </>
  );
}
