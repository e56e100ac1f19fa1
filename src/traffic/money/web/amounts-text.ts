import { type Format, NOTHING } from '#platform/web/i18n/format.ts';
import type { Paid } from '#traffic/money/contract/money-endpoints.ts';

/** Before an amount some of which is assumed. */
const ABOUT = '≈\u00a0';

export const assumedText = (amount: string): string => `${ABOUT}${amount}`;

/** Amounts beside each other, the largest first; undefined where there are none. */
export function amountsText(amounts: Paid['spend'], format: Pick<Format, 'money' | 'number'>): string | undefined {
  const sorted = Object.entries(amounts).sort(([, a], [, b]) => Number(b) - Number(a));
  if (sorted.length === 0) return undefined;
  return sorted
    .map(([currency, text]) => (currency ? format.money(Number(text), currency) : format.number(Number(text), 2)))
    .join(' + ');
}

/** Spend, or what of it is at risk: a zero where money was spent and none of it is, a dash where nothing is known. */
export function paidText(paid: Paid, which: 'spend' | 'at_risk', format: Pick<Format, 'money' | 'number'>): string {
  const [currency = ''] = Object.keys(paid.spend);
  const text =
    amountsText(paid[which], format) ??
    (Object.keys(paid.spend).length > 0 ? amountsText({ [currency]: '0' }, format) : undefined);
  if (text === undefined) return NOTHING;
  return Object.keys(paid[`assumed_${which}`]).length > 0 ? assumedText(text) : text;
}

/** What rows are sorted by: the largest amount; nothing where nothing is known. */
export const paidValue = (paid: Paid, which: 'spend' | 'at_risk'): number | null =>
  Object.keys(paid.spend).length === 0 ? null : Math.max(0, ...Object.values(paid[which]).map(Number));
