import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { VERIFIER, verifierText } from '../../../../../tools/verifier.mjs';
import { OTHER, type Parts, packed, SIGNER, signed, smallParts } from '../../testing/small-archive.ts';
import { verifyArchive } from './verify-archive.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'adsieve-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function kept(bytes: Buffer): string {
  const path = join(folder, `archive-${made++}.zip`);
  writeFileSync(path, bytes);
  return path;
}

type Files = Map<string, Buffer>;
/** Bytes before the name of a file. */
const HEAD = 30;

const replaced = (files: Files, name: string, change: (text: string) => string): Files => {
  const before = files.get(name)?.toString('latin1') ?? '';
  const after = change(before);
  expect(after, name).not.toBe(before);
  return files.set(name, Buffer.from(after, 'latin1'));
};
const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};
/** Files of an archive that was signed, changed afterwards. */
const after = (change: (files: Files) => Files) => async () => packed(change(await signed(smallParts())));
const edited = (name: string, change: (text: string) => string) => after((files) => replaced(files, name, change));
/** Changed by who has the key, so that only what does not agree gives it away. */
const before = (change: (parts: Parts) => void) => async () => {
  const parts = smallParts();
  change(parts);
  return packed(await signed(parts));
};
const whole = async (): Promise<Buffer> => packed(await signed(smallParts()));
const without = (name: string) =>
  after((files) => {
    files.delete(name);
    return files;
  });

/** What was done to the archive, and a word of what is said of it. */
const TAMPERINGS: Readonly<Record<string, readonly [make: () => Promise<Buffer>, said: RegExp]>> = {
  'one bit of the manifest is changed': [
    after((files) => files.set('manifest.json', flipped(files.get('manifest.json') ?? Buffer.alloc(0), 60))),
    /signature does not belong|cannot be read/,
  ],
  'the manifest claims more': [edited('manifest.json', (text) => text.replace('1.875', '9.875')), /signature/],
  'the signature is of another manifest': [
    async () => {
      const other = smallParts();
      other.told['publisher'] = 'Beta';
      const files = await signed(smallParts());
      return packed(files.set('manifest.sig', (await signed(other)).get('manifest.sig') ?? Buffer.alloc(0)));
    },
    /signature/,
  ],
  'the signature is made with another key': [async () => packed(await signed(smallParts(), OTHER)), /signature/],
  'the signature is empty': [after((files) => files.set('manifest.sig', Buffer.alloc(0))), /signature/],
  'everything is signed anew with another key': [
    async () => packed(await signed(smallParts(OTHER), OTHER)),
    /another key than the one you named/,
  ],
  'the manifest names another key': [
    before(({ told }) => {
      told['key'] = { fingerprint: OTHER.fingerprint };
    }),
    /not the key that the manifest names/,
  ],
  'the key is no key': [edited('public-key.pem', () => 'none'), /no public key/],
  'a row is taken out of the CSV': [
    edited('events.csv', (text) => text.replace(/\r\ne2,.*\r\n/, '\r\n')),
    /events.csv was changed/,
  ],
  'a row is added to the CSV': [edited('events.csv', (text) => `${text}e5,\r\n`), /events.csv was changed/],
  'an amount in the CSV is changed': [
    edited('events.csv', (text) => text.replace('0.25', '0.75')),
    /events.csv was changed/,
  ],
  'one bit of the Parquet is changed': [
    after((files) => files.set('events.parquet', flipped(files.get('events.parquet') ?? Buffer.alloc(0), 6))),
    /events.parquet was changed/,
  ],
  'counts are changed': [
    edited('counts.json', (text) => text.replace('"units":2', '"units":3')),
    /counts.json was changed/,
  ],
  'a rule is changed': [edited('rules.json', (text) => text.replace('[]', '[1]')), /rules.json was changed/],
  'the cover is another one': [edited('cover.pdf', (text) => `${text} `), /cover.pdf was changed/],
  'the check is another one': [edited('verify.mjs', () => 'process.exit(0)'), /verify.mjs was changed/],
  'the Parquet is missing': [without('events.parquet'), /events.parquet is missing/],
  'the cover is missing, and the manifest does not name it': [
    before(({ files }) => {
      files.delete('cover.pdf');
    }),
    /cover.pdf is missing/,
  ],
  'the manifest is missing': [without('manifest.json'), /manifest.json is missing/],
  'the signature is missing': [without('manifest.sig'), /manifest.sig is missing/],
  'a file is added': [after((files) => files.set('more.csv', Buffer.from('x'))), /more.csv is in the archive/],
  'a file is renamed': [
    after((files) => {
      const bytes = files.get('events.csv') ?? Buffer.alloc(0);
      files.delete('events.csv');
      return files.set('Events-2.csv', bytes);
    }),
    /events.csv is missing/,
  ],
  'a file is there twice': [
    async () => packed([...(await signed(smallParts())), ['events.csv', Buffer.from('other')]]),
    /twice/,
  ],
  'a file is there twice in other letters': [
    async () => packed([...(await signed(smallParts())), ['EVENTS.CSV', Buffer.from('other')]]),
    /twice/,
  ],
  'a file would be unpacked elsewhere': [
    // Whoever writes archives refuses such a name: it is changed in the bytes, which keep their length.
    async () => {
      const archive = await packed([...(await signed(smallParts())), ['xx/xx/outside', Buffer.from('x')]]);
      return Buffer.from(archive.toString('latin1').replaceAll('xx/xx/outside', '../../outside'), 'latin1');
    },
    /no name of a file/,
  ],
  'the archive is cut off': [async () => (await whole()).subarray(0, -40), /cut off/],
  'something is set before the archive': [async () => Buffer.concat([Buffer.from('MZ'), await whole()]), /damaged/],
  'something is set behind the archive': [
    async () => Buffer.concat([await whole(), Buffer.from('more')]),
    /behind its end/,
  ],
  'the packed bytes of a file are damaged': [async () => flipped(await whole(), 60), /events.csv (was|cannot|is)/],
  'the name before a file is another than in the list': [
    async () => {
      const bytes = await whole();
      bytes.write('Events.csv', bytes.indexOf('events.csv'));
      return bytes;
    },
    /in two places differs/,
  ],
  'it is no archive': [async () => Buffer.from('events'), /too short/],
  'whoever has the key left a row out of the CSV': [
    before(({ files }) => {
      replaced(files, 'events.csv', (text) => text.replace(/\r\ne2,.*\r\n/, '\r\n'));
    }),
    /events.csv has 3 events/,
  ],
  'whoever has the key raised an amount': [
    before(({ files }) => {
      replaced(files, 'events.csv', (text) => text.replace('1.125', '7.125'));
    }),
    /do not add up to 1.125 EUR/,
  ],
  'whoever has the key claims what was claimed before': [
    before(({ files }) => {
      replaced(files, 'events.csv', (text) => text.replace('before', 'claimed'));
    }),
    /claimed/,
  ],
  'whoever has the key raised a line of the counts': [
    before(({ files }) => {
      replaced(files, 'counts.json', (text) => text.replace('"amount":"0.75"', '"amount":"1.75"'));
    }),
    /do not add up to 1.75/,
  ],
  'whoever has the key raised the total': [
    before(({ told }) => {
      told['totals'] = [{ currency: 'EUR', amount: '2.875' }];
    }),
    /total in the manifest/,
  ],
  'whoever has the key names no sum of the CSV': [
    async () => {
      const parts = smallParts();
      const csv = parts.files.get('events.csv') ?? Buffer.alloc(0);
      parts.files.delete('events.csv');
      return packed((await signed(parts)).set('events.csv', csv));
    },
    /does not name events.csv/,
  ],
};

describe('the check of an evidence archive', () => {
  it('accepts one that nobody changed, with and without the fingerprint, however that is written', async () => {
    const path = kept(await whole());
    const spaced = `SHA256:${SIGNER.fingerprint.toUpperCase().replace(/(.{4})/g, '$1 ')}`;
    for (const key of ['', SIGNER.fingerprint, spaced])
      expect(await verifyArchive(path, { key })).toMatchObject({
        ok: true,
        said: [
          expect.stringContaining('1.875 EUR'),
          expect.stringContaining('Alpha for shop.example'),
          expect.stringContaining(SIGNER.fingerprint),
        ],
      });
    expect(await verifyArchive(join(folder, 'nowhere.zip'))).toMatchObject({ ok: false });
  });

  it.each(Object.entries(TAMPERINGS))('refuses it when %s', async (_, [make, said]) => {
    const verdict = await verifyArchive(kept(await make()), { key: SIGNER.fingerprint });
    expect(verdict).toMatchObject({ ok: false });
    expect(verdict.said.join(' ')).toMatch(said);
  });

  it('refuses it when any bit of it is another: of what stands around files, and those that packing leaves unsaid', async () => {
    const bytes = await whole();
    const path = kept(bytes);
    const placeOf = (name: string) => bytes.indexOf(name) - HEAD;
    const [second, list] = [placeOf('events.parquet'), bytes.indexOf(Buffer.from('504b0102', 'hex'))];
    const places = [
      ...Array.from({ length: HEAD + 'events.csv'.length }, (_, at) => at),
      // Where the first file ends: packed bits nobody reads, and its sums.
      ...Array.from({ length: 20 }, (_, at) => second - 20 + at),
      ...Array.from({ length: 46 }, (_, at) => list + at),
      ...Array.from({ length: 22 + 'manifest.sig'.length }, (_, at) => bytes.length - 1 - at),
      // Of the rest a part, another at each run.
      ...Array.from({ length: 60 }, () => randomInt(bytes.length)),
    ];
    const accepted: string[] = [];
    for (const at of places)
      for (const bit of [1, 2, 4, 8, 16, 32, 64, 128]) {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ bit;
        writeFileSync(path, copy);
        if ((await verifyArchive(path, { key: SIGNER.fingerprint })).ok) accepted.push(`${at} ${bit}`);
      }
    expect(accepted).toEqual([]);
  });

  it('goes into each archive as one file without anything else, which is this code', { timeout: 60_000 }, async () => {
    const text = readFileSync(VERIFIER, 'utf8');
    expect(text, 'npm run sync').toBe(await verifierText());
    expect(
      [...text.matchAll(/from "([^"]+)"/g)].map(([, name]) => name).every((name) => name?.startsWith('node:')),
    ).toBe(true);
    const right = kept(await whole());
    const { stdout } = await run(process.execPath, [VERIFIER, right, '--key', SIGNER.fingerprint]);
    expect(stdout).toMatch(/^OK\n/);
    const wrong = run(process.execPath, [VERIFIER, kept(await edited('counts.json', (each) => `${each} `)())]);
    await expect(wrong).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^NOT AS IT WAS SIGNED\ncounts.json/),
    });
  });
});
