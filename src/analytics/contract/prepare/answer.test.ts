import { describe, expect, it } from 'vitest';
import { row } from '../../web/testing/rows.ts';
import { MEASURES } from '../measures.ts';
import type { BoardRow } from '../rows.ts';
import { answerOf, changeOfShare, finishedDays } from './answer.ts';

const was = (total: number, fraud: number): Pick<BoardRow, 'previous'> => ({
  previous: {
    total,
    fraud,
    clean: total - fraud,
    suspect: 0,
    clean_percentage: 0,
    fraud_percentage: 0,
    filtered: 0,
  },
});

describe('the answer of a board', () => {
  it('is a share with its interval where there is enough, and says when there is not', () => {
    const said = (total: number, fraud: number) => answerOf(row({ total, fraud }), MEASURES).says;
    expect([said(0, 0), said(29, 3), said(30, 3), said(30, 0)]).toEqual(['nothing', 'few', 'share', 'none']);
    const cost_at_risk = { EUR: '12.50', USD: '100' };
    expect(answerOf(row({ total: 100, fraud: 10, cost_at_risk }), MEASURES)).toMatchObject({
      rate: { share: 0.1 },
      money: [
        { currency: 'USD', amount: 100 },
        { currency: 'EUR', amount: 12.5 },
      ],
    });
  });

  it('compares days that are over only', () => {
    const week = { from: '2026-11-18', to: '2026-11-24' };
    expect(finishedDays(week, '2026-11-25')).toEqual(week);
    expect(finishedDays(week, '2026-11-24')).toEqual({ from: '2026-11-18', to: '2026-11-23' });
    expect(finishedDays({ from: '2026-11-24', to: '2026-11-24' }, '2026-11-24')).toBeUndefined();
  });

  it('names who moved the share most, by parts that add up to the change', () => {
    const whole = row({ total: 1000, fraud: 200, ...was(1000, 100) });
    const sources = [
      row({ key: 'calm', total: 500, fraud: 50, ...was(500, 50) }),
      row({ key: 'risen', total: 400, fraud: 140, ...was(400, 50) }),
      row({ key: 'new', total: 100, fraud: 10, ...was(0, 0) }),
    ];
    const { is, points, driver } = changeOfShare(whole, sources, 30);
    expect([is, driver?.row?.key, driver?.most]).toEqual(['more', 'risen', true]);
    expect(points).toBeCloseTo(10);
    expect(driver?.points).toBeCloseTo(9);
  });

  it('says when it was those that are gone, and nobody when several share it', () => {
    const gone = row({ total: 1000, fraud: 50, ...was(1000, 250) });
    const left = [row({ key: 'left', total: 1000, fraud: 50, ...was(700, 50) })];
    const { is, driver } = changeOfShare(gone, left, 30);
    expect([is, driver?.row, driver?.most]).toEqual(['less', undefined, true]);
    expect(driver?.points).toBeCloseTo(-20);
    const many = ['a', 'b', 'c'].map((key) => row({ key, total: 300, fraud: 60, ...was(300, 30) }));
    expect(changeOfShare(row({ total: 900, fraud: 180, ...was(900, 90) }), many, 30).driver?.most).toBe(false);
    expect(changeOfShare(row({ total: 900, fraud: 180, ...was(900, 90) }), [], 30).driver).toBeUndefined();
  });

  it('calls no change what chance makes, and compares nothing with too few', () => {
    expect(changeOfShare(row({ total: 200, fraud: 22, ...was(200, 20) }), [], 30).is).toBe('same');
    expect(changeOfShare(row({ total: 200, fraud: 100, ...was(29, 0) }), [], 30).is).toBe('unknown');
    expect(changeOfShare(row({ total: 200, fraud: 20, ...was(200, 80) }), [], 30).is).toBe('less');
  });
});
