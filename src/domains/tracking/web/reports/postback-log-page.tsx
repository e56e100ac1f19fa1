import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { trackingReportEndpoints } from '#domains/tracking/contract/report-endpoints.ts';
import { NOTICE_STATES } from '#domains/tracking/contract/terms.ts';
import { noticeEndpoints, type TrackingNotice } from '#domains/tracking/contract/work-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { PrintedLine } from '#platform/web/layout/printed-line.tsx';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { buttonColumn } from '#platform/web/list/action-column.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { StateBadge } from '#platform/web/ui/state-badge.tsx';
import { useAct } from '#platform/web/ui/use-act.ts';
import { useConfirmed } from '#platform/web/ui/use-confirmed.tsx';
import { useTrackingWords } from '../use-tracking-words.ts';
import { FilterButton } from './filter-button.tsx';
import { useReportState } from './report-list.tsx';

const POLL_MS = 10_000;
/** Of the longest of its words in six languages. */
const ACTION_WIDTH = 164;
const FILTERS = ['event', 'publisher', 'campaign_id'] as const;
const TONES = { sent: 'clean', waiting: 'suspect', dead: 'fraud' } as const;

/** Each postback to a publisher: what became of it, and once more at the push of a button. */
export function PostbackLogPage() {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const words = useTrackingWords();
  const [params, setParams] = useSearchParams();
  const chosen = NOTICE_STATES.find((each) => each === params.get('state'));
  const { filters, state, query: asked } = useReportState({ names: FILTERS, searched: params.get('click') ?? '' });
  const { search } = state.asked;
  const list = useQuery({
    ...query(noticeEndpoints.list, {
      query: { ...asked, ...(chosen && { state: chosen }), ...(search && { search }) },
    }),
    // What waits is tried again by itself.
    refetchInterval: POLL_MS,
  });
  const { ask, dialog } = useConfirmed({
    run: ({ id }: TrackingNotice) => call(noticeEndpoints.redeliver, { params: { id } }),
    question: ({ publisher }) => ({
      title: t('redeliver_title', { name: publisher }),
      confirm: t('redeliver'),
      why: <p>{t('redeliver_what')}</p>,
    }),
    done: () => t('redelivered'),
  });
  const toPublishers = (
    <Button component={Link} to={`/mtrackit_publisher${sticky}`} variant="default">
      {t('to_publishers')}
    </Button>
  );
  const isNarrowed = filters.count > 0 || chosen !== undefined;
  return (
    <div>
      <PrintedLine />
      <ListPage
        id="tracking-postback-log"
        lead={t('lead_postback_log')}
        caption={t('report_caption', { zone: pkg.time_zone })}
        columns={useNoticeColumns(ask)}
        state={state}
        list={list}
        searchLabel={t('search_notices')}
        filters={
          <Select
            aria-label={t('status')}
            placeholder={t('filter_all', { name: t('status') })}
            data={NOTICE_STATES.map((value) => ({ value, label: words.notice(value) }))}
            value={chosen ?? null}
            clearable
            onChange={(value) => {
              state.setPage(1);
              setParams((now) => {
                const next = new URLSearchParams(now);
                if (value === null) next.delete('state');
                else next.set('state', value);
                return next;
              });
            }}
          />
        }
        actions={<FilterButton filters={filters} of={trackingReportEndpoints.postback_report.filters} />}
        empty={isNarrowed ? { why: t('none_filtered') } : { why: t('no_notices'), action: toPublishers }}
        noneFound={t('none_found')}
      />
      {dialog}
    </div>
  );
}

/** `ask` before what was heard is said again: it may be counted twice. */
function useNoticeColumns(ask: (row: TrackingNotice) => void): Column<TrackingNotice>[] {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const words = useTrackingWords();
  const act = useAct();
  return useMemo((): Column<TrackingNotice>[] => {
    const moment = { kind: 'datetime', timeZone: pkg.time_zone, width: 196 } as const;
    const columns: Column<TrackingNotice>[] = [
      { ...moment, id: 'created_at', header: t('at') },
      {
        id: 'state',
        header: t('status'),
        kind: 'text',
        width: 120,
        narrow: { place: 1, width: 120 },
        render: ({ state }) => <StateBadge tone={TONES[state]}>{words.notice(state)}</StateBadge>,
      },
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 130 },
      { id: 'event', header: t('event'), kind: 'text', width: 110 },
      {
        id: 'http_status',
        header: t('http_code'),
        kind: 'text',
        width: 110,
        value: ({ http_status }) => (http_status === null ? null : String(http_status)),
      },
      { id: 'answer', header: t('answer'), definition: t('answer_hint'), kind: 'text', width: 220 },
      { id: 'tries', header: t('attempts'), kind: 'number', width: 95 },
      {
        ...moment,
        id: 'next_at',
        header: t('next_at'),
        value: ({ state, next_at }) => (state === 'waiting' ? next_at : null),
      },
      { id: 'campaign', header: t('campaign'), kind: 'text', width: 150 },
      { id: 'url', header: t('notice_url'), definition: t('notice_url_hint'), kind: 'text', width: 300 },
      { ...moment, id: 'sent_at', header: t('sent_at'), hidden: true },
      { id: 'click_id', header: t('click_id'), kind: 'text', width: 260, hidden: true },
      { id: 'transaction_id', header: t('transaction_id'), kind: 'text', width: 160, hidden: true },
    ];
    if (!userMay('tracking.write')) return columns;
    return [
      ...columns,
      buttonColumn(
        t('actions'),
        (row) => ({
          children: t('redeliver'),
          label: t('redeliver_of', { name: row.publisher, event: row.event }),
          onClick: () =>
            row.state === 'sent'
              ? ask(row)
              : act(() => call(noticeEndpoints.redeliver, { params: { id: row.id } }), t('redelivered')),
        }),
        ACTION_WIDTH,
      ),
    ];
  }, [t, pkg.time_zone, words, act, ask]);
}
