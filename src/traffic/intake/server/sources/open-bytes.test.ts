import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { gzipEndlessName, gzipMembers, zipOf } from '../../../../../test/support/hostile-files.ts';
import { openBytes } from './open-bytes.ts';
import { sampleOfBytes } from './read-sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'adsieve-open-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function stored(bytes: Buffer): string {
  const path = join(folder, `${++files}`);
  writeFileSync(path, bytes);
  return path;
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 50));
/** Files this process holds open, where the system tells. */
const openFiles = (): number => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);

/** Reads until so many bytes are there; answers how many, or what was said. */
async function read(path: string, container: 'plain' | 'gzip' | 'zip', enough: number, signal?: AbortSignal) {
  let bytes = 0;
  try {
    for await (const part of openBytes(path, 'clicks', container, signal).bytes) {
      bytes += part.length;
      if (bytes >= enough) break;
    }
    return bytes;
  } catch (error) {
    return String(error);
  }
}

const LINES = 'time,publisher\n2026-03-01 10:00:00,alpha\n'.repeat(50_000);

describe('a file of which the beginning is enough', () => {
  it.each([
    ['plain', Buffer.from(LINES.repeat(4))],
    ['gzip', gzipMembers(LINES + randomBytes(800_000).toString('hex'), 6)],
    ['zip', zipOf([{ name: 'a.csv', data: Buffer.from(LINES + randomBytes(800_000).toString('hex')) }])],
  ] as const)('is closed when its reader leaves: %s', async (container, bytes) => {
    const path = stored(bytes);
    const before = openFiles();
    for (let time = 0; time < 5; time++) expect(await read(path, container, 1)).toBeGreaterThan(0);
    await settled();
    expect(openFiles()).toBe(before);
  });

  it.each([
    ['a gzip of members with nothing in them', 'gzip', gzipMembers('', 1_000_000)],
    ['a gzip whose name never ends', 'gzip', gzipEndlessName(60_000_000)],
    [
      'a zip of blocks with nothing in them',
      'zip',
      zipOf([
        { name: 'a.csv', data: Buffer.from('a'), deflated: Buffer.alloc(50_000_000, Buffer.from('000000ffff', 'hex')) },
      ]),
    ],
  ] as const)('ends when nobody waits for it, also where nothing comes out: %s', async (_what, container, bytes) => {
    const path = stored(bytes);
    const before = openFiles();
    const gone = new AbortController();
    const reading = read(path, container, 1024 * 1024, gone.signal);
    setImmediate(() => gone.abort());
    expect(await reading).toMatch(/abort/i);
    await settled();
    expect(openFiles()).toBe(before);
  });
});

describe('an archive', () => {
  it('whose entries lie over each other counts as the bytes it has', async () => {
    const noise = randomBytes(1_000_000);
    const data = Buffer.concat([noise, Buffer.alloc(190_000_000)]);
    const deflated = deflateRawSync(data, { level: 1 });
    const entries = [{ name: 'a.csv' }, ...['b', 'c', 'd'].map((name) => ({ name: `${name}.csv`, sharesWith: 0 }))];
    const path = stored(zipOf(entries.map((entry) => ({ ...entry, data, deflated }))));
    expect(await read(path, 'zip', Number.POSITIVE_INFINITY)).toMatch(/unpacks to more than 250 times its size/);
  });

  it.each([
    ['less', 10, /too many bytes/],
    ['more', 10 * LINES.length, /not enough bytes/],
  ])('whose entry claims %s than it has is damaged', async (_what, claims, words) => {
    const path = stored(zipOf([{ name: 'a.csv', data: Buffer.from(LINES), claims }]));
    expect(await read(path, 'zip', Number.POSITIVE_INFINITY)).toMatch(words);
  });
});

describe('columns', () => {
  const row = (columns: number) => `time,${Array.from({ length: columns - 1 }, (_, n) => `c${n}`).join(',')}\n`;

  it.each([',', ';', '\t', '|'])('up to 5,000 are read, between %j', async (mark) => {
    const text = row(5_000).replaceAll(',', mark).repeat(2);
    expect((await sampleOfBytes(Buffer.from(text), 'wide.csv')).columns).toHaveLength(5_000);
  });

  it.each([
    ['5,001', row(5_001).repeat(2)],
    ['half a million without a name', `${','.repeat(500_000)}\n${','.repeat(500_000)}\n`],
  ])('%s are refused before anything is made of them', async (_what, text) => {
    const started = process.cpuUsage().user;
    await expect(sampleOfBytes(Buffer.from(text), 'wide.csv')).rejects.toThrow(
      /^wide\.csv has more than 5,000 columns/,
    );
    expect(process.cpuUsage().user - started).toBeLessThan(1_000_000);
  });

  it('a field with commas in quotes is one', async () => {
    const text = `time,publisher\n2026-03-01 10:00:00,"${'a,'.repeat(6_000)}"\n`;
    expect((await sampleOfBytes(Buffer.from(text), 'clicks.csv')).records).toHaveLength(1);
    const header = `time,"${'a,'.repeat(6_000)}"\n2026-03-01 10:00:00,b\n`;
    expect((await sampleOfBytes(Buffer.from(header), 'clicks.csv')).columns).toHaveLength(2);
  });
});

it('a gzip of one endless line is looked at without unpacking the rest', async () => {
  const path = stored(gzipMembers('a'.repeat(1_000_000), 10_000));
  expect(await read(path, 'gzip', 1024 * 1024)).toBeLessThan(3 * 1024 * 1024);
});

it.each(['../../../../tmp/pwned.csv', '/etc/a.csv'])(
  'refuses an archive whose entry is called %s, in words',
  async (name) => {
    const path = stored(zipOf([{ name, data: Buffer.from(LINES) }]));
    expect(await read(path, 'zip', 10)).toMatch(/^ImportRefused: clicks is damaged/);
  },
);
