import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  type ConfigurationView,
  configurationEndpoints,
} from '#domains/publishers/contract/configuration-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
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
import { useNames } from '#traffic/event/web/names.ts';
import { useLimitWords } from '#traffic/rules/web/limit-words.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import { bodyOf, draftOf } from './configuration-draft.ts';
import { usePlaces } from './places.ts';
import { useCountClick } from './use-count-click.ts';

/** What is set for single publishers: here, and on the page of the rules. */
export function ConfigurationsPage() {
  const { t } = useTranslation('publishers');
  const { pkg } = useSelection();
  const places = usePlaces();
  const navigate = useNavigate();
  const state = useListState();
  const list = useQuery(
    query(configurationEndpoints.table, { query: { package_name: pkg.package_name, ...state.asked } }),
  );
  const { actionsOf, dialog } = useRowActions();
  const columns = useColumns(actionsOf);
  const count = useCountClick();
  const add = userMay('rules.write') && (
    <AddButton to={places.add} onClick={() => count('add')}>
      {t('add')}
    </AddButton>
  );
  return (
    <>
      <ListPage
        id="publisher-configurations"
        lead={t('lead', { package: pkg.package_title })}
        caption={t('caption', { zone: pkg.time_zone })}
        columns={columns}
        rowKey={(row) => `${row.rule} ${row.publisher}`}
        state={state}
        list={list}
        searchLabel={t('search')}
        actions={add}
        empty={{ why: t('none'), action: add }}
        noneFound={t('none_found')}
        onOpen={(row) => {
          count(row.made_on === 'rules' ? 'open_rules' : 'open', row);
          void navigate(row.made_on === 'rules' ? rulesHref(row) : places.one(row));
        }}
      />
      {dialog}
    </>
  );
}

const rulesHref = ({ package_name, rule }: ConfigurationView): string =>
  `/rules?${new URLSearchParams({ package: package_name, rule })}`;

/** What can be done with a row; deleting is asked first. */
function useRowActions() {
  const { t } = useTranslation('publishers');
  const places = usePlaces();
  const navigate = useNavigate();
  const client = useQueryClient();
  const errorText = useErrorText();
  const { ask, dialog } = useConfirmed({
    run: ({ package_name, publisher, dashboard_type, configuration_name }: ConfigurationView) =>
      call(configurationEndpoints.remove, { query: { package_name, publisher, dashboard_type, configuration_name } }),
    question: ({ configuration_name: name, publisher }) => ({
      title: t('delete_title', { name }),
      confirm: t('delete'),
      why: <p>{t('delete_what', { publisher })}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const change = useMutation({
    mutationFn: (row: ConfigurationView) =>
      call(configurationEndpoints.change, {
        body: { ...bodyOf(row.package_name, draftOf(row)), active: !row.active },
      }),
    onSuccess: async ({ message }) => {
      notify('done', t(message, { defaultValue: message }));
      await client.invalidateQueries();
    },
    onError: (error) => notify('failed', errorText(error)),
  });
  const count = useCountClick();
  const actionsOf = (row: ConfigurationView): RowAction[] => {
    const counted = (action: Parameters<typeof count>[0], run: () => void) => () => {
      count(action, row);
      run();
    };
    if (row.made_on === 'rules')
      return [{ label: t('open_rules'), onClick: counted('open_rules', () => void navigate(rulesHref(row))) }];
    const other = row.active ? 'switch_off' : 'switch_on';
    return [
      { label: t('view'), onClick: counted('open', () => void navigate(places.one(row))) },
      ...(userMay('rules.write')
        ? [
            { label: t(other), onClick: counted(other, () => change.mutate(row)) },
            { label: t('delete'), onClick: counted('delete', () => ask(row)), danger: true },
          ]
        : []),
    ];
  };
  return { actionsOf, dialog };
}

function useColumns(actionsOf: (row: ConfigurationView) => RowAction[]): Column<ConfigurationView>[] {
  const { t } = useTranslation('publishers');
  const { pkg } = useSelection();
  const names = useNames();
  const ruleName = useRuleName();
  const limits = useLimitWords();
  return useMemo(
    () => [
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 140 },
      {
        id: 'configuration_name',
        header: t('configuration_name'),
        kind: 'text',
        width: 170,
        value: (row) => (row.made_on === 'rules' ? ruleName(row.rule, row.configuration_name) : row.configuration_name),
      },
      { id: 'dashboard_type', header: t('dashboard_type'), kind: 'text', width: 140 },
      {
        id: 'fraud_sub_category',
        header: t('fraud_sub_category'),
        kind: 'text',
        width: 150,
        value: ({ fraud_sub_category }) => names.reason(fraud_sub_category),
      },
      {
        id: 'variation',
        header: t('variation'),
        kind: 'text',
        width: 165,
        value: (row) => (row.variation.startsWith('custom.') ? t('own_condition') : ruleName(row.variation)),
      },
      {
        id: 'threshold',
        header: t('threshold'),
        kind: 'text',
        width: 100,
        value: ({ threshold, threshold_unit: unit }) =>
          threshold === null ? null : limits.value(threshold, unit ?? 'ratio'),
      },
      {
        id: 'action',
        header: t('action'),
        kind: 'text',
        width: 110,
        value: ({ action, active }) => (active ? t(`action_${action}`) : t('off')),
      },
      { id: 'events', header: t('events'), definition: t('events_hint'), kind: 'number', width: 105 },
      {
        id: 'made_on',
        header: t('made_on'),
        kind: 'text',
        width: 130,
        value: ({ made_on, created_by }) => (made_on === 'rules' ? t('made_on_rules') : created_by),
      },
      { id: 'created_at', header: t('created_at'), kind: 'datetime', timeZone: pkg.time_zone },
      menuColumn(t('actions'), (row) => ({
        label: t('actions_of', { name: row.configuration_name }),
        actions: actionsOf(row),
      })),
    ],
    [t, pkg.time_zone, names, ruleName, limits, actionsOf],
  );
}
