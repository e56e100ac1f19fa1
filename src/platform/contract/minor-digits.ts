const digits = new Map<string, number>();

/** Digits after the point that amounts of a currency have, by ISO 4217: 2 of most, 0 of the yen, 3 of the dinar. */
export function minorDigits(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  digits.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}
