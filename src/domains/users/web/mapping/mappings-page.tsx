import { Button, Pill } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { type MappingView, mappings } from '#domains/users/contract/mappings.ts';
import { users } from '#domains/users/contract/users.ts';
import { call, query } from '#platform/web/api/call.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { RowMenu } from '#platform/web/list/row-menu.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';

/** Who sees which package, and what of it. */
export function MappingsPage() {
  const { t } = useTranslation('users');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const ofUser = Number(params.get('user')) || undefined;
  const state = useListState();
  const [pending, setPending] = useState<MappingView | null>(null);
  const list = useQuery(query(mappings.list, { query: { ...state.asked, ...(ofUser ? { user_id: ofUser } : {}) } }));
  const person = useQuery({ ...query(users.one, { params: { id: ofUser ?? 0 } }), enabled: ofUser !== undefined });
  const remove = useMutation({
    mutationFn: (row: MappingView) => call(mappings.remove, { params: { id: row.id_ } }),
    onSuccess: ({ message }) => {
      setPending(null);
      void client.invalidateQueries();
      notify('done', t(message, { defaultValue: message }));
    },
  });
  const columns = useMemo((): Column<MappingView>[] => {
    const editOf = ({ id_ }: MappingView): string => `/management/user/mapping/edit/${id_}`;
    const selection = (chosen: readonly string[] | null): string =>
      chosen === null ? t('everything') : t('chosen', { count: chosen.length });
    return [
      { id: 'user', header: t('user'), kind: 'link', sortable: false, value: (row) => row.user_name, href: editOf },
      { id: 'user_email', header: t('email'), kind: 'text', width: 210, sortable: false },
      {
        id: 'package',
        header: t('package'),
        kind: 'text',
        width: 200,
        sortable: false,
        value: (row) => row.package_title,
      },
      {
        id: 'menu',
        header: t('menu_selection'),
        kind: 'text',
        width: 130,
        sortable: false,
        value: (row) => selection(row.body.menu),
      },
      {
        id: 'filter',
        header: t('filter_selection'),
        kind: 'text',
        width: 130,
        sortable: false,
        value: (row) => selection(row.body.filter),
      },
      {
        id: 'landing',
        header: t('landing'),
        kind: 'text',
        width: 180,
        sortable: false,
        value: (row) => row.body.dashboardType?.join(', ') ?? t('as_package'),
      },
      {
        id: 'actions',
        header: t('actions'),
        kind: 'text',
        width: 84,
        sortable: false,
        render: (row) => (
          <RowMenu
            label={t('actions_of', { name: `${row.user_name} · ${row.package_title}` })}
            actions={[
              { label: t('edit'), onClick: () => void navigate(editOf(row)) },
              { label: t('take_away'), onClick: () => setPending(row), danger: true },
            ]}
          />
        ),
      },
    ];
  }, [t, navigate]);
  const add = (
    <Button
      component={Link}
      to={`/management/user/mapping/add${ofUser ? `?user=${ofUser}` : ''}`}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('mapping_add')}
    </Button>
  );
  return (
    <>
      <ListPage
        id="mappings"
        lead={<p>{t('mapping_lead')}</p>}
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
      <ConfirmDialog
        opened={pending !== null}
        title={t('take_away')}
        confirm={t('take_away')}
        busy={remove.isPending}
        failure={remove.error ? errorText(remove.error) : undefined}
        onClose={() => setPending(null)}
        onConfirm={() => pending && remove.mutate(pending)}
      >
        {pending && t('take_away_why', { name: pending.user_name, package: pending.package_title })}
      </ConfirmDialog>
    </>
  );
}
