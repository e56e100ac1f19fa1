import { minorDigits } from '#platform/contract/minor-digits.ts';

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

/** Whole minor units of a currency, half away from zero. */
export function toMinor(parts: bigint, currency: string): bigint {
  const unit = 10n ** BigInt(DIGITS - minorDigits(currency));
  const half = parts < 0n ? -unit / 2n : unit / 2n;
  return ((parts + half) / unit) * unit;
}

/** Whole minor units as text with as many digits as the currency has. */
export const amountText = (parts: bigint, currency: string): string => {
  const digits = minorDigits(currency);
  const text = String(parts < 0n ? -parts : parts).padStart(DIGITS + 1, '0');
  const whole = text.slice(0, -DIGITS);
  const sign = parts < 0n ? '-' : '';
  return digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(-DIGITS).slice(0, digits)}`;
};
