import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReferralSum } from '#domains/infringement/contract/coupon.ts';
import { couponEndpoints } from '#domains/infringement/contract/coupon-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useTab } from '#platform/web/layout/use-tab.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { Pools } from './pools.tsx';

/** Coupons by which people recommend: what each publisher's brought, and what of it is fair. */
export function ReferralPage() {
  const { t } = useTranslation('infringement');
  const { tab, show } = useTab(['publishers', 'coupons']);
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="publishers">{t('tab_publishers')}</Tabs.Tab>
        <Tabs.Tab value="coupons">{t('tab_coupons')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="publishers">
        <Publishers />
      </Tabs.Panel>
      <Tabs.Panel value="coupons">
        <Pools kinds={['referral']} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Publishers() {
  const { t } = useTranslation('infringement');
  const { pkg, range } = useSelection();
  const list = useQuery(
    query(couponEndpoints.referral, {
      query: { package_name: pkg.package_name, start_date: range.from, end_date: range.to },
    }),
  );
  const columns = useMemo(
    (): Column<ReferralSum>[] => [
      {
        id: 'publisher',
        header: t('publisher'),
        kind: 'text',
        width: 170,
        nothing: t('everybody'),
        narrow: { place: 0, width: 130 },
      },
      { id: 'codes', header: t('codes'), kind: 'number' },
      { id: 'uses', header: t('uses'), kind: 'number', narrow: { place: 1, width: 80 } },
      { id: 'orders', header: t('orders'), kind: 'number' },
      {
        id: 'revenue',
        header: t('revenue'),
        kind: 'money',
        currency: pkg.currency,
        value: ({ revenue }) => Number(revenue),
      },
      {
        id: 'rewards',
        header: t('rewards'),
        definition: t('rewards_hint'),
        kind: 'money',
        width: 140,
        currency: pkg.currency,
        value: ({ rewards }) => Number(rewards),
      },
      {
        id: 'self_referrals',
        header: t('self_referrals'),
        definition: t('self_referrals_hint'),
        kind: 'number',
        width: 160,
      },
      {
        id: 'misused',
        header: t('misused'),
        kind: 'percent',
        tone: 'fraud',
        maximum: 1,
        value: ({ uses, misused }) => (uses === 0 ? null : misused / uses),
      },
      { id: 'last_used', header: t('last_used'), kind: 'datetime', timeZone: pkg.time_zone },
    ],
    [t, pkg.currency, pkg.time_zone],
  );
  return (
    <ListPage
      id="coupon-referral"
      lead={t('lead_referral')}
      caption={t('tab_publishers')}
      columns={columns}
      rowKey={({ publisher }) => publisher}
      list={list}
      empty={{ why: t('none_referral') }}
    />
  );
}
