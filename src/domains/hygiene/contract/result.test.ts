import { expect, it } from 'vitest';
import { isInPart } from './result.ts';

it('what was read or seen in part is not called unseen, and what was not is', () => {
  const meta = (frames: number) => ({ meta: { frames } as never });
  const text = (absence: 'latin_only' | 'other_script' | 'too_slow' | 'not_installed') =>
    ({ section: 'text', absence, needs: '' }) as const;
  expect(isInPart(text('latin_only'), { ...meta(0), text: '' })).toBe(true);
  expect(isInPart(text('other_script'), { ...meta(0), text: 'Summer' })).toBe(true);
  expect(isInPart(text('other_script'), { ...meta(0), text: '' })).toBe(false);
  expect(isInPart(text('not_installed'), { ...meta(0), text: 'Summer' })).toBe(false);
  const late = { section: 'moderation_labels', absence: 'too_slow', needs: '' } as const;
  expect([isInPart(late, meta(9)), isInPart(late, meta(0))]).toEqual([true, false]);
});
