import { Button, Drawer, Select } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { packages } from '#domains/packages/contract/endpoints.ts';
import { apiTokens, type TokenView } from '#domains/tokens/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { TokenForm } from './token-form.tsx';

/** Keys for programs: one package, some permissions, shown once. */
export function TokensPage() {
  const { t } = useTranslation('tokens');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const only = params.get('package_name');
  const state = useListState();
  const { page, limit } = state;
  const [making, setMaking] = useState(false);
  const [pending, setPending] = useState<TokenView | null>(null);
  const known = useQuery(query(packages.list, {}));
  const list = useQuery(query(apiTokens.list, { query: { page, limit, ...(only ? { package_name: only } : {}) } }));
  const revoke = useMutation({
    mutationFn: ({ id }: TokenView) => call(apiTokens.revoke, { params: { id } }),
    onSuccess: () => {
      setPending(null);
      void client.invalidateQueries();
      notify('done', t('revoked'));
    },
  });
  const choices = (known.data?.data ?? []).map(({ package_name, package_title }) => ({
    value: package_name,
    label: package_title,
  }));
  const columns = useMemo(
    (): Column<TokenView>[] => [
      { id: 'name', header: t('name'), kind: 'text', sortable: false },
      { id: 'hint', header: t('token'), kind: 'text', width: 130, sortable: false, value: ({ hint }) => `${hint}…` },
      { id: 'package_name', header: t('package'), kind: 'text', width: 190, sortable: false },
      {
        id: 'permissions',
        header: t('permissions'),
        kind: 'text',
        width: 220,
        sortable: false,
        value: (row) => row.permissions.join(', '),
      },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 100,
        sortable: false,
        value: (row) => t(`state_${row.state}`),
      },
      { id: 'last_used_at', header: t('last_used'), kind: 'datetime', sortable: false },
      { id: 'expires_at', header: t('expires'), kind: 'datetime', sortable: false },
      { id: 'author', header: t('author'), kind: 'text', width: 130, sortable: false, hidden: true },
      {
        id: 'actions',
        header: t('actions'),
        kind: 'text',
        width: 110,
        sortable: false,
        render: (row) =>
          row.state === 'active' ? (
            <Button
              size="compact-sm"
              variant="subtle"
              color="fraud"
              aria-label={t('revoke_of', { name: row.name })}
              onClick={() => setPending(row)}
            >
              {t('revoke')}
            </Button>
          ) : null,
      },
    ],
    [t],
  );
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <ListPage
        id="tokens"
        lead={<p>{t('lead')}</p>}
        caption={t('caption')}
        columns={columns}
        rowKey={({ id }) => String(id)}
        state={state}
        list={list}
        filters={
          <Select
            aria-label={t('package')}
            placeholder={t('all_packages')}
            data={choices}
            value={only}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('all_packages') }}
            onChange={(value) => {
              setParams(value === null ? {} : { package_name: value });
              state.setPage(1);
            }}
          />
        }
        actions={add}
        empty={{ why: t('none'), action: add }}
        noneFound={t('none')}
      />
      <Drawer
        opened={making}
        onClose={() => setMaking(false)}
        title={t('add')}
        size="min(480px, 100vw)"
        closeButtonProps={{ 'aria-label': t('close') }}
        // The token is shown once: it is not lost by a click beside the drawer.
        closeOnClickOutside={false}
      >
        <TokenForm choices={choices} initialPackage={only} onDone={() => setMaking(false)} />
      </Drawer>
      <ConfirmDialog
        opened={pending !== null}
        title={t('ask_revoke', { name: pending?.name ?? '' })}
        confirm={t('revoke')}
        busy={revoke.isPending}
        failure={revoke.error ? errorText(revoke.error) : undefined}
        onClose={() => setPending(null)}
        onConfirm={() => pending && revoke.mutate(pending)}
      >
        {t('why_revoke')}
      </ConfirmDialog>
    </>
  );
}
