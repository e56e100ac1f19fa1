import Big from 'big.js';
import type { RoasRow } from '#domains/settlements/contract/settlement-endpoints.ts';
import { textOf } from './money.ts';

/** Of a source and campaign in a month (`2026-11`), in one currency; amounts are decimal text. */
interface Of {
  publisher: string;
  campaign: string;
  month: string;
  currency: string;
}
export type Cost = Of & { spent: string; at_risk: string };
export type Revenue = Of & { earned: string; clean: string };
export type Entered = Of & { amount: string };
export type Deducted = Of & { amount: string };

interface Sums extends Of {
  spent: Big;
  atRisk: Big;
  earned: Big;
  clean: Big;
  saved: Big;
  entered: Big | undefined;
}

const RATIO_DIGITS = 4;
const ZERO = new Big(0);

/**
 * Return on ad spend, a row for each source, campaign, month and currency: amounts of two currencies are never added.
 *
 *     roas       = revenue / spend
 *     clean roas = revenue of what is not fraud / (spend - saved)
 *
 * null where nothing was spent. A spend that was entered stands instead of what the events cost; one without a campaign
 * is of all campaigns of the source that have none of their own.
 */
export function roasRows({
  costs,
  revenues,
  entered,
  deducted,
}: {
  costs: readonly Cost[];
  revenues: readonly Revenue[];
  entered: readonly Entered[];
  deducted: readonly Deducted[];
}): RoasRow[] {
  const monthOf = ({ publisher, campaign, month }: Omit<Of, 'currency'>) =>
    JSON.stringify([publisher, campaign, month]);
  const own = new Map(entered.map((each) => [monthOf(each), each.currency]));
  const rows = new Map<string, Sums>();
  const rowFor = (of: Of): Sums => {
    const campaign = !own.has(monthOf(of)) && own.has(monthOf({ ...of, campaign: '' })) ? '' : of.campaign;
    const { publisher, month, currency } = of;
    const key = JSON.stringify([month, publisher, campaign, currency]);
    const row = rows.get(key) ?? {
      publisher,
      campaign,
      month,
      currency,
      spent: ZERO,
      atRisk: ZERO,
      earned: ZERO,
      clean: ZERO,
      saved: ZERO,
      entered: undefined,
    };
    rows.set(key, row);
    return row;
  };
  for (const each of entered) rowFor(each).entered = new Big(each.amount);
  for (const each of costs) {
    const row = rowFor(each);
    row.spent = row.spent.plus(each.spent);
    row.atRisk = row.atRisk.plus(each.at_risk);
  }
  for (const each of revenues) {
    const row = rowFor(each);
    row.earned = row.earned.plus(each.earned);
    row.clean = row.clean.plus(each.clean);
  }
  for (const each of deducted) {
    const row = rowFor(each);
    row.saved = row.saved.plus(each.amount);
  }
  return [...rows]
    .filter(([, row]) => row.entered !== undefined || !own.has(monthOf(row)) || !row.earned.eq(0) || !row.saved.eq(0))
    .map(([key, row]) => ({ key, row: rowOf(row, own.has(monthOf(row))) }))
    .sort((a, b) => (a.row.month === b.row.month ? (a.key < b.key ? -1 : 1) : a.row.month < b.row.month ? 1 : -1))
    .map(({ row }) => row);
}

/** `replaced`: a spend was entered for the month, be it in another currency: what events cost counts no more. */
function rowOf({ spent, atRisk, earned, clean, saved, entered, ...of }: Sums, replaced: boolean): RoasRow {
  const spend = entered ?? (replaced ? ZERO : spent);
  // Of a spend that was entered the same share is wasted as of what the events cost.
  const wasted =
    entered === undefined ? (replaced ? ZERO : atRisk) : spent.eq(0) ? null : entered.times(atRisk).div(spent);
  return {
    ...of,
    spend: textOf(spend, of.currency),
    revenue: textOf(earned, of.currency),
    clean_revenue: textOf(clean, of.currency),
    wasted: wasted === null ? null : textOf(wasted, of.currency),
    saved: textOf(saved, of.currency),
    roas: ratio(earned, spend),
    clean_roas: ratio(clean, spend.minus(saved)),
    entered: entered !== undefined,
  };
}

const ratio = (amount: Big, spend: Big): string | null =>
  spend.gt(0) ? amount.div(spend).round(RATIO_DIGITS, Big.roundHalfUp).toFixed(RATIO_DIGITS) : null;
