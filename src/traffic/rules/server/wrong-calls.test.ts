import { expect, it } from 'vitest';
import { CALLS, expectedWrong, WRONG_CALLS } from './wrong-calls.ts';

const call = (verdict: 'fraud' | 'suspect', reason: string, events: number) => ({ verdict, reason, events });

it('the share of wrong calls is the mean over the events, each with the share of its reason', () => {
  const flood = WRONG_CALLS.fraud['clk.flooding'] ?? Number.NaN;
  const farm = WRONG_CALLS.fraud['dev.farm'] ?? Number.NaN;
  const { wrong, events, unmeasured } = expectedWrong(
    [call('fraud', 'clk.flooding', 300), call('fraud', 'dev.farm', 100), call('suspect', 'clk.flooding', 900)],
    'fraud',
  );
  expect(wrong).toBeCloseTo((3 * flood + farm) / 4);
  expect([events, unmeasured]).toEqual([400, 0]);
});

it('calls that were never measured are counted, and no share is made up for them', () => {
  const people = [call('fraud', 'human.source', 50)];
  expect(expectedWrong(people, 'fraud')).toEqual({ events: 50, wrong: null, unmeasured: 50 });
  const flood = WRONG_CALLS.fraud['clk.flooding'];
  expect(expectedWrong([...people, call('fraud', 'clk.flooding', 10)], 'fraud')).toEqual({
    events: 60,
    wrong: flood,
    unmeasured: 50,
  });
  expect(expectedWrong([], 'suspect')).toEqual({ events: 0, wrong: null, unmeasured: 0 });
});

it('declares shares of a hundred, for fraud far smaller ones than for suspicion of the same floods', () => {
  for (const verdict of CALLS)
    for (const share of Object.values(WRONG_CALLS[verdict])) {
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThanOrEqual(100);
    }
  expect(WRONG_CALLS.fraud['clk.flooding']).toBeLessThan((WRONG_CALLS.suspect['clk.flooding'] ?? 0) / 3);
});
