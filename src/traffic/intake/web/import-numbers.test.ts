import { describe, expect, it } from 'vitest';
import { dayIn } from './import-numbers.ts';

describe('numbers of an import', () => {
  it('knows the day of a moment in the zone of the package', () => {
    expect(dayIn('Asia/Kolkata', '2026-07-01T20:00:00.000Z')).toBe('2026-07-02');
    expect(dayIn('UTC', '2026-07-01 20:00:00.000')).toBe('2026-07-01');
    expect(dayIn('Asia/Kolkata', '2026-07-01')).toBe('2026-07-01');
  });
});
