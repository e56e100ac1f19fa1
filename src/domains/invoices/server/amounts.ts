import Big from 'big.js';

const digits = new Map<string, number>();

/** Digits after the point that amounts of a currency have: 2 of most, 0 of the yen, 3 of the dinar. */
export function minorDigits(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  digits.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

/** Decimal text with all digits of the currency, rounded half away from zero. */
export const amountText = (amount: Big | string, currency: string): string => {
  const places = minorDigits(currency);
  return new Big(amount).round(places, Big.roundHalfUp).toFixed(places);
};

export const sumOf = (amounts: readonly string[]): Big => amounts.reduce((all, amount) => all.plus(amount), new Big(0));

/** So many percent of an amount, rounded to the currency. */
export const shareOf = (amount: Big, percent: string, currency: string): string =>
  amountText(amount.times(percent).div(100), currency);
