import Big from 'big.js';
import { minorDigits } from '#platform/contract/minor-digits.ts';

/** Whole minor units of a currency as decimal text, rounded half away from zero (reliability: one rounding a line). */
export const rounded = (amount: Big, currency: string): Big => amount.round(minorDigits(currency), Big.roundHalfUp);

export const textOf = (amount: Big, currency: string): string => amount.toFixed(minorDigits(currency));

export const sum = (amounts: readonly Big[]): Big => amounts.reduce((all, one) => all.plus(one), new Big(0));

/**
 * A total in whole units of `digits` digits, handed out by weight; what rounding leaves goes to the largest remainders,
 * and of equal ones to the name that comes first, so that the parts add up and their order does not matter.
 */
export function shared<K extends string>(total: Big, weights: ReadonlyMap<K, Big>, digits: number): Map<K, Big> {
  const all = sum([...weights.values()]);
  const parts = new Map<K, Big>();
  if (all.eq(0)) {
    for (const name of weights.keys()) parts.set(name, new Big(0));
    const first = [...weights.keys()].sort()[0];
    if (first !== undefined) parts.set(first, total);
    return parts;
  }
  const unit = new Big(10).pow(-digits);
  const sign = total.lt(0) ? -1 : 1;
  const rests: { name: K; rest: Big }[] = [];
  for (const [name, weight] of weights) {
    const exact = total.abs().times(weight).div(all);
    const down = exact.round(digits, Big.roundDown);
    parts.set(name, down);
    rests.push({ name, rest: exact.minus(down) });
  }
  let left = total.abs().minus(sum([...parts.values()]));
  rests.sort((a, b) => b.rest.cmp(a.rest) || (a.name < b.name ? -1 : 1));
  for (const { name } of rests) {
    if (left.lt(unit)) break;
    parts.set(name, (parts.get(name) ?? new Big(0)).plus(unit));
    left = left.minus(unit);
  }
  for (const [name, part] of parts) parts.set(name, part.times(sign));
  return parts;
}
