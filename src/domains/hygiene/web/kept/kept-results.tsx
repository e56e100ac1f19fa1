import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ResultView, resultEndpoints } from '#domains/hygiene/contract/package-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { KeptResult } from './kept-result.tsx';
import { resultColumns } from './result-columns.tsx';

const AGAIN_MS = 3_000;

/** What was analysed for the package before, to be read again, compared and taken along. */
export function KeptResults() {
  const { t } = useTranslation('hygiene');
  const { pkg } = useSelection();
  const state = useListState();
  const [shown, setShown] = useState<ResultView>();
  const [isCompared, setCompared] = useState(false);
  const list = useQuery({
    ...query(resultEndpoints.list, { query: { package_name: pkg.package_name, ...state.asked } }),
    refetchInterval: ({ state: { data } }) =>
      data?.data.some((row) => row.state === 'queued' || row.state === 'processing') ? AGAIN_MS : false,
  });
  const { ask, dialog } = useConfirmed({
    run: ({ id }: ResultView) => call(resultEndpoints.remove, { params: { id } }),
    question: ({ name }) => ({
      title: t('delete_title', { name }),
      confirm: t('delete'),
      why: <p>{t('delete_why')}</p>,
    }),
    done: () => t('deleted'),
  });
  const mayEdit = userMay('tracking.write');
  const open = useCallback((row: ResultView, beside: boolean): void => {
    setShown(row);
    setCompared(beside);
  }, []);
  const known = useMemo(() => resultColumns(t, pkg.time_zone), [t, pkg.time_zone]);
  const columns = useMemo(
    (): Column<ResultView>[] => [
      known.name,
      { id: 'kind', header: t('kind'), kind: 'text', width: 90, value: ({ kind }) => t(kind) },
      { id: 'state', header: t('state'), kind: 'text', width: 120, value: (row) => t(`state_${row.state}`) },
      known.verdict,
      known.analysed,
      menuColumn<ResultView>(t('actions'), (row) => ({
        label: t('actions_of', { name: row.name }),
        actions: [
          { label: t('open'), onClick: () => open(row, false) },
          ...(row.state === 'done' ? [{ label: t('compare'), onClick: () => open(row, true) }] : []),
          ...(mayEdit ? [{ label: t('delete'), onClick: () => ask(row), danger: true }] : []),
        ],
      })),
    ],
    [t, known, mayEdit, ask, open],
  );
  return (
    <>
      <ListPage
        id="brand-hygiene-results"
        lead={t('kept_lead')}
        caption={t('kept')}
        columns={columns}
        state={state}
        list={list}
        searchLabel={t('search')}
        empty={{ why: t('kept_none') }}
        noneFound={t('kept_no_hit', { search: state.asked.search })}
        onOpen={(row) => open(row, false)}
      />
      <SidePanel wide opened={shown !== undefined} title={shown?.name ?? ''} onClose={() => setShown(undefined)}>
        {shown && <KeptResult key={shown.id} view={shown} isCompared={isCompared} />}
      </SidePanel>
      {dialog}
    </>
  );
}
