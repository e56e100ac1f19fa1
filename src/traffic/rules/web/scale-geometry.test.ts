import { describe, expect, it } from 'vitest';
import { rule, shortInstall, signal } from '../testing/explained.ts';
import { scaleOf } from './scale-geometry.ts';

describe('the scale of a signal', () => {
  it('shows both grades, the graver painted last, and the value on the right side of each limit', () => {
    const scale = scaleOf(shortInstall(7), 'ctit_seconds');
    expect(scale?.zones.map(({ verdict }) => verdict)).toEqual(['suspect', 'fraud']);
    expect(scale?.limits.map(({ value }) => value)).toEqual([5, 10]);
    const [fraud = 0, suspect = 0] = scale?.limits.map(({ at }) => at) ?? [];
    expect(fraud).toBeLessThan(scale?.value ?? 0);
    expect(suspect).toBeGreaterThan(scale?.value ?? 1);
  });

  it('keeps the graver zone for a value exactly on its limit', () => {
    expect(scaleOf(shortInstall(5), 'ctit_seconds')?.zones).toHaveLength(2);
  });

  it('draws no zone of a grade that asks for something else too', () => {
    const old = (holds: boolean) => [
      signal({ field: 'browser_age_months', op: 'gt', limit: 36, observed: 100 }),
      signal({ field: 'kind', op: 'in', limit: ['vast_request'], observed: 'click', holds }),
    ];
    const cases = [
      { verdict: 'fraud' as const, holds: false, signals: old(false) },
      { verdict: 'suspect' as const, holds: true, signals: old(true).slice(0, 1) },
    ];
    const scale = scaleOf(rule({ cases }), 'browser_age_months');
    expect(scale?.zones.map(({ verdict }) => verdict)).toEqual(['suspect']);
  });

  it('leaves a guard far away out of the picture and keeps a limit at zero inside it', () => {
    const signals = [
      signal({ field: 'click_after_begin_seconds', op: 'gt', limit: 0, observed: 5 }),
      signal({ field: 'click_after_begin_seconds', op: 'lte', limit: 30 * 86_400, observed: 5 }),
    ];
    const scale = scaleOf(rule({ cases: [{ verdict: 'fraud', holds: true, signals }] }), 'click_after_begin_seconds');
    expect(scale?.limits.map(({ value }) => value)).toEqual([0]);
    expect(scale?.limits[0]?.at).toBeGreaterThan(0.05);
    expect(scale?.value).toBeGreaterThan(0.5);
    expect(scale?.zones[0]?.to).toBe(1);
  });

  it('turns logarithmic when a linear scale would press the limit to zero', () => {
    const signals = [signal({ field: 'clicks_24h', op: 'gt', limit: 10, observed: 4000 })];
    const scale = scaleOf(rule({ cases: [{ verdict: 'fraud', holds: true, signals }] }), 'clicks_24h');
    expect(scale?.logarithmic).toBe(true);
    expect(scale?.limits[0]?.at).toBeGreaterThan(0.05);
  });

  it('has nothing to draw for words', () => {
    const signals = [signal({ field: 'ip_class', op: 'eq', limit: 'datacenter', observed: 'datacenter' })];
    expect(scaleOf(rule({ cases: [{ verdict: 'fraud', holds: true, signals }] }), 'ip_class')).toBeNull();
  });
});
