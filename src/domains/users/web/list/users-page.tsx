import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { USER_STATES, type UserView, users } from '#domains/users/contract/users.ts';
import { query } from '#platform/web/api/call.ts';
import { READER_ZONE } from '#platform/web/i18n/reader-zone.ts';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import type { RowAction } from '#platform/web/list/row-menu.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { currentUser } from '#platform/web/session/user.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useBase } from '../use-base.ts';
import { type UserAct, useUserActions } from './use-user-actions.ts';

/** What is asked before it is done. */
const ASKED: ReadonlySet<UserAct> = new Set(['disable', 'end_sessions', 'two_factor', 'delete']);

/** Everybody who may sign in, with what can be done about it. */
export function UsersPage() {
  const { t } = useTranslation('users');
  const base = useBase();
  const search = useStickySearch();
  const navigate = useNavigate();
  const state = useListState();
  const [only, setOnly] = useState<UserView['state'] | null>(null);
  const list = useQuery(query(users.list, { query: { ...state.asked, ...(only ? { state: only } : {}) } }));
  const { actionsOf, dialog } = useRowActions();
  const columns = useColumns(actionsOf);
  const add = <AddButton to={`${base}/add${search}`}>{t('add')}</AddButton>;
  return (
    <>
      <ListPage
        id="users"
        lead={t('lead')}
        caption={t('caption', { zone: READER_ZONE })}
        columns={columns}
        state={state}
        list={list}
        searchLabel={t('search')}
        filters={
          <Select
            w={150}
            aria-label={t('state')}
            placeholder={t('state')}
            data={USER_STATES.map((value) => ({ value, label: t(`state_${value}`) }))}
            value={only}
            clearable
            clearButtonProps={{ 'aria-label': t('all_states') }}
            onChange={(value) => {
              setOnly(USER_STATES.find((each) => each === value) ?? null);
              state.setPage(1);
            }}
          />
        }
        actions={add}
        empty={{ why: t('none'), action: add }}
        noneFound={t('none_found')}
        onOpen={({ id }) => void navigate(`${base}/edit/${id}${search}`)}
      />
      {dialog}
    </>
  );
}

/** What can be done with the user of a row; what cannot be taken back is asked first. */
function useRowActions() {
  const { t } = useTranslation('users');
  const base = useBase();
  const search = useStickySearch();
  const navigate = useNavigate();
  const { ask, dialog, act, viewAs } = useUserActions();
  const me = currentUser();
  const ownId = me ? me.id : 0;
  const actionsOf = useCallback(
    (user: UserView): RowAction[] => {
      const run = (what: UserAct) => () => (ASKED.has(what) ? ask({ what, user }) : act.mutate({ what, user }));
      const own = user.id === ownId;
      return [
        { label: t('edit'), onClick: () => void navigate(`${base}/edit/${user.id}${search}`) },
        { label: t('packages_of'), onClick: () => void navigate(`/management/user/mapping?user=${user.id}`) },
        ...(own || user.role.toLowerCase() === 'admin'
          ? []
          : [{ label: t('view_as'), onClick: () => viewAs.mutate(user) }]),
        ...(user.state === 'invited' ? [{ label: t('invite'), onClick: run('invite') }] : []),
        { label: t('end_sessions'), onClick: run('end_sessions') },
        ...(user.two_factor ? [{ label: t('two_factor_reset'), onClick: run('two_factor') }] : []),
        ...(own
          ? []
          : [
              user.state === 'disabled'
                ? { label: t('enable'), onClick: run('enable') }
                : { label: t('disable'), onClick: run('disable'), danger: true },
              { label: t('delete'), onClick: run('delete'), danger: true },
            ]),
      ];
    },
    [t, base, search, navigate, ask, act, viewAs, ownId],
  );
  return { actionsOf, dialog };
}

function useColumns(actionsOf: (user: UserView) => RowAction[]): Column<UserView>[] {
  const { t } = useTranslation('users');
  const base = useBase();
  const search = useStickySearch();
  return useMemo(
    () => [
      { id: 'name', header: t('name'), kind: 'link', href: ({ id }) => `${base}/edit/${id}${search}` },
      { id: 'email', header: t('email'), kind: 'text', width: 200 },
      {
        id: 'role',
        header: t('role'),
        kind: 'text',
        width: 104,
        value: ({ role }) => t(`role_${role}`, { defaultValue: role }),
      },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 96,
        value: (row) => t(`state_${row.state}`),
      },
      { id: 'packages', header: t('packages'), kind: 'number' },
      {
        id: 'two_factor',
        header: t('two_factor'),
        kind: 'text',
        width: 100,
        value: (row) => t(row.two_factor ? 'on' : 'off'),
      },
      { id: 'last_seen', header: t('last_seen'), kind: 'datetime' },
      { id: 'created_at', header: t('created'), kind: 'datetime', hidden: true },
      menuColumn(t('actions'), (user) => ({
        label: t('actions_of', { name: user.name }),
        actions: actionsOf(user),
      })),
    ],
    [t, base, search, actionsOf],
  );
}
