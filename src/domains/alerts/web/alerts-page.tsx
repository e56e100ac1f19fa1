import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { type AlertView, alertEndpoints } from '#domains/alerts/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { Saved } from '#platform/web/form/form-page.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import type { RowAction } from '#platform/web/list/row-menu.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { draftOf, newDraft } from './alert-draft.ts';
import { AlertForm } from './alert-form.tsx';
import { usePlace } from './calls.ts';
import { useMetric } from './use-metric.ts';

/** The alerts of a package; below their address a new one, or one of them. */
export function AlertsPage() {
  const { id } = useParams();
  const { pkg } = useSelection();
  if (id === undefined) return <AlertList />;
  if (id === 'add') return <AlertForm key={pkg.package_name} initial={newDraft()} />;
  return <StoredAlert key={`${pkg.package_name} ${id}`} id={Number(id)} />;
}

function StoredAlert({ id }: { id: number }) {
  const { calls } = usePlace();
  const one = useQuery({ ...query(calls.one, { params: { id } }), staleTime: 0 });
  return (
    <Saved one={one}>
      {(alert, reload) => (
        <AlertForm key={alert.updated_at} initial={draftOf(alert)} stored={alert} onReload={reload} />
      )}
    </Saved>
  );
}

function AlertList() {
  const { t } = useTranslation('alerts');
  const { pkg } = useSelection();
  const place = usePlace();
  const navigate = useNavigate();
  const state = useListState();
  const { search: _search, ...asked } = { search: '', ...state.asked };
  const list = useQuery(query(place.calls.list, { query: { package_name: pkg.package_name, ...asked } }));
  const { actionsOf, dialog } = useRowActions();
  const columns = useColumns(actionsOf);
  const add = userMay('rules.write') && <AddButton to={place.add}>{t('add')}</AddButton>;
  return (
    <>
      <ListPage
        id="alerts"
        lead={t('lead', { package: pkg.package_title })}
        caption={t('caption', { zone: pkg.time_zone })}
        columns={columns}
        state={state}
        list={list}
        actions={add}
        empty={{ why: t('none'), action: add }}
        onOpen={({ id }) => void navigate(place.one(id))}
      />
      {dialog}
    </>
  );
}

/** What can be done with an alert; deleting is asked first. */
function useRowActions() {
  const { t } = useTranslation('alerts');
  const place = usePlace();
  const navigate = useNavigate();
  const client = useQueryClient();
  const errorText = useErrorText();
  const { ask, dialog } = useConfirmed({
    run: ({ id }: AlertView) => call(place.calls.remove, { params: { id } }),
    question: ({ name }) => ({
      title: t('delete_title', { name }),
      confirm: t('delete'),
      why: <p>{t('delete_what')}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const act = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onSuccess: async () => {
      notify('done', t('changed'));
      await client.invalidateQueries();
    },
    onError: (error) => notify('failed', errorText(error)),
  });
  const actionsOf = ({ id, active, muted, ...row }: AlertView): RowAction[] => [
    { label: t('open'), onClick: () => void navigate(place.one(id)) },
    {
      label: t(muted ? 'unmute' : 'mute'),
      onClick: () => act.mutate(() => call(alertEndpoints.mute, { params: { id }, body: { muted: !muted } })),
    },
    ...(userMay('rules.write')
      ? [
          {
            label: t(active ? 'switch_off' : 'switch_on'),
            onClick: () => act.mutate(() => call(place.calls.change, { params: { id }, body: { active: !active } })),
          },
          { label: t('delete'), onClick: () => ask({ id, active, muted, ...row }), danger: true },
        ]
      : []),
  ];
  return { actionsOf, dialog };
}

function useColumns(actionsOf: (row: AlertView) => RowAction[]): Column<AlertView>[] {
  const { t } = useTranslation('alerts');
  const { pkg } = useSelection();
  const metric = useMetric();
  return useMemo(() => {
    const stateOf = ({ problem, muted, active }: AlertView): string => {
      if (problem !== null) return t('state_problem', { why: problem });
      if (!active) return t('state_off');
      return t(muted ? 'state_muted' : 'state_on');
    };
    return [
      { id: 'name', header: t('name'), kind: 'text', width: 200, narrow: { place: 0, width: 130 } },
      { id: 'metric', header: t('metric'), kind: 'text', width: 150, value: (row) => metric.name(row.metric) },
      { id: 'rule', header: t('rule'), kind: 'text', width: 260, value: (row) => metric.rule(row) },
      { id: 'severity', header: t('severity'), kind: 'text', width: 90, value: (row) => t(`severity_${row.severity}`) },
      {
        id: 'raised_at',
        header: t('raised_at'),
        kind: 'datetime',
        timeZone: pkg.time_zone,
        width: 190,
        narrow: { place: 1, width: 120 },
      },
      { id: 'state', header: t('state'), kind: 'text', width: 130, value: stateOf },
      menuColumn(t('actions'), (row) => ({
        label: t('actions_of', { name: row.name }),
        actions: actionsOf(row),
      })),
    ];
  }, [t, pkg.time_zone, metric, actionsOf]);
}
