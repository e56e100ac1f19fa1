import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type AffiliateSum, adEndpoints, type CompetitorSum } from '#domains/infringement/contract/adword-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { amountsText } from '#traffic/money/contract/paid-text.ts';
import { affiliateName } from './ad-columns.ts';

const useAsked = () => {
  const { pkg, range } = useSelection();
  return { query: { package_name: pkg.package_name, start_date: range.from, end_date: range.to } };
};

function useTimes() {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  return useMemo(
    () =>
      (['first_seen', 'last_seen'] as const).map(
        (id) => ({ id, header: t(id), kind: 'datetime', timeZone: pkg.time_zone }) as const,
      ),
    [t, pkg.time_zone],
  );
}

/** By affiliate id: how often it broke the agreement, and what is at risk. */
export function AffiliateSums() {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const format = useFormat();
  const list = useQuery(query(adEndpoints.affiliates, useAsked()));
  const times = useTimes();
  const columns = useMemo(
    (): Column<AffiliateSum>[] => [
      {
        id: 'affiliate',
        header: t('affiliate'),
        kind: 'text',
        width: 160,
        value: affiliateName,
        narrow: { place: 0, width: 120 },
      },
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 150, nothing: t('publisher_unknown') },
      { id: 'violations', header: t('violations'), definition: t('violations_hint'), kind: 'number' },
      { id: 'hijacks', header: t('hijacks'), definition: t('hijacks_hint'), kind: 'number' },
      { id: 'ads', header: t('ads'), kind: 'number' },
      { id: 'orders', header: t('orders'), definition: t('orders_hint'), kind: 'number', width: 120 },
      {
        id: 'commission',
        header: t('commission'),
        definition: t('commission_hint'),
        kind: 'text',
        width: 170,
        value: ({ commission }) => (commission ? (amountsText(commission, format, pkg.currency) ?? '–') : '–'),
      },
      { id: 'keywords', header: t('keywords'), kind: 'text', width: 220, value: ({ keywords }) => keywords.join(', ') },
      ...times,
    ],
    [t, format, pkg.currency, times],
  );
  return (
    <ListPage
      id="adword-affiliate-sums"
      lead={t('lead_affiliates')}
      caption={t('tab_affiliates')}
      columns={columns}
      rowKey={(row) => `${affiliateName(row)} ${row.publisher}`}
      list={list}
      empty={{ why: t('none_affiliate') }}
    />
  );
}

/** By domain: whose it is and how much of the page of results it takes. */
export function CompetitorSums() {
  const { t } = useTranslation('infringement');
  const list = useQuery(query(adEndpoints.competitors, useAsked()));
  const times = useTimes();
  const columns = useMemo(
    (): Column<CompetitorSum>[] => [
      { id: 'domain', header: t('domain'), kind: 'text', width: 190, narrow: { place: 0, width: 130 } },
      {
        id: 'classification',
        header: t('classification'),
        kind: 'text',
        width: 130,
        value: ({ classification }) => t(`class_${classification}`),
      },
      { id: 'share', header: t('share'), definition: t('share_hint'), kind: 'percent', tone: 'neutral', maximum: 1 },
      { id: 'ads', header: t('ads'), kind: 'number' },
      { id: 'best_position', header: t('best_position'), kind: 'number', width: 130 },
      { id: 'keywords', header: t('keywords'), kind: 'text', width: 240, value: ({ keywords }) => keywords.join(', ') },
      ...times,
    ],
    [t, times],
  );
  return (
    <ListPage
      id="adword-competitor-sums"
      lead={t('lead_domains')}
      caption={t('tab_domains')}
      columns={columns}
      rowKey={({ domain }) => domain}
      list={list}
      empty={{ why: t('none_competitor') }}
    />
  );
}
