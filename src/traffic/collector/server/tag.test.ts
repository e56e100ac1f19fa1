import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { createHttpServer } from '#platform/server/http/server.ts';
import { OWN, useCollector } from '../testing/use-collector.ts';
import { tagRoutes } from './tag-route.ts';

const live = useCollector();
const SHOP = 'https://shop.example';
const MOST_BYTES = 4096;

async function serve(text: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'adsieve-tag-'));
  const tagFile = join(folder, 'tag.js');
  if (text !== undefined) writeFileSync(tagFile, text);
  const { database } = live.app.context;
  const routes = tagRoutes({ database, now: () => live.app.clock.now(), tagFile });
  const http = await createHttpServer({ routes, authenticate: async () => null, trustProxy: false });
  return {
    get: (url = '/tag.js', headers: Record<string, string> = {}) => http.inject({ method: 'GET', url, headers }),
    close: async () => {
      await http.close();
      rmSync(folder, { recursive: true });
    },
  };
}

describe('the tag', () => {
  it('is one script of less than 4 kB compressed that asks for nothing else', async () => {
    const made = await build({ configFile: 'vite.tag.config.ts', logLevel: 'silent', build: { write: false } });
    const [{ output }] = Array.isArray(made) ? made : [{ output: [] }];
    expect(output).toHaveLength(1);
    const [chunk] = output;
    const code = chunk?.type === 'chunk' ? chunk.code : '';
    expect(code).toContain('sendBeacon');
    expect(code).not.toMatch(/\bimport\b|\beval\b|document\.cookie|XMLHttpRequest/);
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(MOST_BYTES);
  });

  it('may be loaded by every site, is looked at again after minutes, and by its version after a year', async () => {
    const { get, close } = await serve('"the tag"');
    const plain = await get();
    expect([plain.statusCode, plain.body, plain.headers['content-type']]).toEqual([
      200,
      '"the tag"',
      'text/javascript; charset=utf-8',
    ]);
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const etag = String(plain.headers['etag']);
    const version = etag.replaceAll('"', '');
    expect((await get(`/tag.js?v=${version}`)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const older = await get('/tag.js?v=0123456789abcdef');
    expect([older.body, older.headers['cache-control']]).toEqual([plain.body, plain.headers['cache-control']]);
    const again = await get('/tag.js', { 'if-none-match': etag });
    expect([again.statusCode, again.headers['cross-origin-resource-policy']]).toEqual([304, 'cross-origin']);
    const packed = await get('/tag.js', { 'accept-encoding': 'gzip, br' });
    expect([packed.headers['content-encoding'], packed.headers['vary']]).toEqual(['gzip', 'accept-encoding']);
    await close();
    const missing = await serve(undefined);
    expect((await missing.get()).statusCode).toBe(404);
    await missing.close();
  });

  it('that a page loads while no event comes is told with the site, until one comes', async () => {
    const { secret } = await live.makeKey('Silent', { origins: [SHOP] });
    const { get, close } = await serve('1');
    const faults = async () =>
      (await live.app.get(`/api/live-traffic/faults?package_name=${OWN}`, live.admin)).body.data.map(
        ({ fault, detail }: { fault: string; detail: string }) => [fault, detail],
      );
    await get('/tag.js', { referer: `${SHOP}/cart` });
    await get('/tag.js', { referer: 'https://elsewhere.example/' });
    await get('/tag.js', { referer: 'not an address' });
    await expect.poll(faults, { timeout: 5000, interval: 50 }).toEqual([['silent', SHOP]]);
    await live.send({ from_request: true }, { key: secret, headers: { origin: SHOP } });
    await expect.poll(faults, { timeout: 5000, interval: 50 }).toEqual([]);
    await close();
  });
});
