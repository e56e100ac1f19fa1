/** Currency → decimal text with up to six digits after the point. */
type Amounts = Readonly<Record<string, string>>;

/** Sums by currency, to the last digit; a sum of zero is no amount. */
export function addAmounts(parts: readonly Amounts[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const part of parts)
    for (const [currency, amount] of Object.entries(part))
      sums.set(currency, (sums.get(currency) ?? 0n) + microsOf(amount));
  const kept = [...sums].filter(([, micros]) => micros !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(kept.map(([currency, micros]) => [currency, decimalOf(micros)]));
}

const DIGITS = 6;

function microsOf(amount: string): bigint {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.');
  const micros = BigInt(whole + part.padEnd(DIGITS, '0').slice(0, DIGITS));
  return amount.startsWith('-') ? -micros : micros;
}

function decimalOf(micros: bigint): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(DIGITS + 1, '0');
  const part = digits.slice(-DIGITS).replace(/0+$/, '');
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}${part === '' ? '' : `.${part}`}`;
}
