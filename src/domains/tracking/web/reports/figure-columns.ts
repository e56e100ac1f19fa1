import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Figures } from '#domains/tracking/contract/report-rows.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { isPublisher } from '#platform/web/session/user-may.ts';
import type { Column } from '#platform/web/table/column.ts';
import { amountsText } from '#traffic/money/contract/paid-text.ts';
import { CLICKS, FRAUD, IMPRESSIONS, REACHED, type Tracked, useTrackedHref } from './use-tracked-href.ts';

type Name = keyof Figures;
type Amounts = Record<string, string> | null;

/** 0 to 100 as the share that cells draw. */
const shareOf = (percent: number | null): number | null => (percent === null ? null : percent / 100);

const BEHIND: Partial<Record<Name, Tracked>> = {
  impressions: IMPRESSIONS,
  clicks: CLICKS,
  duplicates: { ...CLICKS, reason: 'duplicate' },
  events: REACHED,
  fraud: FRAUD,
};
const PERCENTS: ReadonlySet<Name> = new Set<Name>(['fraud_percentage', 'conversion_rate']);
const MONEY: ReadonlySet<Name> = new Set<Name>(['cost', 'revenue', 'profit', 'epc', 'publisher_epc']);
/** Of these a publisher is told nothing. */
const HIDDEN: ReadonlySet<Name> = new Set<Name>(['revenue', 'profit', 'epc']);

const WIDTHS: Partial<Record<Name, number>> = {
  clicks: 120,
  unique_clicks: 170,
  valid_clicks: 150,
  events: 130,
  fraud: 110,
  // Room for two currencies.
  cost: 176,
  revenue: 176,
  profit: 176,
  publisher_epc: 230,
  epc: 190,
  conversion_rate: 190,
  fraud_percentage: 125,
  approved: 130,
  pending: 130,
  rejected: 130,
  duplicates: 140,
  impressions: 150,
  over: 140,
};

/** Columns of figures, in the order named; every count that is events among the traffic leads to them. */
export function useFigureColumns<R extends Figures & Readonly<Record<string, unknown>>>(
  names: readonly Name[],
  placeOf: (row: R) => Tracked,
  hidden: readonly Name[] = [],
): Column<R>[] {
  const { t } = useTranslation('tracking');
  const format = useFormat();
  const { pkg } = useSelection();
  const href = useTrackedHref();
  return useMemo(
    () =>
      names
        .filter((name) => !(isPublisher() && HIDDEN.has(name)))
        .map((name): Column<R> => {
          const common = {
            id: name,
            header: t(name),
            definition: t(`${name}_hint`),
            ...(WIDTHS[name] ? { width: WIDTHS[name] } : {}),
            ...(hidden.includes(name) ? { hidden: true } : {}),
          };
          if (MONEY.has(name)) {
            const amounts = (row: R) => row[name] as Amounts;
            return {
              ...common,
              kind: 'money',
              render: (row) => (amounts(row) && amountsText(amounts(row) ?? {}, format, pkg.currency)) ?? '–',
            };
          }
          if (PERCENTS.has(name))
            return {
              ...common,
              kind: 'percent',
              maximum: 1,
              tone: name === 'fraud_percentage' ? 'fraud' : 'neutral',
              value: (row) => shareOf(row[name] as number | null),
            };
          const behind = BEHIND[name];
          return {
            ...common,
            kind: 'number',
            ...(behind && {
              href: (row: R) => ((row[name] as number) > 0 ? href({ ...placeOf(row), ...behind }) : undefined),
            }),
          };
        }),
    [names, placeOf, hidden, t, format, pkg.currency, href],
  );
}
