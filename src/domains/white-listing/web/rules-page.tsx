import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type ListedRule, whiteListingEndpoints } from '#domains/white-listing/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import type { RowAction } from '#platform/web/list/row-menu.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import { EndDay } from '#traffic/white-list/web/end-day.tsx';
import { usePlaces } from './places.ts';
import { useTypeNames } from './type-names.ts';

/** The white list: rules with a name, and the single entries that are kept on a page of their own. */
export function WhiteListingPage() {
  const { t } = useTranslation('white-listing');
  const { pkg } = useSelection();
  const places = usePlaces();
  const navigate = useNavigate();
  const state = useListState();
  const list = useQuery(
    query(whiteListingEndpoints.table, { query: { package_name: pkg.package_name, ...state.asked } }),
  );
  const paged = { ...list, data: list.data && { ...list.data, Total_pages: Math.ceil(list.data.total / state.limit) } };
  const { ask, dialog } = useConfirmed({
    run: ({ package_name, analysis, rule_name }: NamedRule) =>
      call(whiteListingEndpoints.remove, { query: { package_name, analysis, rule_name } }),
    question: ({ rule_name: name, events }) => ({
      title: t('delete_title', { name }),
      confirm: t('delete'),
      why: <p>{t('delete_what', { count: events })}</p>,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const actionsOf = (row: ListedRule): RowAction[] =>
    isNamed(row)
      ? [
          { label: t('edit'), onClick: () => void navigate(places.edit(row.analysis, row.rule_name)) },
          { label: t('delete'), onClick: () => ask(row), danger: true },
        ]
      : [{ label: t('open_entries'), onClick: () => void navigate(entriesHref(row)) }];
  const columns = useColumns(actionsOf);
  const add = <AddButton to={places.add}>{t('add')}</AddButton>;
  return (
    <>
      <ListPage
        id="white-listing"
        lead={t('lead', { package: pkg.package_title })}
        caption={t('caption', { zone: pkg.time_zone })}
        columns={columns}
        state={state}
        list={paged}
        searchLabel={t('search')}
        actions={add}
        empty={{ why: t('none'), action: add }}
        noneFound={t('none_found')}
        onOpen={(row) => void navigate(isNamed(row) ? places.edit(row.analysis, row.rule_name) : entriesHref(row))}
      />
      {dialog}
    </>
  );
}

type NamedRule = ListedRule & { analysis: NonNullable<ListedRule['analysis']>; rule_name: string };
const isNamed = (row: ListedRule): row is NamedRule => row.rule_name !== null && row.analysis !== null;

const entriesHref = ({ package_name }: ListedRule): string =>
  `/traffic/white-list?${new URLSearchParams({ package: package_name })}`;

function useColumns(actionsOf: (row: ListedRule) => RowAction[]): Column<ListedRule>[] {
  const { t } = useTranslation('white-listing');
  const { pkg } = useSelection();
  const names = useNames();
  const types = useTypeNames();
  return useMemo(() => {
    const said = ({ conditions, value }: ListedRule): string =>
      conditions.length === 0
        ? value
        : conditions
            .map(({ field, operator, values }) => {
              const name = field === 'fraud_category' ? t('fraud_category') : names.dimension(field);
              const shown =
                field === 'fraud_category' ? values.map((each) => names.value('reason_group', each)) : values;
              return `${name} ${t(`operator_${operator}`)} ${shown.join(', ')}`;
            })
            .join('; ');
    return [
      {
        id: 'rule_name',
        header: t('rule_name'),
        kind: 'text',
        width: 160,
        value: (row) => row.rule_name ?? t('single'),
      },
      { id: 'analysis', header: t('analysis'), kind: 'text', width: 140, value: (row) => types.name(row.analysis) },
      {
        id: 'conditions',
        header: t('conditions'),
        kind: 'text',
        width: 200,
        render: (row) => <span title={said(row)}>{said(row)}</span>,
        value: said,
      },
      { id: 'events', header: t('events'), definition: t('events_hint'), kind: 'number', width: 106 },
      { id: 'reason', header: t('reason'), kind: 'text', width: 140 },
      { id: 'author', header: t('author'), kind: 'text', width: 110 },
      {
        id: 'expires',
        header: t('expires'),
        kind: 'date',
        width: 180,
        render: ({ expires }) => <EndDay day={expires} />,
      },
      { id: 'created_at', header: t('created_at'), kind: 'datetime', timeZone: pkg.time_zone, hidden: true },
      menuColumn<ListedRule>(t('actions'), (row) => ({
        label: t('actions_of', { name: row.rule_name ?? row.value }),
        actions: actionsOf(row),
      })),
    ];
  }, [t, names, types, pkg.time_zone, actionsOf]);
}
