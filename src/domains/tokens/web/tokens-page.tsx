import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { packages } from '#domains/packages/contract/endpoints.ts';
import { apiTokens, type TokenView } from '#domains/tokens/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { READER_ZONE } from '#platform/web/i18n/reader-zone.ts';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { TokenForm } from './token-form.tsx';

/** Keys for programs: one package, some permissions, shown once. */
export function TokensPage() {
  const { t } = useTranslation('tokens');
  const [params, setParams] = useSearchParams();
  const only = params.get('package_name');
  const state = useListState();
  const { page, limit } = state;
  const [making, setMaking] = useState(false);
  const known = useQuery(query(packages.list, {}));
  const list = useQuery(query(apiTokens.list, { query: { page, limit, ...(only ? { package_name: only } : {}) } }));
  const { ask, dialog } = useConfirmed({
    run: ({ id }: TokenView) => call(apiTokens.revoke, { params: { id } }),
    question: ({ name }) => ({ title: t('ask_revoke', { name }), confirm: t('revoke'), why: t('why_revoke') }),
    done: () => t('revoked'),
  });
  const choices = (known.data?.data ?? []).map(({ package_name, package_title }) => ({
    value: package_name,
    label: package_title,
  }));
  const columns = useMemo(
    (): Column<TokenView>[] => [
      { id: 'name', header: t('name'), kind: 'text' },
      { id: 'hint', header: t('token'), kind: 'text', width: 130, value: ({ hint }) => `${hint}…` },
      { id: 'package_name', header: t('package'), kind: 'text', width: 190 },
      {
        id: 'permissions',
        header: t('permissions'),
        kind: 'text',
        width: 220,
        value: (row) => row.permissions.join(', '),
      },
      {
        id: 'state',
        header: t('state'),
        kind: 'text',
        width: 100,
        value: (row) => t(`state_${row.state}`),
      },
      { id: 'last_used_at', header: t('last_used'), kind: 'datetime' },
      { id: 'expires_at', header: t('expires'), kind: 'datetime' },
      { id: 'author', header: t('author'), kind: 'text', width: 130, hidden: true },
      buttonColumn(t('actions'), (row) =>
        row.state === 'active'
          ? { children: t('revoke'), label: t('revoke_of', { name: row.name }), onClick: () => ask(row), danger: true }
          : undefined,
      ),
    ],
    [t, ask],
  );
  const add = <AddButton onClick={() => setMaking(true)}>{t('add')}</AddButton>;
  return (
    <>
      <ListPage
        id="tokens"
        lead={t('lead')}
        caption={t('caption', { zone: READER_ZONE })}
        columns={columns}
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
      />
      <SidePanel opened={making} title={t('add')} onClose={() => setMaking(false)} stays>
        <TokenForm choices={choices} initialPackage={only} onDone={() => setMaking(false)} />
      </SidePanel>
      {dialog}
    </>
  );
}
