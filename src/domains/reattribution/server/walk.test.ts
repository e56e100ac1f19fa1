import { describe, expect, it } from 'vitest';
import { type Conversion, type Touch, WINDOW_HOURS, walk } from './walk.ts';

const HOUR = 3_600_000;
const INSTALL = Date.parse('2026-10-20T12:00:00Z');
const touch = (publisher: string, hours: number | null, more: Partial<Touch> = {}): Touch => ({
  publisher,
  campaign: 'spring',
  type: 'click',
  at: hours === null ? null : INSTALL - hours * HOUR,
  told: 'own',
  invalid: false,
  reason: '',
  ...more,
});
const credited = (more: Partial<Conversion> = {}): Conversion => ({
  touch: touch('Delta', 1, { told: 'source' }),
  at: INSTALL,
  fault: 'none',
  hours: null,
  ...more,
});
const outcome = (conversion: Conversion, others: Touch[]) => {
  const { change, credited: found, touches } = walk(conversion, others);
  return [change, found?.publisher ?? null, touches.map(({ touch: each, state }) => `${each.publisher} ${state}`)];
};

describe('the walk over touches', () => {
  it('leaves a credit whose touch is valid, whatever else there is', () => {
    expect(outcome(credited(), [touch('Alpha', 0.5), touch('Beta', 30)])).toEqual([
      'kept',
      'Delta',
      ['Delta credited', 'Alpha spare', 'Beta spare'],
    ]);
    expect(outcome(credited({ touch: null }), [touch('Alpha', 1)])).toEqual(['kept', null, ['Alpha spare']]);
  });

  it('goes from an invalid one to the newest valid click, and to a view only where no click is left', () => {
    const stolen = credited({ fault: 'claim' });
    const view = touch('View', 2, { type: 'view' });
    expect(outcome(stolen, [view, touch('Old', 90), touch('New', 20), touch('Bot', 3, { invalid: true })])).toEqual([
      'moved',
      'New',
      ['Delta claim', 'Bot invalid', 'New credited', 'Old spare', 'View spare'],
    ]);
    expect(outcome(stolen, [view])).toEqual(['moved', 'View', ['Delta claim', 'View credited']]);
    expect(outcome(stolen, [touch('Delta', 5)])).toEqual(['to_organic', null, ['Delta claim', 'Delta claim']]);
  });

  it('gives what never was to nobody', () => {
    expect(outcome(credited({ fault: 'removed' }), [touch('Alpha', 2)])).toEqual([
      'removed',
      null,
      ['Delta spare', 'Alpha spare'],
    ]);
  });

  it('knows windows to the millisecond, and the one the source tells of its own touch', () => {
    const at = (hours: number, more: Partial<Conversion> = {}) =>
      outcome(credited({ ...more, touch: touch('Delta', hours) }), [])[0];
    expect([at(167.999), at(168), at(30, { hours: 24 }), at(200, { hours: 720 }), at(1, { hours: 0 })]).toEqual([
      'kept',
      'to_organic',
      'to_organic',
      'kept',
      'to_organic',
    ]);
    expect([at(9000, { hours: 'unknown' })]).toEqual(['kept']);
    expect(outcome(credited({ touch: touch('Delta', null) }), [])[0]).toBe('kept');
    const other = (hours: number, type: Touch['type']) =>
      outcome(credited({ fault: 'claim' }), [touch('Alpha', hours, { type })])[0];
    expect([
      other(23.9, 'view'),
      other(24, 'view'),
      other(167, 'click'),
      other(168, 'click'),
      other(-1, 'click'),
    ]).toEqual(['moved', 'to_organic', 'moved', 'to_organic', 'to_organic']);
  });

  it('credits at most one touch, never one that is dropped, and does not mind the order it is told them in', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return Math.floor((seed / 0x80000000) * below);
    };
    const any = (): Touch =>
      touch(`P${random(4)}`, random(10) === 0 ? null : random(220) - 5, {
        type: random(3) === 0 ? 'view' : 'click',
        invalid: random(3) === 0,
      });
    for (let n = 0; n < 3000; n++) {
      const others = Array.from({ length: random(6) }, any);
      const fault = (['none', 'removed', 'claim'] as const)[random(3)] ?? 'none';
      const conversion = credited({ touch: random(8) === 0 ? null : any(), fault });
      const { change, credited: found, touches } = walk(conversion, others);
      expect(touches).toHaveLength(others.length + (conversion.touch ? 1 : 0));
      expect(touches.filter(({ state }) => state === 'credited').map(({ touch: each }) => each)).toEqual(
        found ? [found] : [],
      );
      if (found) {
        expect(found.invalid).toBe(false);
        const age = found.at === null ? 0 : INSTALL - found.at;
        expect(age).toBeLessThan(WINDOW_HOURS[found.type] * HOUR);
        // Nothing newer of its type, or of clicks, was passed over.
        const passed = touches.filter(({ touch: each, state }) => state === 'spare' && each !== conversion.touch);
        if (found !== conversion.touch)
          for (const { touch: each } of passed)
            if (each.type === 'click' || found.type === 'view')
              expect(found.type === 'click' ? (found.at ?? 0) >= (each.at ?? 0) || each.type === 'view' : true).toBe(
                true,
              );
      }
      expect(change === 'removed').toBe(fault === 'removed');
      if (change === 'moved') expect(found?.publisher).not.toBe(conversion.touch?.publisher);
      const again = walk(conversion, others.toReversed());
      expect([again.change, again.credited?.publisher, again.credited?.at]).toEqual([
        change,
        found?.publisher,
        found?.at,
      ]);
    }
  });
});
