import { Button, Tabs } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { type PackageView, packageRequests, packages } from '#domains/packages/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { RowMenu } from '#platform/web/list/row-menu.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
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
  const errorText = useErrorText();
  const base = usePackageBase();
  const navigate = useNavigate();
  const client = useQueryClient();
  const state = useListState();
  const [pending, setPending] = useState<PackageView | null>(null);
  const list = useQuery(query(packages.paged, { query: state.asked }));
  const remove = useMutation({
    mutationFn: (row: PackageView) => call(packages.remove, { params: { id: row.id } }),
    onSuccess: ({ message }) => {
      setPending(null);
      void client.invalidateQueries();
      notify('done', t(message, { defaultValue: message }));
    },
  });
  const columns = useMemo((): Column<PackageView>[] => {
    const editOf = ({ id }: PackageView): string => `${base}/edit/${id}`;
    return [
      { id: 'package_title', header: t('title'), kind: 'link', sortable: false, href: editOf },
      { id: 'package_name', header: t('name'), kind: 'text', width: 210, sortable: false },
      {
        id: 'platform',
        header: t('platform'),
        kind: 'text',
        width: 90,
        sortable: false,
        value: (row) => t(row.platform),
      },
      { id: 'users', header: t('users'), kind: 'number', sortable: false },
      {
        id: 'landing',
        header: t('landing'),
        kind: 'text',
        width: 190,
        sortable: false,
        value: (row) => row.dashboardType.join(', '),
      },
      { id: 'time_zone', header: t('zone'), kind: 'text', width: 140, sortable: false },
      { id: 'currency', header: t('currency'), kind: 'text', width: 90, sortable: false },
      {
        id: 'active',
        header: t('state'),
        kind: 'text',
        width: 110,
        sortable: false,
        value: (row) => t(row.active ? 'active' : 'off'),
      },
      {
        id: 'actions',
        header: t('actions'),
        kind: 'text',
        width: 84,
        sortable: false,
        render: (row) => (
          <RowMenu
            label={t('actions_of', { name: row.package_title })}
            actions={[
              { label: t('edit'), onClick: () => void navigate(editOf(row)) },
              {
                label: t('tokens'),
                onClick: () => void navigate(`/management/token?package_name=${row.package_name}`),
              },
              { label: t('delete'), onClick: () => setPending(row), danger: true },
            ]}
          />
        ),
      },
    ];
  }, [t, base, navigate]);
  const add = (
    <Button component={Link} to={`${base}/add`} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <ListPage
        id="packages"
        lead={<p>{t('lead')}</p>}
        caption={t('caption')}
        columns={columns}
        rowKey={({ id }) => String(id)}
        state={state}
        list={list}
        searchLabel={t('search')}
        actions={add}
        empty={{ why: t('none'), action: add }}
        noneFound={t('none_found')}
        onOpen={({ id }) => void navigate(`${base}/edit/${id}`)}
      />
      <ConfirmDialog
        opened={pending !== null}
        title={t('ask_delete', { name: pending?.package_title ?? '' })}
        confirm={t('delete')}
        typed={pending?.package_name}
        busy={remove.isPending}
        failure={remove.error ? errorText(remove.error) : undefined}
        onClose={() => setPending(null)}
        onConfirm={() => pending && remove.mutate(pending)}
      >
        {t('why_delete', { count: pending?.users ?? 0 })}
      </ConfirmDialog>
    </>
  );
}
