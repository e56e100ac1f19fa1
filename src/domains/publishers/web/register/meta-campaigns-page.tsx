import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MetaCampaignView, metaCampaignEndpoints } from '#domains/publishers/contract/register-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { AddButton } from '#platform/web/list/add-button.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { MetaCampaignForm } from './meta-campaign-form.tsx';

/** Campaigns that Meta ran for the app: what they brought, and what is written down of each. */
export function MetaCampaignsPage() {
  const { t } = useTranslation('publishers');
  const { pkg } = useSelection();
  const state = useListState();
  const [opened, setOpened] = useState<MetaCampaignView | 'new'>();
  const list = useQuery(
    query(metaCampaignEndpoints.table, { query: { package_name: pkg.package_name, ...state.asked } }),
  );
  const columns = useColumns();
  const add = userMay('rules.write') && <AddButton onClick={() => setOpened('new')}>{t('meta_add')}</AddButton>;
  const stored = opened === 'new' ? undefined : opened;
  return (
    <>
      <ListPage
        id="meta-campaigns"
        lead={t('meta_lead', { package: pkg.package_title })}
        caption={t('meta_caption', { zone: pkg.time_zone })}
        columns={columns}
        rowKey={({ campaign }) => campaign}
        state={state}
        list={list}
        searchLabel={t('meta_search')}
        actions={add}
        empty={{ why: t('meta_none'), action: add }}
        noneFound={t('none_found')}
        {...(userMay('rules.write') ? { onOpen: setOpened } : {})}
      />
      <SidePanel
        opened={opened !== undefined}
        title={stored ? stored.campaign : t('meta_add')}
        onClose={() => setOpened(undefined)}
        stays
      >
        {opened && (
          <MetaCampaignForm key={stored?.campaign ?? ''} stored={stored} onDone={() => setOpened(undefined)} />
        )}
      </SidePanel>
    </>
  );
}

function useColumns() {
  const { t } = useTranslation('publishers');
  const { pkg } = useSelection();
  const format = useFormat();
  return useMemo(
    (): Column<MetaCampaignView>[] => [
      { id: 'campaign', header: t('campaign'), kind: 'text', width: 220 },
      { id: 'active', header: t('status'), kind: 'text', width: 100, value: ({ active }) => t(active ? 'on' : 'off') },
      { id: 'installs', header: t('installs'), definition: t('installs_hint'), kind: 'number', width: 100 },
      { id: 'fraud', header: t('fraud'), kind: 'number', width: 90 },
      {
        id: 'cost',
        header: t('cost'),
        kind: 'text',
        width: 120,
        value: ({ cost, currency }) =>
          cost === null ? t('several_currencies') : currency === '' ? '' : format.money(Number(cost), currency),
      },
      {
        id: 'target_cost',
        header: t('target_cost'),
        kind: 'text',
        width: 140,
        value: ({ target_cost }) => (target_cost === null ? '' : format.money(Number(target_cost), pkg.currency)),
      },
      { id: 'ad_account', header: t('ad_account'), kind: 'text', width: 140 },
      {
        id: 'notes',
        header: t('notes'),
        kind: 'text',
        width: 180,
        render: ({ notes }) => <span title={notes}>{notes}</span>,
      },
      { id: 'updated_by', header: t('updated_by'), kind: 'text', width: 130, value: (row) => row.updated_by ?? '' },
      { id: 'updated_at', header: t('updated_at'), kind: 'datetime', timeZone: pkg.time_zone },
    ],
    [t, pkg.time_zone, pkg.currency, format],
  );
}
