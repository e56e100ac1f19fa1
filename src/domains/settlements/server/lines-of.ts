import Big from 'big.js';
import type { AgreedTerms } from '#domains/agreements/contract/book.ts';
import { isPayable } from '#domains/agreements/contract/order-status.ts';
import { addDays, daysBetween } from '#platform/contract/date-range.ts';
import { PRICE_BASES, PRICE_BASIS_NAMES } from '#traffic/money/contract/price-bases.ts';
import { termsFor } from '#traffic/money/contract/terms-for.ts';
import { entryOn, type StoredPrice } from '#traffic/money/server/prices-in-force.ts';
import type { Period } from './basis.ts';
import { type CountRow, dayOf, daysOf } from './counts.ts';
import { type Behind, reaching } from './events-behind.ts';
import type { Bucket, Line, Terms } from './settlement.ts';

/** What events of one source are paid by, and the lines they make. */
export interface Payee {
  publisher: string;
  terms: Terms[];
  lines: PayeeLine[];
}

export interface PayeeLine extends Line {
  campaign: string;
  event: string;
  payment_model: string;
  model: string;
  whitelisted: number;
  behind: Behind;
}

export interface Sources {
  agreed: readonly AgreedTerms[];
  prices: readonly StoredPrice[];
  changes: readonly string[];
  from: string;
  to: string;
  /** Of the package: for events that name none. */
  currency: string;
  /** In the package's time zone: events within the hold days of their agreement are not final yet. */
  today: string;
}

interface Found {
  terms: Terms;
  payment_model: string;
  model: string;
  /** What a share is of: what events earned, or what they say they cost. */
  shareOf: 'revenue' | 'cost';
  order_status: AgreedTerms['order_status'];
  /** What came later is not final yet. */
  finalUntil: string;
}

/** Groups of counted events as lines of what their sources are owed, by source. Order in, order out. */
export function payeesOf(rows: readonly CountRow[], sources: Sources): Payee[] {
  const payees = new Map<string, { terms: Map<string, Terms>; lines: Map<string, PayeeLine> }>();
  const payee = (publisher: string) => {
    const own = payees.get(publisher) ?? { terms: new Map<string, Terms>(), lines: new Map<string, PayeeLine>() };
    payees.set(publisher, own);
    return own;
  };
  for (const each of fixedOf(sources)) payee(each.publisher).terms.set(each.terms.id, each.terms);
  for (const row of rows) {
    const found = paidBy(row, sources);
    const own = payee(row.publisher);
    own.terms.set(found.terms.id, found.terms);
    const id = JSON.stringify([row.campaign, row.event, found.terms.id]);
    const days = daysOf(row.stretch, sources);
    const line = own.lines.get(id) ?? emptyLine(id, row, found, days);
    const behind = reaching(line.behind, row.kind, days);
    own.lines.set(id, { ...withRow(line, row, found, days.from), behind });
  }
  return [...payees].map(([publisher, { terms, lines }]) => ({
    publisher,
    terms: [...terms.values()],
    lines: [...lines.values()],
  }));
}

const emptyLine = (
  id: string,
  { campaign, event }: CountRow,
  { terms, payment_model, model }: Found,
  days: Period,
): PayeeLine => ({
  id,
  terms: terms.id,
  campaign,
  event,
  payment_model,
  model,
  whitelisted: 0,
  behind: { ...days, kinds: [] },
  counts: { gross: 0, duplicate: 0, out_of_window: 0, unapproved: 0, over_cap: 0, invalid: {} },
  revenue: { gross: '0', valid: '0' },
  reported: null,
});

function withRow(line: PayeeLine, row: CountRow, found: Found, day: string): PayeeLine {
  const isDue = day <= found.finalUntil && isPayable(found.order_status, row.status);
  const bucket = row.bucket === 'valid' && !isDue ? 'unapproved' : row.bucket;
  const share = found.shareOf === 'cost' ? row.cost : isSame(row, found) ? row.revenue : '0';
  const { counts, revenue } = line;
  return {
    ...line,
    whitelisted: line.whitelisted + (bucket === 'valid' ? row.whitelisted : 0),
    counts: withUnits({ ...counts, gross: counts.gross + row.units }, bucket, row.units),
    revenue: {
      gross: new Big(revenue.gross).plus(share).toFixed(),
      valid: bucket === 'valid' ? new Big(revenue.valid).plus(share).toFixed() : revenue.valid,
    },
  };
}

/** Revenue in another currency is never shared in this one. */
const isSame = ({ currency }: CountRow, { terms }: Found): boolean => currency === '' || currency === terms.currency;

function withUnits(counts: Line['counts'], bucket: string, units: number): Line['counts'] {
  const category = bucket.startsWith('invalid.') ? bucket.slice('invalid.'.length) : undefined;
  if (category !== undefined)
    return { ...counts, invalid: { ...counts.invalid, [category]: (counts.invalid[category] ?? 0) + units } };
  return isBucket(bucket) ? { ...counts, [bucket]: counts[bucket] + units } : counts;
}

const isBucket = (name: string): name is Bucket =>
  name === 'duplicate' || name === 'out_of_window' || name === 'unapproved' || name === 'over_cap';

/** By agreement; else by what the event itself says it cost; else by a price; else nothing is owed. */
function paidBy(row: CountRow, sources: Sources): Found {
  const day = dayOf(row.stretch, sources.changes, sources.from);
  const { publisher, campaign, event, kind } = row;
  const agreed = termsFor(sources.agreed, { publisher, campaign, event, kind, day });
  if (agreed) return byAgreement(agreed, row, sources);
  if (row.priced === 1) return asRecorded(row, sources);
  const basis = PRICE_BASIS_NAMES.find((name) => PRICE_BASES[name].kinds.some((billed) => billed === kind));
  const price = basis && entryOn(sources.prices, { basis, publisher, event_name: event, day });
  if (basis && price)
    return {
      ...NOTHING_MORE,
      terms: {
        ...noTerms(`price-${price.id}`, price.currency),
        agreement: `price-${basis}-${price.publisher}-${price.event_name}`,
        rate: price.amount,
        per: PRICE_BASES[basis].per,
      },
      model: basis.toUpperCase(),
    };
  return { ...NOTHING_MORE, terms: noTerms('none', sources.currency), model: '' };
}

/** No hold days: everything is final. */
const FOR_EVER = '9999-12-31';
const NOTHING_MORE = { payment_model: '', shareOf: 'revenue', order_status: [], finalUntil: FOR_EVER } as const;

const noTerms = (id: string, currency: string): Terms => ({
  id,
  agreement: id,
  currency,
  per: 1,
  rate: '0',
  tiers: [],
  tiers_apply: 'within',
  percent: '0',
  fixed: '0',
  min_guarantee: null,
  budget: null,
  cap: null,
  withholding_percent: '0',
});

function byAgreement(agreed: AgreedTerms, { currency }: CountRow, sources: Sources): Found {
  const terms = termsOf(agreed, sources);
  // A share alone is owed in the currency the events earned in.
  const isOther = agreed.model === 'RevShare' && currency !== '' && currency !== agreed.currency;
  return {
    terms: isOther ? { ...terms, id: `${terms.id}/${currency}`, currency: codeOf(currency), budget: null } : terms,
    payment_model: agreed.name,
    model: agreed.model,
    shareOf: 'revenue',
    order_status: agreed.order_status,
    finalUntil: finalUntil(agreed, sources.today),
  };
}

const asRecorded = ({ currency }: CountRow, sources: Sources): Found => {
  const code = currency === '' ? sources.currency : codeOf(currency);
  return {
    ...NOTHING_MORE,
    terms: { ...noTerms(`recorded-${code}`, code), percent: '100' },
    shareOf: 'cost',
    model: 'Recorded',
  };
};

/** The last day whose events are final; where nothing is held back, whatever day. */
export const finalUntil = ({ hold_days }: Pick<AgreedTerms, 'hold_days'>, today: string): string =>
  hold_days === 0 ? FOR_EVER : addDays(today, -hold_days);

/** ISO 4217 for what is no currency: such amounts stand apart. */
const NO_CURRENCY = 'XXX';
const codeOf = (text: string): string => (/^[A-Z]{3}$/.test(text) ? text : NO_CURRENCY);

function termsOf(agreed: AgreedTerms, { from, to }: Pick<Sources, 'from' | 'to'>): Terms {
  const { id, assignment, currency, per, rate, tiers, tiers_apply, percent, budget, cap, withholding_percent } = agreed;
  const days = {
    from: agreed.from > from ? agreed.from : from,
    to: agreed.to !== null && agreed.to < to ? agreed.to : to,
  };
  return {
    id,
    agreement: `agreed-${assignment}`,
    currency,
    per,
    rate,
    tiers,
    tiers_apply,
    percent,
    fixed: ofMonths(agreed.fixed, days),
    min_guarantee: agreed.min_guarantee === null ? null : ofMonths(agreed.min_guarantee, days),
    budget,
    cap,
    withholding_percent,
  };
}

/** Owed to a named source whatever came. */
const fixedOf = (sources: Sources): { publisher: string; terms: Terms }[] =>
  sources.agreed
    .filter((each) => each.publisher !== '' && (Number(each.fixed) > 0 || Number(each.min_guarantee ?? 0) > 0))
    .map((each) => ({ publisher: each.publisher, terms: termsOf(each, sources) }));

/** An amount for a month, by the days of each month that lie in the period. */
export function ofMonths(amount: string, { from, to }: { from: string; to: string }): string {
  let all = new Big(0);
  for (let first = from; first <= to; ) {
    const month = first.slice(0, 7);
    const [year = 0, number = 0] = month.split('-').map(Number);
    const inMonth = new Date(Date.UTC(year, number, 0)).getUTCDate();
    const last = `${month}-${String(inMonth).padStart(2, '0')}`;
    const until = last < to ? last : to;
    all = all.plus(new Big(amount).times(daysBetween(first, until) + 1).div(inMonth));
    first = addDays(last, 1);
  }
  return all.toFixed();
}
