// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readCookie, writeCookie } from './cookie.ts';

afterEach(() => vi.restoreAllMocks());

describe('cookies', () => {
  it('come back as they were written, odd characters included', () => {
    writeCookie('language', 'de; x=1');
    writeCookie('theme', 'dark');
    expect([readCookie('language'), readCookie('theme'), readCookie('lang')]).toEqual(['de; x=1', 'dark', undefined]);
  });

  it('go with no request that another site starts, and no further than this host', () => {
    const written = vi.spyOn(document, 'cookie', 'set');
    writeCookie('theme', 'dark');
    const attributes = written.mock.calls[0]?.[0].split('; ').slice(1);
    expect(attributes).toEqual(['path=/', 'max-age=31536000', 'samesite=lax']);
  });
});
