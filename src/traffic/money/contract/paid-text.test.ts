import { expect, it } from 'vitest';
import { createFormat } from '#platform/contract/format.ts';
import { paidFrom, sumOfPaid } from './paid-parts.ts';
import { paidText } from './paid-text.ts';

const format = createFormat('en');
const spent = (verdict: 'clean' | 'suspect' | 'fraud' | 'filtered', amount: string, assumed = 0) => ({
  verdict,
  spent_in: 'EUR',
  assumed,
  spent: amount,
});

it('marks a part of the spend as assumed where a price set here made some of it', () => {
  const paid = paidFrom([spent('suspect', '0.5'), spent('suspect', '0.17', 1), spent('fraud', '2')]);
  expect(paidText(paid, 'suspect_cost', format, 'EUR')).toBe('≈\u00a0€0.67');
  expect(paidText(paid, 'at_risk', format, 'EUR')).toBe('€2.00');
  expect(paidText(paid, 'spend', format, 'EUR')).toBe('≈\u00a0€2.67');
});

it('what suspect events cost stands beside what is at risk and is never added to it; known bots cost nothing', () => {
  const paid = paidFrom([spent('clean', '1'), spent('suspect', '2'), spent('fraud', '4'), spent('filtered', '8')]);
  expect(paid).toMatchObject({ spend: { EUR: '7' }, at_risk: { EUR: '4' }, suspect_cost: { EUR: '2' } });
  expect(sumOfPaid([paid, paid])).toMatchObject({
    spend: { EUR: '14' },
    at_risk: { EUR: '8' },
    suspect_cost: { EUR: '4' },
  });
});

it('tells nothing of what is not known, and a zero where money was spent and none of it is of the part', () => {
  expect(paidText(sumOfPaid([]), 'suspect_cost', format, 'EUR')).toBe('–');
  expect(paidText(paidFrom([spent('clean', '1')]), 'suspect_cost', format, 'EUR')).toBe('€0.00');
});
