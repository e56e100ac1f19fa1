import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type SavingsOfMonth,
  type SavingsOfPublisher,
  type SavingsTotal,
  savingsEndpoints,
} from '#domains/settlements/contract/savings-endpoints.ts';
import type { ChartModel } from '#platform/contract/charts/model.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import { query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { Chart } from '#platform/web/charts/chart.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { PrintedLine } from '#platform/web/layout/printed-line.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import type { Column, Row } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { CardFrame } from '#platform/web/ui/card-frame.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Figure, type FigureProps } from '#platform/web/ui/figure.tsx';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import styles from './settlements.module.css';

type Told = Answer<typeof savingsEndpoints.savings>;

/** What fraud would have cost, and what became of it: the page an owner shows. */
export function SavingsPage() {
  const { t } = useTranslation('settlements');
  const { pkg, range } = useSelection();
  const asked = { package_name: pkg.package_name, fromDate: range.from, toDate: range.to };
  const told = useQuery(query(savingsEndpoints.savings, { query: asked }));
  const { state, save } = useDownloads();
  return (
    <div className={screen.page}>
      <PrintedLine />
      <header className={screen.head}>
        <p>{t('savings_lead')}</p>
        <div className={screen.tools}>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={state.loading}
            onClick={() => save(() => download(savingsEndpoints.savings_download, { query: asked }))}
          >
            {t('download')}
          </Button>
        </div>
      </header>
      {told.error ? (
        <ErrorState error={told.error} onRetry={() => void told.refetch()} />
      ) : (
        <>
          <Tiles told={told} />
          <Difference told={told} />
          <Months told={told} />
          <Publishers told={told} />
        </>
      )}
    </div>
  );
}

interface Props {
  told: UseQueryResult<Told>;
}

/** What is shown large: the currency of the package, else the one with most at risk. */
const mainOf = (totals: readonly SavingsTotal[], currency: string): SavingsTotal | undefined =>
  totals.find((total) => total.currency === currency) ?? totals[0];

function Tiles({ told }: Props) {
  const { t } = useTranslation('settlements');
  const format = useFormat();
  const { pkg } = useSelection();
  const totals = told.data?.data.totals ?? [];
  const main = mainOf(totals, pkg.currency);
  const share = (part: string): string | undefined =>
    main && Number(main.at_risk) > 0
      ? t('savings_share', { share: format.percent(Number(part) / Number(main.at_risk)) })
      : undefined;
  const tile = (
    name: 'at_risk' | 'saved' | 'recovered' | 'difference' | 'open',
    label: string,
    tone?: FigureProps['tone'],
  ): ReactNode => {
    const others = totals.filter((total) => total !== main && Number(total[name]) !== 0);
    const beside = others.map((total) => format.money(Number(total[name]), total.currency)).join(' + ');
    const detail = [...(name === 'at_risk' || !main ? [] : [share(main[name])]), beside && `+ ${beside}`];
    return (
      <Figure
        label={t(label)}
        definition={t(`${label}_hint`)}
        loading={told.isPending}
        value={format.money(Number(main?.[name] ?? 0), main?.currency ?? pkg.currency)}
        detail={detail.filter((part) => part).join(' · ')}
        {...(tone ? { tone } : {})}
        bare
      />
    );
  };
  return (
    <div className={styles.tiles}>
      {tile('at_risk', 'at_risk', 'fraud')}
      {tile('saved', 'saved_total', 'clean')}
      {tile('recovered', 'recovered', 'accent')}
      {tile('difference', 'difference')}
      {tile('open', 'open', 'suspect')}
    </div>
  );
}

/** Why what became of the costs is not what was at risk. */
function Difference({ told }: Props) {
  const { t } = useTranslation('settlements');
  const format = useFormat();
  const { pkg } = useSelection();
  const main = mainOf(told.data?.data.totals ?? [], pkg.currency);
  const difference = Number(main?.difference ?? 0);
  if (!main || difference === 0) return null;
  const amount = format.money(Math.abs(difference), main.currency);
  return <p className={screen.note}>{t(difference < 0 ? 'difference_over' : 'difference_under', { amount })}</p>;
}

const HEIGHT = 280;

function Months({ told }: Props) {
  const { t } = useTranslation('settlements');
  const format = useFormat();
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const { months = [], totals = [] } = told.data?.data ?? {};
  const currency = mainOf(totals, pkg.currency)?.currency ?? pkg.currency;
  const model = useMemo((): ChartModel => {
    const own = months.filter((each) => each.currency === currency);
    const values = (name: 'saved' | 'recovered' | 'difference' | 'open') => own.map((each) => Number(each[name]));
    return {
      kind: 'time',
      buckets: own.map(({ month }) => month),
      series: [
        { name: t('saved_total'), tone: 'clean', values: values('saved') },
        { name: t('recovered'), tone: 'accent', values: values('recovered') },
        { name: t('difference'), rest: true, values: values('difference') },
        { name: t('open'), tone: 'suspect', values: values('open') },
      ],
    };
  }, [months, currency, t]);
  const columns = useSavingsColumns<SavingsOfMonth>({
    id: 'month',
    header: t('month'),
    kind: 'text',
    width: 120,
    value: ({ month }) => format.month(month),
  });
  return (
    <CardFrame
      title={t('savings_months')}
      caption={currency}
      state={told.isPending ? 'loading' : months.length === 0 ? 'empty' : 'ready'}
      empty={{
        why: t('savings_none'),
        action: <Link to={`/reconcilation/publisher-configuration${sticky}`}>{t('savings_none_action')}</Link>,
      }}
      height={HEIGHT}
      table={
        <DataTable
          id="savings-months"
          caption={t('savings_months_caption')}
          columns={columns}
          rows={months}
          rowKey={({ month, currency: of }) => `${month} ${of}`}
          maxHeight={HEIGHT}
        />
      }
    >
      <Chart model={model} label={t('savings_chart', { currency })} height={HEIGHT} />
    </CardFrame>
  );
}

function Publishers({ told }: Props) {
  const { t } = useTranslation('settlements');
  const rows = told.data?.data.publishers ?? [];
  const columns = useSavingsColumns<SavingsOfPublisher>({
    id: 'publisher',
    header: t('publisher'),
    kind: 'text',
    width: 180,
  });
  return (
    <CardFrame
      title={t('savings_publishers')}
      state={told.isPending ? 'loading' : rows.length === 0 ? 'empty' : 'ready'}
      empty={{ why: t('savings_none') }}
      height={HEIGHT}
    >
      <DataTable
        id="savings-publishers"
        caption={t('savings_publishers_caption')}
        columns={columns}
        rows={rows}
        rowKey={({ publisher, currency }) => JSON.stringify([publisher, currency])}
        maxHeight={420}
      />
    </CardFrame>
  );
}

const AMOUNTS = [
  ['spend', 'spend', 'savings_spend_hint'],
  ['at_risk', 'at_risk', 'at_risk_hint'],
  ['saved', 'saved_total', 'saved_total_hint'],
  ['recovered', 'recovered', 'recovered_hint'],
  ['difference', 'difference', 'difference_hint'],
  ['open', 'open', 'open_hint'],
] as const;

function useSavingsColumns<R extends Row & SavingsTotal>(first: Column<R>): Column<R>[] {
  const { t } = useTranslation('settlements');
  return [
    first,
    ...AMOUNTS.map(
      ([name, label, hint]): Column<R> => ({
        id: name,
        header: t(label),
        definition: t(hint),
        kind: 'money',
        width: 172,
        value: (row) => Number(row[name]),
        currency: (row) => row.currency,
      }),
    ),
  ];
}
