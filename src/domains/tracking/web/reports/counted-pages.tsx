import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { trackingReportEndpoints } from '#domains/tracking/contract/report-endpoints.ts';
import type { CampaignRow, EpcRow, GroupRow } from '#domains/tracking/contract/report-rows.ts';
import { REPORT_GROUPS, type ReportGroup } from '#domains/tracking/contract/reports.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useFigureColumns } from './figure-columns.ts';
import { ReportList, useReportState } from './report-list.tsx';

const FIGURES = [
  'clicks',
  'unique_clicks',
  'events',
  'over',
  'fraud',
  'fraud_percentage',
  'cost',
  'revenue',
  'profit',
  'epc',
  'conversion_rate',
  'impressions',
  'duplicates',
  'valid_clicks',
  'approved',
  'pending',
  'rejected',
  'publisher_epc',
] as const;
const LATER = [
  'impressions',
  'duplicates',
  'valid_clicks',
  'approved',
  'pending',
  'rejected',
  'publisher_epc',
] as const;
const OF_EPC = [
  'clicks',
  'valid_clicks',
  'events',
  'approved',
  'revenue',
  'epc',
  'cost',
  'publisher_epc',
  'conversion_rate',
  'fraud_percentage',
] as const;
const NONE = [] as const;

const groupPlace = ({ day, publisher, sub_publisher, key, campaign }: GroupRow) => ({
  day,
  publisher,
  sub_publisher,
  ...(key || campaign ? { campaign: { key, campaign } } : {}),
});
const campaignPlace = ({ key, campaign }: CampaignRow) => ({ campaign: { key, campaign } });
const epcPlace = ({ key, campaign, publisher }: EpcRow) => ({ campaign: { key, campaign }, publisher });

/** Clicks, events, cost and revenue by day, campaign, publisher or sub-publisher. */
export function TrackingReportPage() {
  const { t } = useTranslation('tracking');
  const [params, setParams] = useSearchParams();
  const group = REPORT_GROUPS.find((each) => each === params.get('group')) ?? 'day';
  const { filters, state, query: asked } = useReportState();
  const list = useQuery(query(trackingReportEndpoints.report.rows, { query: { ...asked, group } }));
  const figures = useFigureColumns<GroupRow>(FIGURES, groupPlace, LATER);
  const columns = useMemo((): Column<GroupRow>[] => [...namesOf(group, t), ...figures], [group, t, figures]);
  return (
    <ReportList
      key={group}
      name="report"
      filters={filters}
      state={state}
      list={list}
      columns={columns}
      rowKey={(row) => JSON.stringify([row.day, row.campaign_id, row.campaign, row.publisher, row.sub_publisher])}
      more={{ group }}
      tools={
        <Select
          aria-label={t('group')}
          data={REPORT_GROUPS.map((value) => ({ value, label: t(`group_${value}`) }))}
          value={group}
          allowDeselect={false}
          onChange={(value) => {
            state.setPage(1);
            setParams((now) => {
              const next = new URLSearchParams(now);
              next.set('group', value ?? 'day');
              return next;
            });
          }}
        />
      }
    />
  );
}

function namesOf(group: ReportGroup, t: (key: string) => string): Column<GroupRow>[] {
  const publisher: Column<GroupRow> = { id: 'publisher', header: t('publisher'), kind: 'text', nothing: t('unnamed') };
  if (group === 'day') return [{ id: 'day', header: t('day'), kind: 'date' }];
  if (group === 'campaign') return [{ id: 'campaign', header: t('campaign'), kind: 'text', nothing: t('unnamed') }];
  if (group === 'publisher') return [publisher];
  return [publisher, { id: 'sub_publisher', header: t('sub_publisher'), kind: 'text', nothing: t('unnamed') }];
}

/** One row a campaign, with how often each of its events was reached. */
export function CampaignReportPage() {
  const { t } = useTranslation('tracking');
  const format = useFormat();
  const { filters, state, query: asked } = useReportState();
  const list = useQuery(query(trackingReportEndpoints.campaign_report.rows, { query: asked }));
  const figures = useFigureColumns<CampaignRow>(FIGURES, campaignPlace, LATER);
  const columns = useMemo(
    (): Column<CampaignRow>[] => [
      { id: 'campaign', header: t('campaign'), kind: 'text', nothing: t('unnamed') },
      {
        id: 'by_event',
        header: t('by_event'),
        kind: 'text',
        width: 230,
        value: ({ by_event }) => by_event.map(({ event, events }) => `${event} ${format.number(events)}`).join(', '),
      },
      ...figures,
    ],
    [t, format, figures],
  );
  return (
    <ReportList
      name="campaign_report"
      filters={filters}
      state={state}
      list={list}
      columns={columns}
      rowKey={({ campaign_id, campaign }) => `${campaign_id} ${campaign}`}
    />
  );
}

/** What a click earns, by campaign and publisher. */
export function EpcReportPage() {
  const { t } = useTranslation('tracking');
  const { filters, state, query: asked } = useReportState();
  const list = useQuery(query(trackingReportEndpoints.epc_report.rows, { query: asked }));
  const figures = useFigureColumns<EpcRow>(OF_EPC, epcPlace, NONE);
  const columns = useMemo(
    (): Column<EpcRow>[] => [
      { id: 'campaign', header: t('campaign'), kind: 'text', nothing: t('unnamed') },
      { id: 'publisher', header: t('publisher'), kind: 'text', nothing: t('unnamed') },
      ...figures,
    ],
    [t, figures],
  );
  return (
    <ReportList
      name="epc_report"
      filters={filters}
      state={state}
      list={list}
      columns={columns}
      rowKey={({ campaign_id, campaign, publisher }) => JSON.stringify([campaign_id, campaign, publisher])}
    />
  );
}
