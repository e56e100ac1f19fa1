import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ResultView, resultEndpoints } from '#domains/hygiene/contract/package-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { resultColumns } from './result-columns.tsx';

/** Any result of the package that is done, found by the name of its file; first those of the same name. */
export function OtherResult({ view, onChoose }: { view: ResultView; onChoose: (other: ResultView) => void }) {
  const { t } = useTranslation('hygiene');
  const { pkg } = useSelection();
  const state = useListState();
  const asked = { package_name: pkg.package_name, state: 'done' as const, beside: view.id, ...state.asked };
  const list = useQuery(query(resultEndpoints.list, { query: asked }));
  const columns = useMemo(
    (): Column<ResultView>[] => Object.values(resultColumns(t, pkg.time_zone)),
    [t, pkg.time_zone],
  );
  return (
    <ListPage
      id="brand-hygiene-others"
      lead={t('compare_with')}
      caption={t('compare_with')}
      columns={columns}
      state={state}
      list={list}
      searchLabel={t('search')}
      empty={{ why: t('compare_none') }}
      noneFound={t('kept_no_hit', { search: state.asked.search })}
      onOpen={onChoose}
    />
  );
}
