import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '#platform/contract/endpoint.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { Percent } from '#platform/web/ui/percent.tsx';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { nothingHere } from '#traffic/event/web/nothing-here.tsx';
import { paidText, paidValue } from '#traffic/money/web/amounts-text.ts';
import { sourceEndpoints } from '#traffic/sources/contract/source-endpoints.ts';
import { usePublisherHref } from './publisher-href.ts';

type Row = Answer<typeof sourceEndpoints.publishers>['data'][number];

const TYPING_MS = 300;

/** Every publisher of the range by one kind of event, those with most money at risk first. */
export function ChoosePublisher() {
  const { t } = useTranslation('publisher');
  const { pkg, range } = useSelection();
  const format = useFormat();
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<string>();
  const names = useNames();
  const [wanted] = useDebouncedValue(search.trim(), TYPING_MS);
  const chosen = EVENT_KINDS.find((known) => known === kind);
  const asked = { package_name: pkg.package_name, fromDate: range.from, toDate: range.to };
  const list = useQuery(
    query(sourceEndpoints.publishers, {
      query: { ...asked, ...(wanted ? { search: wanted } : {}), ...(chosen ? { kind: chosen } : {}) },
    }),
  );
  const kinds = list.data?.kinds ?? [];
  const columns = usePublisherColumns();
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p className={screen.note}>{t('choose')}</p>
        {(list.isPending || kinds.length > 1) && (
          <Select
            w={220}
            // It holds its place until it is known which kinds there are.
            disabled={list.isPending}
            allowDeselect={false}
            aria-label={t('kind')}
            data={kinds.map((one) => ({
              value: one.kind,
              label: `${names.kind(one.kind)} (${format.number(one.events)})`,
            }))}
            value={list.data?.kind ?? ''}
            onChange={(next) => setKind(next ?? undefined)}
          />
        )}
        <TextInput
          type="search"
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

function usePublisherColumns(): Column<Row>[] {
  const { t } = useTranslation('publisher');
  const { t: ui } = useTranslation('ui');
  const { pkg } = useSelection();
  const format = useFormat();
  const href = usePublisherHref();
  return useMemo(
    (): Column<Row>[] => [
      { id: 'publisher', header: t('publisher'), kind: 'link', width: 260, href: (row) => href(row.publisher) },
      { id: 'events', header: t('events'), kind: 'number' },
      ...(['clean', 'fraud', 'suspect'] as const).map(
        (verdict): Column<Row> => ({
          id: verdict,
          header: ui(`verdict_${verdict}`),
          kind: 'number',
          value: ({ verdicts }) => verdicts[verdict],
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
      },
      {
        id: 'at_risk',
        narrow: { place: 2, width: 98 },
        header: t('at_risk_all'),
        definition: t('at_risk_hint'),
        kind: 'money',
        width: 140,
        value: ({ money }) => paidValue(money, 'at_risk'),
        render: ({ money }) => paidText(money, 'at_risk', format, pkg.currency),
      },
      {
        id: 'spend',
        header: t('spend'),
        kind: 'money',
        width: 140,
        value: ({ money }) => paidValue(money, 'spend'),
        render: ({ money }) => paidText(money, 'spend', format, pkg.currency),
      },
    ],
    [t, ui, href, format, pkg.currency],
  );
}
