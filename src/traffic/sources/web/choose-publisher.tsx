import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '#platform/contract/endpoint.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { query } from '#platform/web/api/call.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { Percent } from '#platform/web/ui/percent.tsx';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { rateOf } from '#traffic/event/contract/rate.ts';
import { nothingHere } from '#traffic/event/web/nothing-here.tsx';
import { usePaidColumn } from '#traffic/money/web/paid-column.ts';
import { sourceEndpoints } from '#traffic/sources/contract/source-endpoints.ts';
import { KindSelect, useKind } from './kind-select.tsx';
import { usePublisherHref } from './publisher-href.ts';
import { useCalledHref } from './source-hrefs.ts';

type Row = Answer<typeof sourceEndpoints.publishers>['data'][number];

const TYPING_MS = 300;

const sum = (rows: readonly Row[], of: 'events' | 'fraud'): number =>
  rows.reduce((all, { events, verdicts }) => all + (of === 'events' ? events : verdicts.fraud), 0);

/** Every publisher of the range by one kind of event, those with most money at risk first. */
export function ChoosePublisher() {
  const { t } = useTranslation('publisher');
  const { pkg, range } = useSelection();
  const [search, setSearch] = useState('');
  const [chosen] = useKind();
  const [wanted] = useDebouncedValue(search.trim(), TYPING_MS);
  const asked = { package_name: pkg.package_name, fromDate: range.from, toDate: range.to };
  const list = useQuery(
    query(sourceEndpoints.publishers, {
      query: { ...asked, ...(wanted ? { search: wanted } : {}), ...(chosen ? { kind: chosen } : {}) },
    }),
  );
  const columns = usePublisherColumns(list.data?.kind ?? undefined);
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p className={screen.note}>{t('choose')}</p>
        <KindSelect of={list.data} />
        <TextInput
          type="search"
          maxLength={longest(searchText)}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </header>
      <div className={screen.card}>
        <DataTable
          id="publishers"
          caption={t('choose')}
          columns={columns}
          rows={list.data?.data ?? []}
          rowKey={({ publisher }) => publisher}
          maxHeight="calc(100dvh - 269px)"
          loading={list.isPending}
          stale={list.isPlaceholderData}
          error={list.isError ? list.error : undefined}
          onRetry={() => void list.refetch()}
          {...(list.data ? { total: list.data.total } : {})}
          empty={wanted ? { why: t('none_found', { search: wanted }) } : nothingHere()}
        />
      </div>
    </div>
  );
}

/** Every number of events leads to them. */
function usePublisherColumns(kind: EventKind | undefined): Column<Row>[] {
  const { t } = useTranslation('publisher');
  const { t: ui } = useTranslation('ui');
  const paid = usePaidColumn<Row>();
  const href = usePublisherHref();
  const eventsHref = useCalledHref(undefined, kind);
  return useMemo(
    (): Column<Row>[] => [
      { id: 'publisher', header: t('publisher'), kind: 'link', width: 260, href: (row) => href(row.publisher, kind) },
      {
        id: 'events',
        header: t('events'),
        kind: 'number',
        href: ({ publisher }) => eventsHref({ publisher }),
        total: true,
      },
      ...(['clean', 'fraud', 'suspect'] as const).map(
        (verdict): Column<Row> => ({
          id: verdict,
          header: ui(`verdict_${verdict}`),
          kind: 'number',
          value: ({ verdicts }) => verdicts[verdict],
          href: ({ publisher, verdicts }) => (verdicts[verdict] > 0 ? eventsHref({ publisher, verdict }) : undefined),
          total: true,
        }),
      ),
      {
        id: 'rate',
        header: t('fraud_rate'),
        kind: 'percent',
        width: 170,
        narrow: { place: 1, width: 148 },
        value: (row) => row.fraud_rate?.share ?? null,
        render: (row) => <Percent rate={row.fraud_rate} />,
        total: (rows) => <Percent rate={rateOf(sum(rows, 'fraud'), sum(rows, 'events'))} />,
      },
      paid('at_risk', {
        narrow: { place: 2, width: 98 },
        header: t('at_risk_all'),
        definition: t('at_risk_hint'),
        width: 140,
        adds: true,
      }),
      paid('suspect_cost', {
        header: t('suspect_cost'),
        definition: t('suspect_cost_hint'),
        width: 176,
        adds: true,
      }),
      paid('spend', { header: t('spend'), width: 140, adds: true }),
    ],
    [t, ui, href, eventsHref, kind, paid],
  );
}
