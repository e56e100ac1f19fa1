/** Before an amount some of which is assumed. */
const ABOUT = '≈\u00a0';

export const assumedText = (amount: string): string => `${ABOUT}${amount}`;

/** What is in the currency of the package, and what no rate leads into it. */
export const splitBy = <M extends { currency: string }>(
  amounts: readonly M[],
  currency: string,
): { sum: M | undefined; apart: readonly M[] } => ({
  sum: amounts.find((one) => one.currency === currency),
  apart: amounts.filter((one) => one.currency !== currency),
});
