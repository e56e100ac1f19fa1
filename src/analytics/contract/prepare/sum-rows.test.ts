import { expect, it } from 'vitest';
import { row } from '../../web/testing/rows.ts';
import { MEASURES } from '../measures.ts';
import { sumRows } from './sum-rows.ts';

it('rows add up as counts and as decimals, shares follow from the sums, and what cannot be added has no sum', () => {
  const sum = sumRows(
    [
      row({ total: 100, fraud: 50, cost_at_risk: { EUR: '0.1', USD: '5' }, unique_events: 7 }),
      row({ total: 300, fraud: 0, cost_at_risk: { EUR: '0.2' }, unique_events: 8 }),
    ],
    MEASURES,
  );
  expect(sum).toMatchObject({ total: 400, fraud: 50, clean: 350, cost_at_risk: { EUR: '0.3', USD: '5' } });
  expect(sum['fraud_percentage']).toBe(12.5);
  expect(sum['too_few']).toBe(false);
  expect(sum['unique_events']).toBeUndefined();
});
