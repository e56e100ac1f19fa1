import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountEndpoints, type LinkedAccountView } from '#domains/account-tools/contract/accounts.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { LinkForm } from './link-form.tsx';

/** Accounts of ad platforms and measurement partners whose traffic the package is about. */
export function LinkedPage() {
  const { t } = useTranslation('account-tools');
  const { pkg } = useSelection();
  const state = useListState();
  const [linking, setLinking] = useState(false);
  const list = useQuery(
    query(accountEndpoints.list, { query: { package_name: pkg.package_name, page: state.page, limit: state.limit } }),
  );
  const { ask, dialog } = useConfirmed({
    run: ({ id }: LinkedAccountView) => call(accountEndpoints.unlink, { params: { id } }),
    question: ({ name }) => ({ title: t('ask_unlink', { name }), confirm: t('unlink'), why: t('why_unlink') }),
    done: ({ message }) => t(message, { defaultValue: message }),
  });
  const mayEdit = userMay('rules.write');
  const columns = useMemo(
    (): Column<LinkedAccountView>[] => [
      { id: 'platform', header: t('ad_platform'), kind: 'text', width: 170, value: (row) => t(`at_${row.platform}`) },
      { id: 'name', header: t('name'), kind: 'text' },
      { id: 'account_id', header: t('account_id'), kind: 'text', width: 170 },
      { id: 'note', header: t('note'), kind: 'text', width: 220 },
      { id: 'linked_by', header: t('by'), kind: 'text', width: 150 },
      { id: 'linked_at', header: t('linked_at'), kind: 'datetime', timeZone: pkg.time_zone },
      ...(mayEdit
        ? [
            buttonColumn<LinkedAccountView>(t('actions'), (row) => ({
              children: t('unlink'),
              label: t('ask_unlink', { name: row.name }),
              onClick: () => ask(row),
              danger: true,
            })),
          ]
        : []),
    ],
    [t, pkg.time_zone, mayEdit, ask],
  );
  const add = mayEdit && <AddButton onClick={() => setLinking(true)}>{t('link')}</AddButton>;
  return (
    <>
      <ListPage
        id="linked-accounts"
        lead={t('linked_lead')}
        caption={t('linked_caption')}
        columns={columns}
        state={state}
        list={list}
        actions={add}
        empty={{ why: t('no_accounts'), action: add }}
      />
      <SidePanel opened={linking} title={t('link')} onClose={() => setLinking(false)} stays>
        <LinkForm onDone={() => setLinking(false)} />
      </SidePanel>
      {dialog}
    </>
  );
}
