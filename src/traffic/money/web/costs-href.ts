import { PRICE_BASES, PRICE_BASIS_NAMES, type PriceBasis } from '#traffic/money/contract/price-bases.ts';

/** Where a price for events of this kind of this source is set; the form is open and filled in. */
export function costsHref(
  packageName: string,
  { publisher, kind }: { publisher?: string; kind?: string } = {},
): string {
  const basis = kind === undefined ? undefined : basisOf(kind);
  const query = new URLSearchParams({
    package: packageName,
    ...(publisher ? { source: publisher } : {}),
    ...(basis ? { basis } : {}),
  });
  return `/traffic/costs?${query}`;
}

/** What events of a kind are billed by; undefined for kinds nobody is paid for. */
export const basisOf = (kind: string): PriceBasis | undefined =>
  PRICE_BASIS_NAMES.find((basis) => PRICE_BASES[basis].kinds.some((each) => each === kind));
