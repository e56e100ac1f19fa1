import { describe, expect, it } from 'vitest';
import { dayIn, formatBytes } from './import-numbers.ts';

describe('numbers of an import', () => {
  it('writes sizes in steps of a thousand', () => {
    expect(formatBytes('en', 0)).toBe('0 byte');
    expect(formatBytes('en', 694_500)).toBe('694.5 kB');
    expect(formatBytes('de', 12_340_000_000)).toBe('12,3\u00a0GB');
  });

  it('knows the day of a moment in the zone of the package', () => {
    expect(dayIn('Asia/Kolkata', '2026-07-01T20:00:00.000Z')).toBe('2026-07-02');
    expect(dayIn('UTC', '2026-07-01 20:00:00.000')).toBe('2026-07-01');
    expect(dayIn('Asia/Kolkata', '2026-07-01')).toBe('2026-07-01');
  });
});
