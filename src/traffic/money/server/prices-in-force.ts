import { addDays } from '#platform/contract/date-range.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { decimalOf, unitsOf } from '#traffic/money/contract/decimal.ts';
import { PRICE_BASES, PRICE_BASIS_NAMES, type PriceBasis } from '#traffic/money/contract/price-bases.ts';
import { termsFor } from '#traffic/money/contract/terms-for.ts';
import type { AgreedPrice } from './agreed-prices.ts';

/** A dated price as it is stored: of a source or of all ('') and, of cpa, of an event or of all ('').*/
export interface StoredPrice {
  id: number;
  publisher: string;
  basis: PriceBasis;
  event_name: string;
  /** Decimal text; null ends the prices before it. */
  amount: string | null;
  currency: string;
  /** First day it counts, in the package's time zone. */
  from: string;
}

/** What one event costs. */
export interface EventPrice {
  /** Decimal text with at most `UNIT_DIGITS` digits. */
  amount: string;
  /** Of what the event earned besides, and in which currency; '' is in whatever it was earned. */
  share?: { part: string; currency: string };
  currency: string;
}

/** Prices have six digits, a thousand impressions three more. */
export const UNIT_DIGITS = 9;
/** Shares are percent with four digits; as fractions they have two more. */
export const SHARE_DIGITS = 6;

/** Prices that people entered, and what was agreed, which outweighs them. */
export interface KnownPrices {
  prices: readonly StoredPrice[];
  agreed: readonly AgreedPrice[];
}

/** Prices of some kinds over a range, every source, campaign and event resolved on every day that changes one. */
export interface PriceGrid {
  kinds: readonly EventKind[];
  /** Sources and campaigns with entries of their own, '' for all others of them; the first row is for all others. */
  rows: readonly Payee[];
  events: readonly string[];
  /** First days of the stretches after the first one. */
  changes: readonly string[];
  /** By row, then event, then stretch. */
  cells: readonly (EventPrice | undefined)[];
}

export interface Payee {
  publisher: string;
  campaign: string;
}

/** Later entries outweigh earlier ones: by the day from which they count, of one day by when they were made. */
const newestFirst = (a: StoredPrice, b: StoredPrice): number =>
  a.from === b.from ? b.id - a.id : a.from < b.from ? 1 : -1;

/**
 * What an event of this source costs on this day. The price of the source for the event, of the source, of all sources
 * for the event, of all: the first that has one.
 */
export function priceOn(
  prices: readonly StoredPrice[],
  { basis, publisher, event_name, day }: { basis: PriceBasis; publisher: string; event_name: string; day: string },
): EventPrice | undefined {
  const found = entryOn(prices, { basis, publisher, event_name, day });
  return found && { amount: unitOf(found.amount, basis), currency: found.currency };
}

type Priced = StoredPrice & { amount: string };

/** The entry that decides it. */
export function entryOn(
  prices: readonly StoredPrice[],
  { basis, publisher, event_name, day }: { basis: PriceBasis; publisher: string; event_name: string; day: string },
): Priced | undefined {
  const asked = prices.filter((price) => price.basis === basis && price.from <= day).sort(newestFirst);
  for (const source of new Set([publisher, '']))
    for (const event of new Set([event_name, ''])) {
      const found = asked.find((price) => price.publisher === source && price.event_name === event);
      if (found?.amount != null) return { ...found, amount: found.amount };
    }
  return undefined;
}

const unitOf = (amount: string, basis: PriceBasis): string =>
  decimalOf(unitsOf(amount, UNIT_DIGITS) / BigInt(PRICE_BASES[basis].per), UNIT_DIGITS);

/** The prices that count between two days; kinds nobody has a price of are left out. */
export function priceGrids({ prices, agreed }: KnownPrices, { from, to }: { from: string; to: string }): PriceGrid[] {
  const known: KnownPrices = {
    prices: prices.filter((price) => price.from <= to),
    agreed: agreed.filter((each) => each.from <= to && (each.to === null || each.to >= from)),
  };
  return PRICE_BASIS_NAMES.flatMap((basis) =>
    alike(basis, known.agreed).flatMap((kinds) => gridOf(basis, kinds, known, { from, to })),
  );
}

/** Kinds of a basis that the same agreements cover. */
function alike(basis: PriceBasis, agreed: readonly AgreedPrice[]): EventKind[][] {
  const groups = new Map<string, EventKind[]>();
  for (const kind of PRICE_BASES[basis].kinds) {
    const covering = agreed.flatMap(({ kinds }, at) => (kinds.includes(kind) ? [at] : [])).join();
    groups.set(covering, [...(groups.get(covering) ?? []), kind]);
  }
  return [...groups.values()];
}

function gridOf(
  basis: PriceBasis,
  kinds: readonly EventKind[],
  known: KnownPrices,
  { from, to }: { from: string; to: string },
): PriceGrid[] {
  const [kind] = kinds;
  const prices = known.prices.filter((price) => price.basis === basis);
  const agreed = known.agreed.filter((each) => kind !== undefined && each.kinds.includes(kind));
  if (kind === undefined || prices.length + agreed.length === 0) return [];
  const rows = rowsOf([...prices.map(({ publisher }) => ({ publisher, campaign: '' })), ...agreed]);
  const events = namesIn([...prices.map(({ event_name }) => event_name), ...agreed.map(({ event }) => event)]);
  const ends = agreed.flatMap((each) => (each.to === null ? [] : [addDays(each.to, 1)]));
  const days = [...prices, ...agreed].map((each) => each.from);
  const changes = [...new Set([...days, ...ends])].filter((day) => day > from && day <= to).sort();
  const cells = rows.flatMap(({ publisher, campaign }) => {
    const own: KnownPrices = {
      prices: prices.filter((price) => price.publisher === '' || price.publisher === publisher),
      agreed: agreed.filter((each) => isOf(each, { publisher, campaign })),
    };
    return ['', ...events].flatMap((event_name) =>
      [from, ...changes].map((day) => unitPriceOn(own, { basis, kind, publisher, campaign, event_name, day })),
    );
  });
  return cells.some((cell) => cell) ? [{ kinds, rows, events, changes, cells }] : [];
}

const isOf = (each: Payee, { publisher, campaign }: Payee): boolean =>
  (each.publisher === '' || each.publisher === publisher) && (each.campaign === '' || each.campaign === campaign);

const namesIn = (names: readonly string[]): string[] => [...new Set(names)].filter((name) => name !== '').sort();

/**
 * From the most general to the most particular: all others, campaigns of whatever source, sources, campaigns of one; also
 * those a source has in common with all, as terms of all may count for events of which it has none.
 */
function rowsOf(named: readonly Payee[]): Payee[] {
  const publishers = namesIn(named.map(({ publisher }) => publisher));
  const shared = namesIn(named.filter(({ publisher }) => publisher === '').map(({ campaign }) => campaign));
  const pairs = new Map(
    [
      ...named.filter(({ publisher, campaign }) => publisher !== '' && campaign !== ''),
      ...publishers.flatMap((publisher) => shared.map((campaign) => ({ publisher, campaign }))),
    ].map(({ publisher, campaign }) => [JSON.stringify([publisher, campaign]), { publisher, campaign }]),
  );
  return [
    { publisher: '', campaign: '' },
    ...shared.map((campaign) => ({ publisher: '', campaign })),
    ...publishers.map((publisher) => ({ publisher, campaign: '' })),
    ...[...pairs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair),
  ];
}

/** What one event costs on a day: as agreed, else by a price. */
function unitPriceOn(
  { prices, agreed }: KnownPrices,
  asked: { basis: PriceBasis; kind: EventKind; publisher: string; campaign: string; event_name: string; day: string },
): EventPrice | undefined {
  const terms = termsFor(agreed, { ...asked, event: asked.event_name });
  if (!terms) return priceOn(prices, asked);
  return {
    amount: decimalOf(unitsOf(terms.amount, UNIT_DIGITS) / BigInt(terms.per), UNIT_DIGITS),
    currency: terms.currency,
    ...(Number(terms.share) > 0 ? { share: shareOf(terms) } : {}),
  };
}

const shareOf = ({ model, share, currency }: AgreedPrice): { part: string; currency: string } => ({
  part: decimalOf(unitsOf(share, SHARE_DIGITS) / 100n, SHARE_DIGITS),
  currency: model === 'RevShare' ? '' : currency,
});
