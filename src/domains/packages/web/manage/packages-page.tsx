import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { type PackageView, packageRequests, packages } from '#domains/packages/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { RequestList } from './request-list.tsx';

/** The prefix these screens were opened under: links stay with it (PKG-GAP-02). */
export const usePackageBase = (): string =>
  useLocation().pathname.startsWith('/management') ? '/management/package' : '/package';

/** Protected apps and sites, and who has asked for one. */
export function PackagesPage() {
  const { t } = useTranslation('packages');
  const open = useQuery(query(packageRequests.list, { query: { state: 'open', limit: 10 } }));
  const waiting = open.data?.total ?? 0;
  return (
    <Tabs defaultValue="packages" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="packages">{t('packages')}</Tabs.Tab>
        <Tabs.Tab value="requests">{waiting > 0 ? t('requests_waiting', { count: waiting }) : t('requests')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="packages">
        <PackageList />
      </Tabs.Panel>
      <Tabs.Panel value="requests">
        <RequestList />
      </Tabs.Panel>
    </Tabs>
  );
}

function PackageList() {
  const { t } = useTranslation('packages');
  const base = usePackageBase();
  const navigate = useNavigate();
  const state = useListState();
  const list = useQuery(query(packages.paged, { query: state.asked }));
  const { ask, dialog } = useConfirmed({
    run: ({ id }: PackageView) => call(packages.remove, { params: { id } }),
    question: (row) => ({
      title: t('ask_delete', { name: row.package_title }),
      confirm: t('delete'),
      why: t('why_delete', { count: row.users }),
      typed: row.package_name,
    }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const columns = useMemo((): Column<PackageView>[] => {
    const editOf = ({ id }: PackageView): string => `${base}/edit/${id}`;
    return [
      { id: 'package_title', header: t('title'), kind: 'link', href: editOf },
      { id: 'package_name', header: t('name'), kind: 'text', width: 210 },
      {
        id: 'platform',
        header: t('platform'),
        kind: 'text',
        width: 90,
        value: (row) => t(row.platform),
      },
      { id: 'users', header: t('users'), kind: 'number' },
      {
        id: 'landing',
        header: t('landing'),
        kind: 'text',
        width: 150,
        value: ({ dashboardType: [first = '', ...more] }) => (more.length > 0 ? `${first} +${more.length}` : first),
      },
      { id: 'time_zone', header: t('zone'), kind: 'text', width: 140 },
      { id: 'currency', header: t('currency'), kind: 'text', width: 90 },
      {
        id: 'active',
        header: t('state'),
        kind: 'text',
        width: 110,
        value: (row) => t(row.active ? 'active' : 'off'),
      },
      menuColumn(t('actions'), (row) => ({
        label: t('actions_of', { name: row.package_title }),
        actions: [
          { label: t('edit'), onClick: () => void navigate(editOf(row)) },
          { label: t('tokens'), onClick: () => void navigate(`/management/token?package_name=${row.package_name}`) },
          { label: t('delete'), onClick: () => ask(row), danger: true },
        ],
      })),
    ];
  }, [t, base, navigate, ask]);
  const add = <AddButton to={`${base}/add`}>{t('add')}</AddButton>;
  return (
    <>
      <ListPage
        id="packages"
        lead={t('lead')}
        caption={t('caption')}
        columns={columns}
        state={state}
        list={list}
        searchLabel={t('search')}
        actions={add}
        empty={{ why: t('none'), action: add }}
        noneFound={t('none_found')}
        onOpen={({ id }) => void navigate(`${base}/edit/${id}`)}
      />
      {dialog}
    </>
  );
}
