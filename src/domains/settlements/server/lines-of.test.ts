import { describe, expect, it } from 'vitest';
import type { AgreedTerms } from '#domains/agreements/contract/book.ts';
import type { StoredPrice } from '#traffic/money/server/prices-in-force.ts';
import { agreedTerms } from '../../agreements/testing/agreed-terms.ts';
import type { CountRow } from './counts.ts';
import { eventsBehind } from './events-behind.ts';
import { ofMonths, payeesOf, type Sources } from './lines-of.ts';

const agreed = (own: Partial<AgreedTerms>): AgreedTerms =>
  agreedTerms('1-1.1', { name: 'Installs', publisher: 'north', rate: '2', from: '2026-10-01', ...own });
const price: StoredPrice = {
  id: 7,
  publisher: '',
  basis: 'cpi',
  event_name: '',
  amount: '1.50',
  currency: 'USD',
  from: '2026-01-01',
};
const row = (own: Partial<CountRow>): CountRow => ({
  publisher: 'north',
  campaign: 'spring',
  kind: 'install',
  event: '',
  stretch: 0,
  bucket: 'valid',
  status: '',
  currency: '',
  units: 10,
  whitelisted: 0,
  revenue: '0',
  cost: '0',
  priced: 0,
  ...own,
});
const sources = (own: Partial<Sources> = {}): Sources => ({
  agreed: [],
  prices: [],
  changes: [],
  from: '2026-10-01',
  to: '2026-10-31',
  currency: 'EUR',
  today: '2026-11-03',
  ...own,
});
const told = (rows: CountRow[], own: Partial<Sources>) =>
  payeesOf(rows, sources(own)).flatMap(({ publisher, lines, terms }) =>
    lines.map(({ model, counts, terms: of }) => {
      const { currency, rate } = terms.find(({ id }) => id === of) ?? { currency: '', rate: '' };
      return `${publisher} ${model} ${counts.gross} ${counts.unapproved} ${rate} ${currency}`;
    }),
  );

describe('where the events of a line are', () => {
  const places = (rows: CountRow[], own: Partial<Sources>) =>
    payeesOf(rows, sources(own)).flatMap(({ lines }) =>
      eventsBehind(lines).map((events, at) => [lines[at]?.counts.gross, events && `${events.from} ${events.to}`]),
    );

  it('is on the days of its rate, not on those of the line beside it with another [REC-ROUTE-09]', () => {
    const terms = [agreed({ to: '2026-10-19' }), agreed({ id: '1-1.2', rate: '3', from: '2026-10-20' })];
    const rows = [row({}), row({ stretch: 1, units: 4 })];
    expect(places(rows, { agreed: terms, changes: ['2026-10-20'] })).toEqual([
      [10, '2026-10-01 2026-10-19'],
      [4, '2026-10-20 2026-10-31'],
    ]);
  });

  it('is told by no filter where one event costs by itself and another on the same days by a price', () => {
    const costly = row({ priced: 1, cost: '9', currency: 'GBP' });
    expect(places([costly, row({}), row({ kind: 'click', units: 3 })], { prices: [price] })).toEqual([
      [10, null],
      [10, null],
      [3, '2026-10-01 2026-10-31'],
    ]);
  });
});

describe('what an event is paid by', () => {
  it('is the agreement, else its own cost, else a price, else nothing', () => {
    const costly = row({ priced: 1, cost: '9', currency: 'GBP' });
    expect(told([costly, row({})], { agreed: [agreed({})], prices: [price] })).toEqual(['north CPI 20 0 2 EUR']);
    expect(told([costly, row({})], { prices: [price] })).toEqual([
      'north Recorded 10 0 0 GBP',
      'north CPI 10 0 1.50 USD',
    ]);
    expect(told([row({})], {})).toEqual(['north  10 0 0 EUR']);
  });

  it('is not paid before it is final: within the hold days of its agreement, or while its order waits', () => {
    const held = agreed({ hold_days: 10, order_status: ['approved'] });
    // On 3 November the 24th of October is ten days old; what is of later days lies in the second stretch.
    const rows = [row({}), row({ stretch: 1, units: 4 }), row({ status: 'pending', units: 3 })];
    expect(told(rows, { agreed: [held], changes: ['2026-10-25'] })).toEqual(['north CPI 17 7 2 EUR']);
    expect(told(rows, { agreed: [held], changes: ['2026-10-25'], today: '2026-12-01' })).toEqual([
      'north CPI 17 3 2 EUR',
    ]);
  });
});

it('shares an amount for a month by the days of each month that lie in the period', () => {
  expect(ofMonths('310', { from: '2026-10-22', to: '2026-10-31' })).toBe('100');
  expect(ofMonths('30', { from: '2026-10-31', to: '2026-12-01' }).slice(0, 8)).toBe('31.93548');
});
