import { z } from 'zod';
import { dateRangeQuery, isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { PRICE_BASIS_NAMES } from './price-bases.ts';

const count = z.number().int();
const packageName = z.string().min(1).max(200);
const id = z.strictObject({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const currencies = new Set<string>(Intl.supportedValuesOf('currency'));
const currency = z.string().refine((code) => currencies.has(code), 'Unknown currency');

/** Decimal text without a sign. */
const decimal = (whole: number, digits: number) =>
  z.string().regex(new RegExp(`^\\d{1,${whole}}(\\.\\d{1,${digits}})?$`), 'Please enter an amount such as 1.25');

/** Of a price, in its currency; of cpm for a thousand events. */
export const priceAmount = decimal(8, 6);
/** Units of the second currency for one of the first. */
export const rateAmount = decimal(7, 8).refine((text) => Number(text) > 0, 'A rate is more than nothing');

/** Currency → decimal text; amounts of two currencies are never added. */
export const amounts = z.record(z.string(), z.string());

/** What a part of the traffic costs; of the reporting currency wherever a rate is known. */
export const paid = z.object({
  spend: amounts,
  /** Of the spend what fraud cost. */
  at_risk: amounts,
  /** Of the spend what suspect events cost: beside what is at risk, never in it. */
  suspect_cost: amounts,
  /** Parts of each that come from prices and not from the events. */
  assumed_spend: amounts,
  assumed_at_risk: amounts,
  assumed_suspect_cost: amounts,
});
export type Paid = z.infer<typeof paid>;

export const priceRow = z.object({
  id: count,
  /** '': every source without a price of its own. */
  publisher: z.string(),
  basis: z.enum(PRICE_BASIS_NAMES),
  /** '': every event without a price of its own. */
  event_name: z.string(),
  /** Decimal text; null is no price from this day on. */
  amount: z.string().nullable(),
  currency: z.string(),
  /** First day it counts, in the package's time zone, and the day before the next entry of the same. */
  from: z.string(),
  until: z.string().nullable(),
  /** Whether it counts today. */
  counts: z.boolean(),
  /** Made when the month of its first day was closed already: it has changed figures that were settled. */
  after_closing: z.boolean(),
  author: z.string(),
  created_at: z.string(),
});
export type PriceRow = z.infer<typeof priceRow>;

const change = z.object({
  id: count,
  /** Closed months (`2026-09`) whose figures it changes. */
  closed_months: z.array(z.string()),
});

export const rateRow = z.object({
  base: z.string(),
  quote: z.string(),
  first_day: z.string(),
  last_day: z.string(),
  rates: count,
  /** One unit of `base` in `quote` on the last day, decimal text. */
  rate: z.string(),
  /** Days for which a rate stands in for missing ones; null: until the next one. */
  holds_days: count.nullable(),
});
export type RateRow = z.infer<typeof rateRow>;

/** What the events of some days cost, and how much of it is known. */
export const moneySummary = z.object({
  /** Reporting currency of the package. */
  currency: z.string(),
  /** All events but known bots, and of them those that count as fraud, and the suspect ones. */
  ...paid.shape,
  /** Currencies without a rate on some day of theirs: their amounts stand apart. */
  unconverted: z.array(z.string()),
  /** Kinds of events that somebody may be paid for and that cost nothing, by source, most events first. */
  without_price: z.array(z.object({ publisher: z.string(), kind: z.enum(EVENT_KINDS), events: count })),
});
export type MoneySummary = z.infer<typeof moneySummary>;

const pair = { package_name: packageName, base: currency, quote: currency };

export const moneyEndpoints = {
  summary: endpoint({
    method: 'GET',
    path: '/api/traffic/money',
    summary: 'What the events of some days cost, what of it is at risk, what is assumed and what has no price',
    access: 'event.read',
    pages: 'any',
    query: z.strictObject({
      package_name: packageName,
      kind: z.union([z.enum(EVENT_KINDS), z.array(z.enum(EVENT_KINDS))]).optional(),
      ...dateRangeQuery,
    }),
    response: envelope(moneySummary),
  }),
  prices: endpoint({
    method: 'GET',
    path: '/api/traffic/money/prices',
    summary: 'Prices that are assumed where events bring no cost, by source and day',
    access: 'money.write',
    pages: ['costs'],
    query: z.strictObject({ package_name: packageName, search: searchText.optional(), ...pageQuery }),
    response: pagedEnvelope(priceRow),
  }),
  setPrice: endpoint({
    method: 'POST',
    path: '/api/traffic/money/prices',
    summary: 'A price from a day on; a cost that comes with an event always wins. An amount of null ends the price',
    access: 'money.write',
    pages: ['costs'],
    body: z.strictObject({
      package_name: packageName,
      publisher: z.string().max(2000),
      basis: z.enum(PRICE_BASIS_NAMES),
      event_name: z.string().max(2000).default(''),
      amount: priceAmount.nullable(),
      currency,
      from: isoDate,
    }),
    response: envelope(change),
  }),
  removePrice: endpoint({
    method: 'DELETE',
    path: '/api/traffic/money/prices/:id',
    summary: 'Take a dated price out, as if it had never been',
    access: 'money.write',
    pages: ['costs'],
    params: id,
    response: envelope(change),
  }),
  restorePrice: endpoint({
    method: 'POST',
    path: '/api/traffic/money/prices/:id/restore',
    summary: 'Put a price back that was taken out',
    access: 'money.write',
    pages: ['costs'],
    params: id,
    response: envelope(change),
  }),
  rates: endpoint({
    method: 'GET',
    path: '/api/traffic/money/rates',
    summary: 'Exchange rates of a package, a row for each pair of currencies',
    access: 'money.write',
    pages: ['costs'],
    query: z.strictObject({ package_name: packageName, search: searchText.optional(), ...pageQuery }),
    response: pagedEnvelope(rateRow),
  }),
  setRate: endpoint({
    method: 'POST',
    path: '/api/traffic/money/rates',
    summary: 'An exchange rate from a day on, until the next one of the same two currencies',
    access: 'money.write',
    pages: ['costs'],
    body: z.strictObject({ ...pair, day: isoDate, rate: rateAmount }),
    response: envelope(z.object({ rates: count })),
  }),
  uploadRates: endpoint({
    method: 'PUT',
    path: '/api/traffic/money/rates/file',
    summary:
      'Exchange rates as a file: eurofxref-hist.csv of the European Central Bank, or CSV with date, base, quote, rate',
    access: 'money.write',
    pages: ['costs'],
    query: z.strictObject({ package_name: packageName }),
    upload: true,
    response: envelope(
      z.object({
        /** Rates that are new or other than before, and those that were there. */
        changed: count,
        same: count,
        pairs: count,
        first_day: z.string(),
        last_day: z.string(),
        /** Lines that could not be read; the first of them with what is wrong. */
        rejected: count,
        rejects: z.array(z.object({ line: count, text: z.string() })),
      }),
    ),
  }),
  removeRates: endpoint({
    method: 'DELETE',
    path: '/api/traffic/money/rates',
    summary: 'Take all rates of two currencies out',
    access: 'money.write',
    pages: ['costs'],
    query: z.strictObject(pair),
    response: envelope(z.object({ rates: count })),
  }),
  restoreRates: endpoint({
    method: 'POST',
    path: '/api/traffic/money/rates/restore',
    summary: 'Put the rates of two currencies back that were taken out last',
    access: 'money.write',
    pages: ['costs'],
    body: z.strictObject(pair),
    response: envelope(z.object({ rates: count })),
  }),
};
