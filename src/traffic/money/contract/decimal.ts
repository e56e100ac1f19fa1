/** Money is counted in whole parts of its last digit, never in floating point. */

/** Digits after the point that the amount of an event has. The rest is cut off event by event, so that sums agree. */
export const AMOUNT_DIGITS = 10;

/** The decimal text in units of its digit number `digits`; what lies behind is cut off. */
export function unitsOf(text: string, digits: number): bigint {
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + part.padEnd(digits, '0').slice(0, digits));
  return text.startsWith('-') ? -units : units;
}

/** Decimal text without closing zeros. */
export function decimalOf(units: bigint, digits: number): string {
  const all = String(units < 0n ? -units : units).padStart(digits + 1, '0');
  const part = all.slice(all.length - digits).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${all.slice(0, all.length - digits)}${part === '' ? '' : `.${part}`}`;
}

/** Currency → decimal text. Amounts of two currencies are never added; '' is an amount without one. */
export type Amounts = Readonly<Record<string, string>>;

/** Sums by currency, to the last digit; a sum of zero is no amount. */
export function addAmounts(parts: readonly Amounts[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const part of parts)
    for (const [currency, amount] of Object.entries(part))
      sums.set(currency, (sums.get(currency) ?? 0n) + unitsOf(amount, AMOUNT_DIGITS));
  const kept = [...sums].filter(([, units]) => units !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(kept.map(([currency, units]) => [currency, decimalOf(units, AMOUNT_DIGITS)]));
}
