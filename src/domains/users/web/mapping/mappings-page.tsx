import { Pill } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { type MappingView, mappings } from '#domains/users/contract/mappings.ts';
import { users } from '#domains/users/contract/users.ts';
import { call, query } from '#platform/web/api/call.ts';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';

/** Who sees which package, and what of it. */
export function MappingsPage() {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const ofUser = Number(params.get('user')) || undefined;
  const state = useListState();
  const list = useQuery(query(mappings.list, { query: { ...state.asked, ...(ofUser ? { user_id: ofUser } : {}) } }));
  const person = useQuery({ ...query(users.one, { params: { id: ofUser ?? 0 } }), enabled: ofUser !== undefined });
  const { ask, dialog } = useConfirmed({
    run: (row: MappingView) => call(mappings.remove, { params: { id: row.id_ } }),
    question: (row) => ({
      title: t('take_away'),
      confirm: t('take_away'),
      why: t('take_away_why', { name: row.user_name, package: row.package_title }),
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const columns = useColumns(ask);
  const add = (
    <AddButton to={`/management/user/mapping/add${ofUser ? `?user=${ofUser}` : ''}`}>{t('mapping_add')}</AddButton>
  );
  return (
    <>
      <ListPage
        id="mappings"
        lead={t('mapping_lead')}
        caption={t('mapping_caption')}
        columns={columns}
        rowKey={({ id_ }) => String(id_)}
        state={state}
        list={list}
        searchLabel={t('mapping_search')}
        filters={
          ofUser !== undefined && (
            <Pill
              withRemoveButton
              removeButtonProps={{ 'aria-label': t('all_users'), tabIndex: 0, 'aria-hidden': false }}
              onRemove={() => setParams({})}
            >
              {person.data?.data.name ?? ofUser}
            </Pill>
          )
        }
        actions={add}
        empty={{ why: t('mapping_none'), action: add }}
        noneFound={t('none_found')}
        onOpen={({ id_ }) => void navigate(`/management/user/mapping/edit/${id_}`)}
      />
      {dialog}
    </>
  );
}

function useColumns(onTakeAway: (row: MappingView) => void): Column<MappingView>[] {
  const { t } = useTranslation('users');
  const navigate = useNavigate();
  return useMemo(() => {
    const editOf = ({ id_ }: MappingView): string => `/management/user/mapping/edit/${id_}`;
    const selection = (chosen: readonly string[] | null): string =>
      chosen === null ? t('everything') : t('chosen', { count: chosen.length });
    return [
      { id: 'user', header: t('user'), kind: 'link', value: (row) => row.user_name, href: editOf },
      { id: 'user_email', header: t('email'), kind: 'text', width: 210 },
      {
        id: 'package',
        header: t('package'),
        kind: 'text',
        width: 200,
        value: (row) => row.package_title,
      },
      {
        id: 'menu',
        header: t('menu_selection'),
        kind: 'text',
        width: 130,
        value: (row) => selection(row.body.menu),
      },
      {
        id: 'filter',
        header: t('filter_selection'),
        kind: 'text',
        width: 130,
        value: (row) => selection(row.body.filter),
      },
      {
        id: 'landing',
        header: t('landing'),
        kind: 'text',
        width: 180,
        value: (row) => row.body.dashboardType?.join(', ') ?? t('as_package'),
      },
      menuColumn(t('actions'), (row) => ({
        label: t('actions_of', { name: `${row.user_name} · ${row.package_title}` }),
        actions: [
          { label: t('edit'), onClick: () => void navigate(editOf(row)) },
          { label: t('take_away'), onClick: () => onTakeAway(row), danger: true },
        ],
      })),
    ];
  }, [t, navigate, onTakeAway]);
}
