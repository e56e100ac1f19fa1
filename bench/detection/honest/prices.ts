import { COUNTRIES, type Country } from '#demo/data/countries.ts';
import { MARKETS, type Market } from './parameters.ts';

export const marketOf = (code: string): Market =>
  MARKETS.rich.includes(code) ? 'rich' : MARKETS.middle.includes(code) ? 'middle' : 'poor';

const dollarsPerEuro = COUNTRIES.find(({ currency }) => currency === 'USD')?.perEuro ?? 1;

export const dollarsIn = (currency: string): number =>
  dollarsPerEuro / (COUNTRIES.find((country) => country.currency === currency)?.perEuro ?? dollarsPerEuro);

/** What a price in US dollars is in the money of the country, as shops write it. */
export function priceIn({ perEuro }: Country, dollars: number): number {
  const amount = (dollars / dollarsPerEuro) * perEuro;
  if (perEuro < 20) return Math.max(1, Math.round(amount + 0.01)) - 0.01;
  const step = perEuro < 1000 ? 10 : 1000;
  return Math.max(step, Math.round(amount / step) * step);
}
