// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://adsieve.example/" }
import { afterEach, expect, it, vi } from 'vitest';
import { readCookie, writeCookie } from './cookie.ts';

afterEach(() => vi.restoreAllMocks());

it('a cookie written by HTTPS is Secure and bound to the host, and comes back', () => {
  const written = vi.spyOn(document, 'cookie', 'set');
  writeCookie('theme', 'dark');
  expect(written).toHaveBeenCalledExactlyOnceWith('__Host-theme=dark; path=/; max-age=31536000; samesite=lax; secure');
  expect(readCookie('theme')).toBe('dark');
  expect(document.cookie).toBe('__Host-theme=dark');
});
