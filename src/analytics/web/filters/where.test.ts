import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWhere, toggled, writeWhere } from './where.ts';

describe('filters in the address', () => {
  it('come back as they went in, commas and all', () => {
    const value = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() === text && text !== 'all');
    fc.assert(
      fc.property(fc.uniqueArray(value, { minLength: 1, maxLength: 4 }), (publisher) => {
        const written = writeWhere(new URLSearchParams('package=p'), { publisher });
        const read = new URLSearchParams(written.toString());
        expect(readWhere(read)).toEqual({ publisher });
        expect(read.get('package')).toBe('p');
      }),
    );
  });

  it('read the comma lists of the spec and take all for no filter', () => {
    expect(readWhere(new URLSearchParams('country=DE,FR&publisher=all&channel='))).toEqual({ country: ['DE', 'FR'] });
  });

  it('take a value in, and out again', () => {
    const once = toggled({}, 'country', 'DE');
    expect(once).toEqual({ country: ['DE'] });
    expect(toggled(once, 'country', 'DE')).toEqual({});
  });
});
