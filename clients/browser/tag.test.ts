// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 202 }));
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  delete window.adsieve;
});

/** The tag as a page loads it, with the attributes of its script element. */
async function load(attributes: Readonly<Record<string, string>>): Promise<void> {
  const script = document.createElement('script');
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  await import('./tag.ts');
}
const command = (...words: Parameters<NonNullable<Window['adsieve']>>): void => window.adsieve?.(...words);
const warned = () => vi.mocked(console.warn).mock.calls.flat();

it.each([[{}], [{ 'data-key': '' }], [{ 'data-debug': '' }]])(
  'a tag without a key says so once on the console, whatever else stands at it: %o',
  async (attributes) => {
    await load(attributes);
    command('event', 'signup');
    command('init', {});
    vi.advanceTimersByTime(60_000);
    expect(warned()).toEqual([expect.stringContaining('data-key is missing')]);
  },
);

it('a tag that has its key, or is given it by the page a moment later, says nothing of it', async () => {
  await load({ 'data-key': 'adw_k', 'data-auto': 'off' });
  vi.advanceTimersByTime(60_000);
  vi.resetModules();
  delete window.adsieve;
  await load({});
  vi.advanceTimersByTime(1000);
  command('init', { key: 'adw_k', auto: false });
  vi.advanceTimersByTime(60_000);
  expect(warned()).toEqual([]);
});
