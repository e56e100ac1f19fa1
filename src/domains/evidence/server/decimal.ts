/** Amounts of single events in whole ten-billionths: as many digits as the product reckons with, and quickly added. */
const DIGITS = 10;

/** Decimal text as parts of one; further digits are cut. Undefined for what is no decimal. */
export function partsOf(text: string): bigint | undefined {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const parts = BigInt(whole + fraction.slice(0, DIGITS).padEnd(DIGITS, '0'));
  return sign === '-' ? -parts : parts;
}

/** Decimal text with two digits behind the mark at least, and no zeros behind them. */
export function decimalOf(parts: bigint): string {
  const text = String(parts < 0n ? -parts : parts).padStart(DIGITS + 1, '0');
  const fraction = text.slice(-DIGITS).replace(/0{1,8}$/, '');
  return `${parts < 0n ? '-' : ''}${text.slice(0, -DIGITS)}.${fraction}`;
}
