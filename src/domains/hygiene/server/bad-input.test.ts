// @vitest-environment-options { "alone": "memory of the process while a hundred files come in" }
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasInstalled } from '../../../../test/support/left-out.ts';
import { drawn, useFilms, useHygiene, words } from '../testing/use-hygiene.ts';
import { hitsIn } from './analyser/lexicon.ts';

const MB = 1024 * 1024;
const { app, own, token, upload, safety, analysed } = useHygiene();
const film = useFilms();
const owned = { who: 'customer', packageName: own };
const isThere = hasInstalled('ffmpeg');

/** The process of models: a child of this one. */
function workerPid(): number | undefined {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]);
      if (
        parent === process.pid &&
        readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('hygiene/server/worker/main')
      )
        return Number(name);
    } catch {
      // Ended while it was looked at.
    }
  return undefined;
}

describe('a picture', () => {
  it('taken somewhere tells so nowhere but in the file itself', async () => {
    const taken = await sharp(await drawn(words('At the lake'), 900, 300))
      .withExif({ IFD0: { Artist: 'Ada Example' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } })
      .jpeg()
      .toBuffer();
    expect(taken.includes('Ada Example')).toBe(true);
    const result = await analysed(taken, { ...owned, name: 'lake.jpg' });
    expect(result.text).toBe('At the lake');
    const get = (path: string) => app.get(`/api/brand_hygiene/result${path}`, token('customer'));
    const [newest] = (await get(`?package_name=${own}`)).body.data;
    const { preview } = (await get(`/${newest.id}`)).body.data;
    const { exif, xmp, iptc, format } = await sharp(Buffer.from(preview.split(',')[1], 'base64')).metadata();
    expect([format, exif, xmp, iptc]).toEqual(['webp', undefined, undefined, undefined]);
    const [csv, pdf] = [(await get(`/${newest.id}/csv`)).text, (await get(`/${newest.id}/pdf`)).text];
    for (const told of [JSON.stringify(result), csv, pdf]) expect(told).not.toMatch(/GPS|52\/1|Ada Example/);
  }, 60_000);

  it('that is two files in one, a page of notes that unfold or a film of pictures is read as one picture, or refused', async () => {
    const said = async (file: Buffer) => (await safety((await upload(file, owned)).url)).answer.statusCode;
    const gif = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c33' } })
      .gif()
      .toBuffer();
    // A GIF that is a script as well, and a JPEG with an archive behind it.
    expect(await said(Buffer.concat([gif, Buffer.from('/*<script>alert(1)</script>*/')]))).toBe(200);
    const jpeg = await sharp(gif).jpeg().toBuffer();
    expect(await said(Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004evil.exe')]))).toBe(200);
    // 60 MB of notes in 60 kB, as libraries unfold them with the picture.
    const png = await sharp(gif).png().toBuffer();
    const notes = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(60 * MB, 65))]);
    expect([200, 422]).toContain(await said(withChunk(png, 'zTXt', notes)));
    const pages = await sharp({ create: { width: 2_000, height: 2_000 * 40, channels: 3, background: '#3c3' } })
      .gif({ progressive: false })
      .toBuffer()
      .catch(() => Buffer.alloc(0));
    if (pages.length > 0) expect(await said(pages)).toBe(422);
    for (const mediaType of ['video/mp4', 'audio/wav'])
      expect((await upload(jpeg, { ...owned, headers: { 'content-type': mediaType } })).status).toBe(415);
  }, 90_000);

  it('with words in eight scripts is read as far as it can be, nothing is made up, and it says that there is more', async () => {
    const scripts = ['Offer', 'Скидка', 'Έκπτωση', '割引', '折扣', '할인', 'छूट', 'خصم'];
    const lines = scripts.map(
      (word, n) => `<text x="30" y="${70 + n * 62}" font-size="48" font-family="sans-serif">${word}</text>`,
    );
    const result = await analysed(await drawn(lines.join(''), 700, 560), { ...owned, name: '割引 خصم.png' });
    expect(result.text).toContain('Offer');
    expect(result.meta.unavailable).toContainEqual({ section: 'text', absence: 'other_script', needs: '' });
    for (const word of scripts) {
      expect(await hitsIn(`… ${word}!`, '', scripts)).toContainEqual({ category: 'Own words', word });
      expect(await hitsIn('nothing of the kind', '', [word])).toEqual([]);
    }
    const list = (await app.get(`/api/brand_hygiene/result?package_name=${own}`, token('customer'))).body.data;
    expect(list[0].name).toBe('割引 خصم.png');
  }, 60_000);

  it('is called so without what no name may have, control and turned-round letters too, whoever sends it', async () => {
    const name = encodeURIComponent('a#$^{}<>;?`~\u202Egnp.＜\u0007z.png');
    const result = await upload(await drawn(words('Name')), { ...owned, name });
    expect((await safety(result.url)).answer.statusCode).toBe(200);
    const [newest] = (await app.get(`/api/brand_hygiene/result?package_name=${own}`, token('customer'))).body.data;
    expect(newest.name).toBe('a            gnp.  z.png');
  });

  it('has an address that is good for no other file', async () => {
    const [mine, other] = [
      await upload(await drawn(words('Mine')), owned),
      await upload(await drawn(words('Other')), owned),
    ];
    const swapped = new URL(other.url);
    swapped.pathname = new URL(mine.url).pathname;
    const foreign = { statusCode: 422, told: { code: 'hygiene_address' } };
    for (const address of [
      swapped.href,
      'https://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      `${mine.url}0`,
    ])
      expect((await safety(address)).answer).toMatchObject(foreign);
  });
});

/** The picture with one more chunk before its end. */
function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, 'latin1');
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])));
  return Buffer.concat([png.subarray(0, -12), head, data, sum, png.subarray(-12)]);
}

describe.skipIf(!isThere)('a film', () => {
  it('without frames is refused, and one with nothing to hear is looked at', async () => {
    const said = async (file: Buffer) => (await safety((await upload(file, owned)).url)).answer;
    const source = ['-f', 'lavfi', '-i', 'color=c=navy:s=64x64:d=2:r=5'];
    const empty = film('empty.webm', ...source, '-c:v', 'libvpx', '-frames:v', '0');
    expect([(await said(empty)).statusCode]).toEqual([422]);
    const silent = film('silent.mp4', ...source, '-f', 'lavfi', '-i', 'anullsrc', '-t', '2', '-pix_fmt', 'yuv420p');
    const result = await analysed(silent, owned);
    expect(Object.keys(result.generic_labels)).toEqual(expect.arrayContaining(['Blue', 'Square format']));
    const [speech] = result.meta.unavailable.filter(({ section }) => section === 'speech');
    expect(['silent', 'not_installed']).toContain(speech?.absence);
    // Its list of others is never followed, whatever the film is called.
    const list = film('list.mp4', ...source, '-pix_fmt', 'yuv420p', '-f', 'hls', '-hls_time', '1');
    expect((await upload(list, { ...owned, name: 'list.mp4' })).status).toBe(415);
  }, 90_000);
});

describe('the process of models', () => {
  it('killed while it looks is begun anew and the file looked at again; killed twice, the file has failed', async () => {
    const killed = async (times: number) => {
      const { url } = await upload(await drawn(words(`Killed ${times}`), 1_200, 800), owned);
      const answered = safety(url);
      for (let tries = 1; tries <= times; tries++) {
        const isTried = async (): Promise<boolean> => {
          const { rows } = await app.context.database.pool.query(
            'SELECT state, tries FROM hygiene_analysis ORDER BY id DESC LIMIT 1',
          );
          return rows[0]?.state === 'processing' && rows[0].tries === tries && workerPid() !== undefined;
        };
        await expect.poll(isTried, { timeout: 30_000, interval: 30 }).toBe(true);
        process.kill(workerPid() ?? 0, 'SIGKILL');
      }
      return (await answered).answer;
    };
    expect((await killed(1)).statusCode).toBe(200);
    expect(await killed(2)).toMatchObject({ statusCode: 500, body: 'Something went wrong!' });
  }, 120_000);
});

describe('a hundred files at once', () => {
  let port = 0;
  beforeAll(async () => {
    await app.app.http.listen({ port: 0, host: '127.0.0.1' });
    port = (app.app.http.server.address() as AddressInfo).port;
  });
  afterAll(() => app.app.http.server.closeAllConnections());

  it('are all answered, in fair order, and are never in memory', async () => {
    // Of 4 MB each, broken behind their heads: what is looked for here is the queue.
    const file = Buffer.concat([(await drawn(words('Many'))).subarray(0, 600), Buffer.alloc(4 * MB)]);
    const path = `http://127.0.0.1:${port}/api/brand_hygiene`;
    const order: string[] = [];
    // Not by fetch, which copies what it sends.
    const sent = (who: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: token(who), 'content-type': 'image/png', 'content-length': file.length };
        const asked = request(`${path}/upload`, { method: 'POST', headers }, (answer) =>
          text(answer).then((said) => resolve(JSON.parse(said).signedURL), reject),
        );
        asked.on('error', reject).end(file);
      });
    const analysis = async (who: string, address: string): Promise<number> => {
      const body = JSON.stringify({ authorization: '', s3_presigned_url: address });
      const headers = { 'content-type': 'application/json', authorization: token(who) };
      const answer = await fetch(`${path}/safety`, { method: 'POST', headers, body });
      const { statusCode } = (await answer.json()) as { statusCode: number };
      order.push(who);
      return statusCode;
    };
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 20);
    const senders = Array.from({ length: 100 }, (_, n) => (n < 92 ? 'customer' : 'publisher'));
    const addresses = await Promise.all(senders.map(sent));
    clearInterval(watch);
    const statuses = await Promise.all(senders.map((who, n) => analysis(who, addresses[n] ?? '')));
    expect(statuses).toEqual(Array.from({ length: 100 }, () => 422));
    // All of the one who sent few are through long before the last of those who sent many.
    expect(order.lastIndexOf('publisher')).toBeLessThan(60);
    expect((most - before) / MB).toBeLessThan(300);
  }, 150_000);
});
