import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EVENTS_PATH } from '#analytics/contract/drill.ts';
import { trackingReportEndpoints } from '#domains/tracking/contract/report-endpoints.ts';
import type { ConversionRow, HealthRow, PostbackRow } from '#domains/tracking/contract/report-rows.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { isPublisher, userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { StateBadge } from '#platform/web/ui/state-badge.tsx';
import { useTrackingWords } from '../use-tracking-words.ts';
import { ReportList, useReportState } from './report-list.tsx';

/** Events one by one, with what each pays and earns. */
export function EventReportPage() {
  const { filters, state, query: asked } = useReportState();
  const list = useQuery(query(trackingReportEndpoints.event_report.rows, { query: asked }));
  return (
    <ReportList
      name="event_report"
      filters={filters}
      state={state}
      list={list}
      columns={useEventColumns()}
      rowKey={({ id }) => String(id)}
    />
  );
}

function useEventColumns(): Column<ConversionRow>[] {
  const { t } = useTranslation('tracking');
  const { pkg, range } = useSelection();
  const format = useFormat();
  const words = useTrackingWords();
  return useMemo((): Column<ConversionRow>[] => {
    const where = { package: pkg.package_name, from: range.from, to: range.to };
    const money = (id: 'amount' | 'payout' | 'revenue'): Column<ConversionRow> => ({
      id,
      header: t(id),
      kind: 'money',
      value: (row) => row[id],
      render: (row) => (row[id] === null ? '–' : format.price(row[id], row.currency || pkg.currency)),
    });
    return [
      {
        id: 'at',
        header: t('at'),
        kind: 'datetime',
        width: 210,
        timeZone: pkg.time_zone,
        href: ({ event_id: event }) => `${EVENTS_PATH}?${new URLSearchParams({ ...where, event })}`,
      },
      { id: 'event', header: t('event'), kind: 'text', width: 130 },
      { id: 'campaign', header: t('campaign'), kind: 'text', width: 170 },
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 150 },
      { id: 'sub_publisher', header: t('sub_publisher'), kind: 'text', width: 150, hidden: true },
      {
        id: 'status',
        header: t('status'),
        kind: 'text',
        width: 120,
        render: ({ status }) => <StateBadge tone={TONES[status]}>{words.conversion(status)}</StateBadge>,
      },
      money('payout'),
      ...(isPublisher() ? [] : [money('revenue')]),
      { id: 'over', header: t('over'), kind: 'text', width: 110, value: ({ over }) => (over ? t('yes') : '') },
      { id: 'reason', header: t('reason'), kind: 'text', width: 220, value: ({ reason }) => words.reason(reason) },
      money('amount'),
      { id: 'transaction_id', header: t('transaction_id'), kind: 'text', width: 160, hidden: true },
      { id: 'click_id', header: t('click_id'), kind: 'text', width: 260, hidden: true },
      { id: 'click_at', header: t('click_at'), kind: 'datetime', timeZone: pkg.time_zone, hidden: true },
    ];
  }, [t, pkg, range, format, words]);
}

const TONES = { approved: 'clean', pending: 'suspect', rejected: 'fraud' } as const;
const ANSWERS = { Success: 'clean', Over: 'suspect', Duplicate: 'plain', Rejected: 'fraud' } as const;
const HEALTH = { healthy: 'clean', degraded: 'suspect', silent: 'fraud', never: 'plain' } as const;

/** Each postback as it came, what was answered, and how the publisher was told. */
export function PostbackReportPage() {
  const { t } = useTranslation('tracking');
  const format = useFormat();
  const { filters, state, query: asked } = useReportState();
  const list = useQuery(query(trackingReportEndpoints.postback_report.rows, { query: asked }));
  const { of_campaigns: more = 0, of_nobody: strange = 0 } = list.data?.counted_only ?? {};
  const notes = [
    ...(more > 0 ? [t('counted_of_campaigns', { n: format.number(more) })] : []),
    ...(strange > 0 ? [t('counted_of_nobody', { n: format.number(strange) })] : []),
  ];
  return (
    <ReportList
      name="postback_report"
      filters={filters}
      state={state}
      list={list}
      columns={usePostbackColumns()}
      note={notes.length > 0 ? notes.join(' ') : undefined}
      rowKey={({ id }) => String(id)}
    />
  );
}

function usePostbackColumns(): Column<PostbackRow>[] {
  const { t } = useTranslation('tracking');
  const { pkg, range } = useSelection();
  const words = useTrackingWords();
  return useMemo((): Column<PostbackRow>[] => {
    const where = { package: pkg.package_name, from: range.from, to: range.to };
    return [
      {
        id: 'received_at',
        header: t('received_at'),
        kind: 'datetime',
        width: 210,
        timeZone: pkg.time_zone,
      },
      {
        id: 'pb_status',
        header: t('filter_pb_status'),
        kind: 'text',
        width: 130,
        render: ({ pb_status }) => <StateBadge tone={ANSWERS[pb_status]}>{words.postback(pb_status)}</StateBadge>,
      },
      { id: 'reason', header: t('reason'), kind: 'text', width: 190, value: ({ reason }) => words.reason(reason) },
      { id: 'event', header: t('event'), kind: 'text', width: 130 },
      { id: 'campaign', header: t('campaign'), kind: 'text', width: 170 },
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 150 },
      {
        id: 'forward_status',
        header: t('forward_status'),
        definition: t('forward_status_hint'),
        kind: 'text',
        width: 200,
        value: ({ forward_status }) => words.notice(forward_status),
        ...(userMay('tracking.read') && {
          href: ({ click_id: click }) => `/mtrackit_postback_log?${new URLSearchParams({ ...where, click })}`,
        }),
      },
      {
        id: 'amount',
        header: t('amount'),
        kind: 'text',
        width: 120,
        value: ({ amount, currency }) => `${amount} ${currency}`.trim(),
      },
      { id: 'click_id', header: t('click_id'), kind: 'text', width: 230 },
      { id: 'transaction_id', header: t('transaction_id'), kind: 'text', width: 160, hidden: true },
      { id: 'attempts', header: t('attempts'), kind: 'number', hidden: true },
      { id: 'http_code', header: t('http_code'), kind: 'number', hidden: true },
      ...(isPublisher()
        ? []
        : [
            { id: 'ip', header: t('ip'), kind: 'text', width: 130, hidden: true } as const,
            { id: 'query', header: t('query'), kind: 'text', width: 260, hidden: true } as const,
          ]),
    ];
  }, [t, pkg, range, words]);
}

/** Whether the events of campaigns still arrive as they did. */
export function EventHealthPage() {
  const { filters, state, query: asked } = useReportState();
  const list = useQuery(query(trackingReportEndpoints.health_report.rows, { query: asked }));
  return (
    <ReportList
      name="health_report"
      filters={filters}
      state={state}
      list={list}
      columns={useHealthColumns()}
      rowKey={({ campaign_id, event }) => `${campaign_id} ${event}`}
    />
  );
}

function useHealthColumns(): Column<HealthRow>[] {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const format = useFormat();
  const words = useTrackingWords();
  return useMemo((): Column<HealthRow>[] => {
    const percent = (
      id: 'accepted_percentage' | 'duplicate_percentage' | 'unknown_click_percentage' | 'rejected_percentage',
      tone: 'clean' | 'suspect' | 'fraud',
    ): Column<HealthRow> => ({
      id,
      header: t(id),
      kind: 'percent',
      maximum: 1,
      tone,
      width: 170,
      value: (row) => (row[id] === null ? null : row[id] / 100),
    });
    const wait = (id: 'median_seconds' | 'slow_seconds'): Column<HealthRow> => ({
      id,
      header: t(id),
      definition: t(`${id}_hint`),
      kind: 'number',
      width: 150,
      render: (row) => (row[id] === null ? '–' : format.wait(row[id])),
    });
    return [
      { id: 'campaign', header: t('campaign'), kind: 'text', width: 180 },
      { id: 'event', header: t('event'), kind: 'text', width: 140 },
      {
        id: 'state',
        header: t('health'),
        definition: t('health_hint'),
        kind: 'text',
        width: 130,
        render: ({ state }) => <StateBadge tone={HEALTH[state]}>{words.health(state)}</StateBadge>,
      },
      { id: 'received', header: t('received'), kind: 'number', width: 125 },
      {
        id: 'expected',
        header: t('expected'),
        definition: t('expected_hint'),
        kind: 'number',
        width: 120,
        value: ({ expected }) => (expected === null ? null : Math.round(expected * 10) / 10),
      },
      percent('accepted_percentage', 'clean'),
      percent('rejected_percentage', 'fraud'),
      percent('duplicate_percentage', 'suspect'),
      percent('unknown_click_percentage', 'fraud'),
      wait('median_seconds'),
      { ...wait('slow_seconds'), hidden: true },
      { id: 'last_received', header: t('last_received'), kind: 'datetime', timeZone: pkg.time_zone },
    ];
  }, [t, pkg.time_zone, format, words]);
}
