import { expect, it } from 'vitest';
import { daysOf } from './days-of.ts';

const range = { from: '2026-10-28', to: '2026-11-21' };

it('turns a bar into its days, never beyond the range', () => {
  expect(daysOf('2026-11-03', { grain: 'date' }, range)).toEqual({ from: '2026-11-03', to: '2026-11-03' });
  expect(daysOf('2026-10-26', { grain: 'week' }, range)).toEqual({ from: '2026-10-28', to: '2026-11-01' });
  expect(daysOf('2026-11-16', { grain: 'week' }, range)).toEqual({ from: '2026-11-16', to: '2026-11-21' });
  expect(daysOf('2026-10', { grain: 'month' }, range)).toEqual({ from: '2026-10-28', to: '2026-10-31' });
});
