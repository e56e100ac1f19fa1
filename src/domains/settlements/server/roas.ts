import Big from 'big.js';
import type { RoasRow } from '#domains/settlements/contract/settlement-endpoints.ts';
import { textOf } from './money.ts';

/** Of a source and campaign in a month (`2026-11`). */
interface Of {
  publisher: string;
  campaign: string;
  month: string;
}

/** An amount in the currency of its part, and as it was said; decimal text. */
interface Told {
  amount: string;
  said: string;
}

export interface RoasPart extends Of {
  /** That of the package where a rate is known, else the one it was said in. */
  currency: string;
  said_in: string;
  spent?: Told;
  at_risk?: string;
  earned?: Told;
  clean?: Told;
  saved?: Told;
  entered?: Told;
}

const RATIO_DIGITS = 4;
const ZERO = new Big(0);

/**
 * Return on ad spend, a row for each source, campaign and month, in the currency of the package.
 *
 *     roas       = revenue / spend
 *     clean roas = revenue of what is not fraud / (spend - saved)
 *
 * null where nothing was spent. A spend that was entered stands instead of what the events cost; one without a campaign
 * is of all campaigns of the source that have none of their own. Amounts without a rate are in `split` alone; where
 * no amount of a row has one, it is in the currency of its spend.
 */
export function roasRows(parts: readonly RoasPart[], currency: string): RoasRow[] {
  const monthOf = ({ publisher, campaign, month }: Of) => JSON.stringify([month, publisher, campaign]);
  const own = new Set(parts.filter(({ entered }) => entered).map(monthOf));
  const rows = new Map<string, { of: Of; parts: RoasPart[] }>();
  for (const part of parts) {
    const { publisher, month } = part;
    const whole = { publisher, campaign: '', month };
    const of = !own.has(monthOf(part)) && own.has(monthOf(whole)) ? whole : { ...whole, campaign: part.campaign };
    const row = rows.get(monthOf(of)) ?? { of, parts: [] };
    rows.set(monthOf(of), row);
    row.parts.push(part);
  }
  return [...rows]
    .sort(([a, { of: one }], [b, { of: other }]) =>
      one.month === other.month ? (a < b ? -1 : 1) : one.month < other.month ? 1 : -1,
    )
    .map(([, row]) => rowOf(row.of, row.parts, currency));
}

function rowOf(of: Of, parts: readonly RoasPart[], reporting: string): RoasRow {
  const currency = currencyOf(parts, reporting);
  const isEntered = parts.some(({ entered }) => entered);
  const within = parts.filter((part) => part.currency === currency);
  const spent = total(within, ({ spent }) => spent?.amount);
  const entered = total(within, ({ entered }) => entered?.amount);
  const atRisk = total(within, ({ at_risk }) => at_risk);
  const earned = total(within, ({ earned }) => earned?.amount);
  const clean = total(within, ({ clean }) => clean?.amount);
  const saved = total(within, ({ saved }) => saved?.amount);
  const spend = isEntered ? entered : spent;
  // Of a spend that was entered the same share is wasted as of what the events cost.
  const wasted = isEntered ? (spent.eq(0) ? null : entered.times(atRisk).div(spent)) : atRisk;
  return {
    ...of,
    currency,
    spend: textOf(spend, currency),
    revenue: textOf(earned, currency),
    clean_revenue: textOf(clean, currency),
    wasted: wasted === null ? null : textOf(wasted, currency),
    saved: textOf(saved, currency),
    roas: ratio(earned, spend),
    clean_roas: ratio(clean, spend.minus(saved)),
    entered: isEntered,
    split: splitOf(parts, { currency, isEntered }),
  };
}

/** That of the package, or of the spend, or whatever there is where nothing could be converted. */
function currencyOf(parts: readonly RoasPart[], reporting: string): string {
  if (parts.some(({ currency }) => currency === reporting)) return reporting;
  const names = (among: readonly RoasPart[]) => among.map(({ currency }) => currency).sort();
  const [entered] = names(parts.filter((part) => part.entered));
  const [spent] = names(parts.filter((part) => part.spent));
  return entered ?? spent ?? names(parts)[0] ?? reporting;
}

/** The amounts as they were said, by currency. */
function splitOf(
  parts: readonly RoasPart[],
  { currency, isEntered }: { currency: string; isEntered: boolean },
): RoasRow['split'] {
  const groups = new Map<string, RoasPart[]>();
  for (const part of parts) {
    const key = JSON.stringify([part.said_in, part.currency !== currency]);
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) => {
      const [{ said_in, currency: stands_in } = { said_in: currency, currency }] = own;
      const amounts = {
        spend: total(own, ({ spent, entered }) => (isEntered ? entered : spent)?.said),
        revenue: total(own, ({ earned }) => earned?.said),
        clean_revenue: total(own, ({ clean }) => clean?.said),
        saved: total(own, ({ saved }) => saved?.said),
      };
      if (Object.values(amounts).every((amount) => amount.eq(0))) return [];
      const text = (amount: Big): string => textOf(amount, said_in);
      return [
        {
          currency: said_in,
          spend: text(amounts.spend),
          revenue: text(amounts.revenue),
          clean_revenue: text(amounts.clean_revenue),
          saved: text(amounts.saved),
          in_row: stands_in === currency,
        },
      ];
    });
}

const total = (parts: readonly RoasPart[], amount: (part: RoasPart) => string | undefined): Big =>
  parts.reduce((all, part) => all.plus(amount(part) ?? 0), ZERO);

const ratio = (amount: Big, spend: Big): string | null =>
  spend.gt(0) ? amount.div(spend).round(RATIO_DIGITS, Big.roundHalfUp).toFixed(RATIO_DIGITS) : null;
