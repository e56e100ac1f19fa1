import { Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAIL_WISHES } from '#domains/alerts/contract/alert.ts';
import { alertEndpoints, type RaisedAlert, STATES } from '#domains/alerts/contract/endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { Sparkline } from '#platform/web/charts/sparkline.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { menuColumn } from '#platform/web/list/action-column.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import type { RowAction } from '#platform/web/list/row-menu.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import styles from './alerts.module.css';
import { useFoundWords } from './found-words.ts';
import { useMetric } from './use-metric.ts';

const DAY = 24;
const WEEK = 7 * DAY;

/** What was raised, with how far the reader is with each. */
export function InboxPage() {
  const { t } = useTranslation('alerts');
  const { pkg } = useSelection();
  const state = useListState();
  const [shown, setShown] = useState<(typeof STATES)[number]>('open');
  const { search: _search, ...asked } = { search: '', ...state.asked };
  const list = useQuery(
    query(alertEndpoints.inbox, { query: { package_name: pkg.package_name, state: shown, ...asked } }),
  );
  const columns = useColumns();
  const unread = list.data?.unread ?? 0;
  return (
    <ListPage
      id="alert-inbox"
      lead={
        <p>
          {t('inbox_lead', { package: pkg.package_title })}
          {unread > 0 && <strong> {t('unread_some', { count: unread })}</strong>}
        </p>
      }
      caption={t('inbox_caption', { zone: pkg.time_zone })}
      columns={columns}
      state={state}
      list={list}
      filters={
        <>
          <Select
            aria-label={t('show')}
            data={STATES.map((value) => ({ value, label: t(`show_${value}`) }))}
            value={shown}
            allowDeselect={false}
            onChange={(value) => setShown(STATES.find((each) => each === value) ?? 'open')}
          />
          <MailWish />
        </>
      }
      empty={{ why: t('inbox_none') }}
    />
  );
}

/** How the reader hears of alerts by mail. */
function MailWish() {
  const { t } = useTranslation('alerts');
  const client = useQueryClient();
  const errorText = useErrorText();
  const wish = useQuery(query(alertEndpoints.mails, {}));
  const change = useMutation({
    mutationFn: (every: (typeof MAIL_WISHES)[number]) => call(alertEndpoints.wishMails, { body: { every } }),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => notify('failed', errorText(error)),
  });
  return (
    <Select
      aria-label={t('mails')}
      title={t('mails_hint')}
      data={MAIL_WISHES.map((value) => ({ value, label: t(`mails_${value}`) }))}
      value={(change.isPending ? change.variables : wish.data?.data.every) ?? null}
      disabled={!wish.data || change.isPending}
      allowDeselect={false}
      onChange={(value) => change.mutate(MAIL_WISHES.find((each) => each === value) ?? 'each')}
    />
  );
}

type Handling = { read?: boolean; acknowledged?: boolean; snooze?: number };

function useHandled(): (row: RaisedAlert) => RowAction[] {
  const { t } = useTranslation('alerts');
  const client = useQueryClient();
  const errorText = useErrorText();
  const { mutate } = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => notify('failed', errorText(error)),
  });
  return useMemo(() => {
    const handle = ({ id }: RaisedAlert, body: Handling) =>
      mutate(() => call(alertEndpoints.handle, { params: { id }, body }));
    return (row) => [
      {
        label: t(row.read ? 'mark_unread' : 'mark_read'),
        onClick: () => handle(row, { read: !row.read }),
      },
      ...(row.acknowledged || row.snoozed_until !== null
        ? [{ label: t('reopen'), onClick: () => handle(row, { acknowledged: false, snooze: 0 }) }]
        : [
            { label: t('acknowledge'), onClick: () => handle(row, { acknowledged: true, read: true }) },
            { label: t('snooze_day'), onClick: () => handle(row, { snooze: DAY }) },
            { label: t('snooze_week'), onClick: () => handle(row, { snooze: WEEK }) },
          ]),
      {
        label: t(row.muted ? 'unmute' : 'mute'),
        onClick: () =>
          mutate(() => call(alertEndpoints.mute, { params: { id: row.alert_id }, body: { muted: !row.muted } })),
      },
    ];
  }, [t, mutate]);
}

/** What became of it: ended, or how far its messages are. */
function useStateWords(): (row: RaisedAlert) => string {
  const { t } = useTranslation('alerts');
  const { pkg } = useSelection();
  const format = useFormat();
  return useCallback(
    ({ told, due_at, ended_at, ended_why }) => {
      const at = (moment: string) => format.moment(moment, pkg.time_zone);
      if (ended_at !== null && ended_why !== null) return t(`ended_${ended_why}`, { at: at(ended_at) });
      if (told === 'waits' && due_at !== null)
        return Date.parse(due_at) > Date.now() ? t('told_waits', { at: at(due_at) }) : t('told_soon');
      return t(told === 'sent' ? 'delivery_sent' : `told_${told}`);
    },
    [t, format, pkg.time_zone],
  );
}

function useColumns(): Column<RaisedAlert>[] {
  const { t } = useTranslation('alerts');
  const { pkg } = useSelection();
  const metric = useMetric();
  const words = useFoundWords();
  const actionsOf = useHandled();
  const stateOf = useStateWords();
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('alert'),
        kind: 'text',
        width: 160,
        narrow: { place: 0, width: 116 },
        render: ({ name, read }) => (read ? name : <strong title={t('unread', { name })}>{name}</strong>),
      },
      { id: 'severity', header: t('severity'), kind: 'text', width: 88, value: (row) => t(`severity_${row.severity}`) },
      { id: 'period', header: t('period'), kind: 'text', width: 124, value: (row) => words.period(row.found) },
      {
        id: 'value',
        header: t('value'),
        kind: 'link',
        width: 136,
        narrow: { place: 1, width: 134 },
        value: (row) => `${metric.name(row.metric)} ${metric.value(row.metric, row.found.value)}`,
        href: (row) => row.href,
      },
      {
        id: 'usual',
        header: t('usual'),
        kind: 'text',
        width: 90,
        hidden: true,
        value: ({ found, metric: of }) => (found.usual === null ? null : metric.value(of, found.usual)),
      },
      {
        id: 'deviations',
        header: t('deviations'),
        kind: 'number',
        width: 100,
        hidden: true,
        value: ({ found }) => found.deviations,
      },
      {
        id: 'curve',
        header: t('curve'),
        kind: 'text',
        width: 92,
        sortable: false,
        render: ({ found }) => (
          <span className={styles.curve}>
            <Sparkline values={found.curve.map((point) => point.value)} tone="accent" />
          </span>
        ),
      },
      {
        id: 'cause',
        header: t('causes'),
        kind: 'text',
        width: 140,
        // A list that lost its middle would join two names into one.
        render: ({ found }) => <span title={words.causes(found)}>{words.causes(found)}</span>,
        value: ({ found }) => words.causes(found),
      },
      {
        id: 'raised_at',
        header: t('raised_at'),
        kind: 'datetime',
        width: 144,
        render: ({ raised_at }) => (
          <span title={format.dateTime(raised_at, pkg.time_zone)}>{format.moment(raised_at, pkg.time_zone)}</span>
        ),
      },
      {
        id: 'told',
        header: t('state'),
        kind: 'text',
        width: 184,
        narrow: { place: 2, width: 110 },
        render: (row) => <span title={stateOf(row)}>{stateOf(row)}</span>,
        value: stateOf,
      },
      menuColumn(t('actions'), (row) => ({ label: t('actions_of', { name: row.name }), actions: actionsOf(row) })),
    ],
    [t, format, pkg.time_zone, metric, words, actionsOf, stateOf],
  );
}
