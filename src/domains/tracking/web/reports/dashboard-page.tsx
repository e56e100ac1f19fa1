import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  trackingDashboardEndpoints as calls,
  trackingDashboardFilters,
} from '#domains/tracking/contract/report-endpoints.ts';
import type { figuresRow } from '#domains/tracking/contract/report-rows.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { PrintedLine } from '#platform/web/layout/printed-line.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { isPublisher } from '#platform/web/session/user-may.ts';
import type { Column, Row } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { pageOfList } from '#platform/web/table/page-of-list.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Figure, type FigureProps } from '#platform/web/ui/figure.tsx';
import { amountsText } from '#traffic/money/contract/paid-text.ts';
import styles from '../tracking.module.css';
import { useFigureColumns } from './figure-columns.ts';
import { FilterButton } from './filter-button.tsx';
import { CLICKS, FRAUD, REACHED, useTrackedHref } from './use-tracked-href.ts';
import { useTrackingFilters } from './use-tracking-filters.ts';

type Asked = ReturnType<typeof useTrackingFilters>['asked'];

/** What own links brought in the days chosen, and who brought it. */
export function TrackingDashboardPage() {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  const filters = useTrackingFilters();
  const { asked } = filters;
  return (
    <div className={screen.page}>
      <PrintedLine />
      <header className={screen.head}>
        <p>{t('lead_dashboard', { package: pkg.package_title })}</p>
        <div className={screen.tools}>
          <FilterButton filters={filters} of={trackingDashboardFilters.filters} />
        </div>
      </header>
      <Tiles asked={asked} />
      <div className={styles.pairs}>
        <PublisherEvents asked={asked} />
        <PublisherCosts asked={asked} />
        <PublisherOver asked={asked} />
        <PublisherFraud asked={asked} />
      </div>
      <TopPublishers asked={asked} />
    </div>
  );
}

/** One filter of the address as an event list can have it: one campaign is known by its key alone. */
const ofOne = (asked: Asked): { publisher?: string } => {
  const { publisher } = asked as { publisher?: string[] };
  return publisher?.length === 1 && publisher[0] !== undefined ? { publisher: publisher[0] } : {};
};

function Tiles({ asked }: { asked: Asked }) {
  const { t } = useTranslation('tracking');
  const format = useFormat();
  const { pkg } = useSelection();
  const href = useTrackedHref();
  const options = { query: asked };
  const revenue = useQuery({ ...query(calls.revenue, options), enabled: !isPublisher() });
  const cost = useQuery(query(calls.cost, options));
  const events = useQuery(query(calls.events, options));
  const clicks = useQuery(query(calls.clicks, options));
  const fraud = useQuery(query(calls.fraud_counts, options));
  const share = useQuery(query(calls.fraud_percentage, options));
  const failed = [revenue, cost, events, clicks, fraud, share].filter(({ isError }) => isError);
  if (failed[0])
    return <ErrorState error={failed[0].error} onRetry={() => void failed.map((each) => each.refetch())} />;
  const money = (value: Record<string, string> | null | undefined) => {
    const { [pkg.currency]: own, ...others } = value ?? {};
    const [first = pkg.currency] = own === undefined ? Object.keys(others) : [];
    const { [first]: instead, ...rest } = others;
    const beside = amountsText(rest, format);
    return {
      value: format.money(Number(own ?? instead ?? 0), first),
      more: beside === undefined ? {} : { detail: `+ ${beside}` },
    };
  };
  const [earned, paid] = [money(revenue.data?.data.value), money(cost.data?.data.value)];
  const { value: percent, fraud: some, total } = share.data?.data ?? { value: null, fraud: 0, total: 0 };
  const tile = (
    name: string,
    of: Pick<UseQueryResult, 'isPending'>,
    value: ReactNode,
    more: Partial<FigureProps> = {},
  ) => <Figure label={t(name)} definition={t(`${name}_hint`)} loading={of.isPending} value={value} bare {...more} />;
  return (
    <div className={styles.tiles}>
      {!isPublisher() && tile('revenue', revenue, earned.value, { tone: 'clean', ...earned.more })}
      {tile('cost', cost, paid.value, paid.more)}
      {tile('events', events, format.number(events.data?.data.value), {
        href: href({ ...ofOne(asked), ...REACHED }),
        detail: t('events_apart', {
          pending: format.number(events.data?.data.pending),
          rejected: format.number(events.data?.data.rejected),
        }),
      })}
      {tile('clicks', clicks, format.number(clicks.data?.data.value), { href: href({ ...ofOne(asked), ...CLICKS }) })}
      {tile('fraud', fraud, format.number(fraud.data?.data.value), {
        tone: 'fraud',
        href: href({ ...ofOne(asked), ...FRAUD }),
      })}
      {tile('fraud_percentage', share, format.percent(percent === null ? null : percent / 100), {
        tone: 'fraud',
        detail: t('fraud_of', { fraud: format.number(some), total: format.number(total) }),
      })}
    </div>
  );
}

interface CardProps<R extends Row> {
  id: string;
  title: string;
  list: UseQueryResult<{ data: R[] }>;
  columns: readonly Column<R>[];
}

function PublisherCard<R extends Row & { publisher: string }>({ id, title, list, columns }: CardProps<R>) {
  const { t } = useTranslation('tracking');
  const all: Column<R>[] = [
    { id: 'publisher', header: t('publisher'), kind: 'text', width: 150, nothing: t('unnamed') },
    ...columns,
  ];
  return (
    <section className={screen.card} aria-label={title}>
      <div className={screen.cardHead}>
        <h2>{title}</h2>
      </div>
      <DataTable
        id={`tracking-${id}`}
        caption={title}
        columns={all}
        {...pageOfList(list)}
        rowKey={({ publisher }) => publisher}
        density="compact"
        maxHeight={260}
        empty={{ why: t('none_in_range') }}
      />
    </section>
  );
}

function PublisherEvents({ asked }: { asked: Asked }) {
  const { t } = useTranslation('tracking');
  const href = useTrackedHref();
  const list = useQuery(query(calls.publisher_events, { query: asked }));
  return (
    <PublisherCard
      id="publisher-events"
      title={t('publisher_events')}
      list={list}
      columns={[
        {
          id: 'events',
          header: t('events'),
          kind: 'number',
          href: ({ publisher, events }) => (events > 0 ? href({ publisher, ...REACHED }) : undefined),
          total: true,
        },
      ]}
    />
  );
}

function PublisherCosts({ asked }: { asked: Asked }) {
  const { t } = useTranslation('tracking');
  const format = useFormat();
  const { pkg } = useSelection();
  const list = useQuery(query(calls.publisher_costs, { query: asked }));
  return (
    <PublisherCard
      id="publisher-costs"
      title={t('publisher_costs')}
      list={list}
      columns={[
        {
          id: 'cost',
          header: t('cost'),
          kind: 'money',
          value: ({ cost }) => Math.max(0, ...Object.values(cost).map(Number)),
          render: ({ cost }) => amountsText(cost, format, pkg.currency) ?? '–',
        },
      ]}
    />
  );
}

function PublisherOver({ asked }: { asked: Asked }) {
  const { t } = useTranslation('tracking');
  const href = useTrackedHref();
  const list = useQuery(query(calls.publisher_over, { query: asked }));
  return (
    <PublisherCard
      id="publisher-over"
      title={t('publisher_over')}
      list={list}
      columns={[
        { id: 'over', header: t('over'), definition: t('over_hint'), kind: 'number', width: 140, total: true },
        {
          id: 'events',
          header: t('events'),
          kind: 'number',
          href: ({ publisher, events }) => (events > 0 ? href({ publisher, ...REACHED }) : undefined),
          total: true,
        },
      ]}
    />
  );
}

function PublisherFraud({ asked }: { asked: Asked }) {
  const { t } = useTranslation('tracking');
  const href = useTrackedHref();
  const list = useQuery(query(calls.publisher_fraud, { query: asked }));
  return (
    <PublisherCard
      id="publisher-fraud"
      title={t('publisher_fraud')}
      list={list}
      columns={[
        {
          id: 'fraud',
          header: t('fraud'),
          kind: 'number',
          href: ({ publisher, fraud }) => (fraud > 0 ? href({ publisher, ...FRAUD }) : undefined),
          total: true,
        },
        { id: 'total', header: t('total'), definition: t('total_hint'), kind: 'number', width: 130, total: true },
        {
          id: 'fraud_percentage',
          header: t('fraud_percentage'),
          kind: 'percent',
          tone: 'fraud',
          maximum: 1,
          value: ({ fraud_percentage: percent }) => (percent === null ? null : percent / 100),
        },
      ]}
    />
  );
}

type Top = { publisher: string } & z.infer<typeof figuresRow>;

const TOP = [
  'events',
  'clicks',
  'cost',
  'revenue',
  'profit',
  'epc',
  'conversion_rate',
  'over',
  'fraud_percentage',
] as const;
const NONE = [] as const;
const placeOf = ({ publisher }: Top) => ({ publisher });

function TopPublishers({ asked }: { asked: Asked }) {
  const { t } = useTranslation('tracking');
  const list = useQuery(query(calls.top_publishers, { query: asked }));
  const figures = useFigureColumns<Top>(TOP, placeOf, NONE);
  const columns = useMemo(() => figures.map((column) => ({ ...column, sortable: column.kind !== 'money' })), [figures]);
  return <PublisherCard id="top-publishers" title={t('top_publishers')} list={list} columns={columns} />;
}
