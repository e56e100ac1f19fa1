import { describe, expect, it } from 'vitest';
import type { AgreedTerms } from '#domains/agreements/contract/book.ts';
import { termsFor } from '#traffic/money/contract/terms-for.ts';
import { agreedTerms } from '../testing/agreed-terms.ts';
import { stretches } from './book.ts';
import type { paymentTermsTable } from './tables.ts';

type Row = typeof paymentTermsTable.$inferSelect;

const row = (version: number, validFrom: string, validTo: string | null = null): Row => ({
  key: 7,
  version,
  model: 'CPI',
  event: '',
  rate: String(version),
  percent: null,
  fixed: null,
  currency: 'EUR',
  orderStatus: [],
  tiers: [],
  tiersApply: 'within',
  minGuarantee: null,
  validFrom,
  validTo,
  author: 'Ann',
  createdAt: new Date('2026-11-01T00:00:00Z'),
});
const daysOf = (...rows: Row[]) => stretches(rows).map(({ row: { version }, from, to }) => [version, from, to]);

describe('the days of versions', () => {
  it('end where a later one begins, and where they say so; a gap stays one', () => {
    expect(daysOf(row(1, '2026-01-01'), row(2, '2026-03-01'))).toEqual([
      [1, '2026-01-01', '2026-02-28'],
      [2, '2026-03-01', null],
    ]);
    expect(daysOf(row(1, '2026-01-01', '2026-01-20'), row(2, '2026-03-01', '2026-03-05'))).toEqual([
      [1, '2026-01-01', '2026-01-20'],
      [2, '2026-03-01', '2026-03-05'],
    ]);
  });

  it('are none of a version that another of the same day has replaced; one from earlier on stands before', () => {
    expect(daysOf(row(1, '2026-02-01'), row(2, '2026-02-01'))).toEqual([[2, '2026-02-01', null]]);
    expect(daysOf(row(1, '2026-02-01'), row(2, '2026-01-01'))).toEqual([
      [2, '2026-01-01', '2026-01-31'],
      [1, '2026-02-01', null],
    ]);
  });
});

describe('the terms of an event', () => {
  const terms = (id: string, more: Partial<AgreedTerms> = {}): AgreedTerms =>
    agreedTerms(id, { model: 'CPA', kinds: ['app_event', 'web_event'], rate: '1', to: '2026-06-30', ...more });
  const asked = {
    publisher: 'north',
    campaign: 'spring',
    event: 'sale',
    kind: 'app_event',
    day: '2026-03-01',
  } as const;

  it('are the most particular: by source, then campaign, then name of the event, in whatever order they stand', () => {
    const all = [
      terms('all'),
      terms('event', { event: 'sale' }),
      terms('campaign', { campaign: 'spring' }),
      terms('campaign and event', { campaign: 'spring', event: 'sale' }),
      terms('source', { publisher: 'north' }),
      terms('source and event', { publisher: 'north', event: 'sale' }),
      terms('source and campaign', { publisher: 'north', campaign: 'spring' }),
      terms('exactly', { publisher: 'north', campaign: 'spring', event: 'sale' }),
    ];
    for (let known = all.length; known > 0; known--)
      for (const order of [all.slice(0, known), all.slice(0, known).reverse()])
        expect(termsFor(order, asked)?.id).toBe(all[known - 1]?.id);
  });

  it('are none of another source, kind, name or day', () => {
    const own = [terms('own', { publisher: 'north', campaign: 'spring', event: 'sale' })];
    for (const other of [
      { publisher: 'south' },
      { campaign: 'autumn' },
      { event: 'lead' },
      { kind: 'click' as const },
      { day: '2025-12-31' },
      { day: '2026-07-01' },
    ])
      expect(termsFor(own, { ...asked, ...other })).toBeUndefined();
    for (const day of ['2026-01-01', '2026-06-30']) expect(termsFor(own, { ...asked, day })?.id).toBe('own');
  });
});
