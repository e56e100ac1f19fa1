import Big from 'big.js';
import type { AgreedTerms } from '#domains/agreements/contract/book.ts';
import { minorDigits } from '#platform/contract/minor-digits.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { PRICE_BASES, PRICE_BASIS_NAMES } from '#traffic/money/contract/price-bases.ts';
import { termsFor } from '#traffic/money/contract/terms-for.ts';
import { entryOn, type StoredPrice } from '#traffic/money/server/prices-in-force.ts';

/** Events that one publisher is paid for alike. */
export interface Paid {
  publisher: string;
  campaign: string;
  event: string;
  kind: EventKind;
  /** In the package's time zone. */
  day: string;
  units: number;
  /** What they earned, and in which currency; decimal text. */
  revenue: string;
  currency: string;
  /** What they say they cost; null of what moved here, as they say what another was paid. */
  cost: string | null;
}

export interface Amounts {
  currency: string;
  attributed: string;
  final: string;
  delta: string;
}

type Side = 'attributed' | 'final';

/** What one agreement, price or record comes to on both sides. */
interface Account {
  currency: string;
  come: (units: number, share: Big) => Big;
  attributed: { units: number; share: Big };
  final: { units: number; share: Big };
}

/** Where nothing says in which currency. */
const NO_CURRENCY = 'XXX';
const codeOf = (text: string): string => (/^[A-Z]{3}$/.test(text) ? text : NO_CURRENCY);
const ZERO = new Big(0);

/**
 * What publishers are paid as their source attributes, and as it should have: the terms in force (rate, tiers, share of
 * revenue, cap), else what the events say they cost, else a recorded price, else nothing. As if everything were due:
 * states of orders, hold days, budgets, guarantees and fixed amounts belong to the payout report. Rounded half away from
 * zero once an agreement, to the minor unit; currencies apart.
 */
export class Ledger {
  private readonly accounts = new Map<string, Map<string, Account>>();
  private readonly agreed: readonly AgreedTerms[];
  private readonly prices: readonly StoredPrice[];
  /** Of the package: for events that name none. */
  private readonly currency: string;

  constructor(agreed: readonly AgreedTerms[], prices: readonly StoredPrice[], currency: string) {
    this.agreed = agreed;
    this.prices = prices;
    this.currency = currency;
  }

  add(side: Side, paid: Paid): void {
    const found = this.paidBy(paid);
    if (!found) return;
    const own = this.accounts.get(paid.publisher) ?? new Map<string, Account>();
    this.accounts.set(paid.publisher, own);
    const account = own.get(found.id) ?? {
      currency: found.currency,
      come: found.come,
      attributed: { units: 0, share: ZERO },
      final: { units: 0, share: ZERO },
    };
    own.set(found.id, account);
    const { units, share } = account[side];
    account[side] = { units: units + paid.units, share: share.plus(found.share) };
  }

  /** By currency, in their order. */
  of(publisher: string): Amounts[] {
    const sums = new Map<string, Record<Side, Big>>();
    for (const { currency, come, ...sides } of this.accounts.get(publisher)?.values() ?? []) {
      const sum = sums.get(currency) ?? { attributed: ZERO, final: ZERO };
      const amount = (side: Side): Big =>
        come(sides[side].units, sides[side].share).round(minorDigits(currency), Big.roundHalfUp);
      sums.set(currency, {
        attributed: sum.attributed.plus(amount('attributed')),
        final: sum.final.plus(amount('final')),
      });
    }
    return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, sum]) => told(currency, sum));
  }

  private paidBy(paid: Paid): { id: string; currency: string; share: Big; come: Account['come'] } | undefined {
    const { publisher, event, kind, day, revenue, cost } = paid;
    const terms = termsFor(this.agreed, paid);
    if (terms) {
      // A share alone is owed in the currency the events earned in; beside a rate only what was earned in that of both.
      const isOther = paid.currency !== '' && paid.currency !== terms.currency;
      const isShare = terms.model === 'RevShare' && isOther;
      return {
        id: isShare ? `${terms.id}/${paid.currency}` : terms.id,
        currency: isShare ? codeOf(paid.currency) : terms.currency,
        share: isOther && !isShare ? ZERO : new Big(revenue),
        come: (units, share) => byTerms(terms, units, share),
      };
    }
    if (cost !== null && !new Big(cost).eq(0)) {
      const currency = paid.currency === '' ? this.currency : codeOf(paid.currency);
      return { id: `recorded-${currency}`, currency, share: new Big(cost), come: (_, share) => share };
    }
    const basis = PRICE_BASIS_NAMES.find((name) => PRICE_BASES[name].kinds.some((billed) => billed === kind));
    const price = basis && entryOn(this.prices, { basis, publisher, event_name: event, day });
    if (!basis || !price) return undefined;
    const { per } = PRICE_BASES[basis];
    const come = (units: number): Big => new Big(price.amount).times(units).div(per);
    return { id: `price-${price.id}`, currency: price.currency, share: ZERO, come };
  }
}

function byTerms({ cap, percent, rate, per, tiers, tiers_apply }: AgreedTerms, all: number, share: Big): Big {
  const units = cap === null ? all : Math.min(all, cap);
  const earned = all === 0 ? ZERO : share.times(units).div(all).times(percent).div(100);
  if (tiers.length === 0) return earned.plus(new Big(rate).times(units).div(per));
  let from = 0;
  let amount = earned;
  for (const tier of tiers) {
    const end = tier.up_to ?? Number.POSITIVE_INFINITY;
    if (tiers_apply === 'all' && units <= end) return earned.plus(new Big(tier.rate).times(units).div(per));
    if (tiers_apply === 'within')
      amount = amount.plus(new Big(tier.rate).times(Math.max(0, Math.min(units, end) - from)).div(per));
    from = end;
  }
  return amount;
}

/** Sums of what several come to. */
export function sumOf(all: readonly Amounts[]): Amounts[] {
  const sums = new Map<string, Record<Side, Big>>();
  for (const { currency, attributed, final } of all) {
    const sum = sums.get(currency) ?? { attributed: ZERO, final: ZERO };
    sums.set(currency, { attributed: sum.attributed.plus(attributed), final: sum.final.plus(final) });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, sum]) => told(currency, sum));
}

const told = (currency: string, { attributed, final }: Record<Side, Big>): Amounts => {
  const digits = minorDigits(currency);
  return {
    currency,
    attributed: attributed.toFixed(digits),
    final: final.toFixed(digits),
    delta: final.minus(attributed).toFixed(digits),
  };
};
