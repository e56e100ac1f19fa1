import { describe, expect, it } from 'vitest';
import { costToFraud, movesOf } from './moves.ts';

const change = { kind: 'install', currency: 'EUR', cost: '0' } as const;
const CHANGES = [
  { ...change, from: 'clean', to: 'fraud', events: 3, cost: '4.5' },
  { ...change, kind: 'click', from: 'clean', to: 'fraud', events: 2, cost: '1' },
  { ...change, from: 'fraud', to: 'suspect', events: 4, cost: '2' },
  { ...change, from: 'clean', to: 'suspect', events: 9, cost: '90', currency: 'USD' },
] as const;

describe('what an operation did to verdicts', () => {
  it('is added up by old and new verdict, the most first', () => {
    expect(movesOf(CHANGES)).toEqual([
      { from: 'clean', to: 'suspect', events: 9 },
      { from: 'clean', to: 'fraud', events: 5 },
      { from: 'fraud', to: 'suspect', events: 4 },
    ]);
  });

  it('costs what became fraud, less what no longer is, in each currency apart', () => {
    expect(costToFraud(CHANGES)).toEqual([{ currency: 'EUR', amount: 3.5 }]);
  });
});
