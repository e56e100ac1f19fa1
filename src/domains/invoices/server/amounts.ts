import Big from 'big.js';
import { minorDigits } from '#platform/contract/minor-digits.ts';

/** Decimal text with all digits of the currency, rounded half away from zero. */
export const amountText = (amount: Big | string, currency: string): string => {
  const places = minorDigits(currency);
  return new Big(amount).round(places, Big.roundHalfUp).toFixed(places);
};

export const sumOf = (amounts: readonly string[]): Big => amounts.reduce((all, amount) => all.plus(amount), new Big(0));

/** So many percent of an amount, rounded to the currency. */
export const shareOf = (amount: Big, percent: string, currency: string): string =>
  amountText(amount.times(percent).div(100), currency);
