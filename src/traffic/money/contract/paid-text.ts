import { type Format, NOTHING } from '#platform/contract/format.ts';
import { assumedText } from './amounts-text.ts';
import type { Paid } from './money-endpoints.ts';
import type { PaidPart } from './paid-parts.ts';

/** Amounts beside each other, that of the package's currency first and then the largest; undefined where there are none. */
export function amountsText(
  amounts: Paid['spend'],
  format: Pick<Format, 'money' | 'number'>,
  own?: string,
): string | undefined {
  const sorted = Object.entries(amounts).sort(
    ([of, a], [other, b]) => Number(other === own) - Number(of === own) || Number(b) - Number(a),
  );
  if (sorted.length === 0) return undefined;
  return sorted
    .map(([currency, text]) => (currency ? format.money(Number(text), currency) : format.number(Number(text), 2)))
    .join(' + ');
}

/** Spend, or a part of it: a zero where money was spent and none of it is of this part, a dash where nothing is known. */
export function paidText(paid: Paid, which: PaidPart, format: Pick<Format, 'money' | 'number'>, own?: string): string {
  const [first = ''] = Object.keys(paid.spend);
  const currency = own !== undefined && own in paid.spend ? own : first;
  const text =
    amountsText(paid[which], format, own) ??
    (Object.keys(paid.spend).length > 0 ? amountsText({ [currency]: '0' }, format) : undefined);
  if (text === undefined) return NOTHING;
  return Object.keys(paid[`assumed_${which}`]).length > 0 ? assumedText(text) : text;
}

/** What rows are sorted by: the largest amount; nothing where nothing is known. */
export const paidValue = (paid: Paid, which: PaidPart): number | null =>
  Object.keys(paid.spend).length === 0 ? null : Math.max(0, ...Object.values(paid[which]).map(Number));
