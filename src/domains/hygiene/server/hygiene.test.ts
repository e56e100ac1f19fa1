import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { analysisAnswer } from '#domains/hygiene/contract/result.ts';
import { bytesOf } from '#platform/server/files/files.ts';
import { drawn, useHygiene, words } from '../testing/use-hygiene.ts';

const { app, upload, safety, analysed } = useHygiene();

/** White, of one bit for each pixel: small to send, and large once it is decoded. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const sign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([sign, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

const fileIn = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';
const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search;

describe('an upload', () => {
  it('is stored byte for byte under the moment it came, and read by its address until that ends [BH-API-01] [BH-ENT-01] [BH-GAP-06]', async () => {
    const picture = await drawn(words('Hello'));
    const { url } = await upload(picture);
    const name = fileIn(url);
    expect(name).toMatch(/^1795176000000-/);
    const stored = await app.context.files.read(`hygiene/${name}`);
    expect(stored && (await bytesOf(stored)).equals(picture)).toBe(true);
    const read = await app.app.http.inject(pathOf(url));
    expect([read.statusCode, read.rawPayload.equals(picture)]).toEqual([200, true]);
    expect(read.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': /^attachment/,
    });
    const other = fileIn((await upload(await drawn(words('Other')))).url);
    expect((await app.get(pathOf(url).replace(name, other))).status).toBe(404);
    expect((await app.get(pathOf(url).replace(/exp=\d+/, 'exp=9999999999999'))).status).toBe(404);
    app.clock.advance(15 * 60_000 + 1);
    expect((await app.get(pathOf(url))).status).toBe(404);
    expect((await safety(url)).answer).toMatchObject({ statusCode: 422, body: expect.stringContaining('has ended') });
  });
});

describe('limits of the server', () => {
  it('are told by the bytes of a file and not by what it says: to the byte for pictures, films and recordings [BH-GAP-02]', async () => {
    const MB = 1024 * 1024;
    const head = await drawn(words('Head'));
    const of = (bytes: Buffer, most: number) => Buffer.concat([bytes, Buffer.alloc(most - bytes.length)]);
    const mp4 = Buffer.from('\0\0\0\u0018ftypmp42', 'latin1');
    const wav = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1');
    for (const [bytes, most, message] of [
      [head, 5 * MB, 'Size is too large. upload an image less than 5 mb!'],
      [mp4, 50 * MB, 'Size is too large. upload a video less than 50MB!'],
      [wav, 39 * MB, 'An audio file may have at most 39 MB'],
    ] as const) {
      expect((await upload(of(bytes, most), { who: 'customer' })).status, message).toBe(200);
      const { status, body } = await upload(of(bytes, most + 1), { who: 'customer' });
      expect([status, body.message]).toEqual([413, message]);
    }
  });

  it('refuse what is none of them, whatever it is called: texts, programs, scripts in drawings, playlists, nothing', async () => {
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const playlist = '#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:1,\nfile:///etc/passwd\n';
    for (const text of [script, playlist, 'hello', 'PK\u0003\u0004', '<html>', '%PDF-1.7']) {
      const { status } = await upload(Buffer.from(text), { who: 'customer', headers: { 'content-type': 'image/png' } });
      expect([text, status]).toEqual([text, 415]);
    }
    const { status, body } = await upload(Buffer.alloc(0), { who: 'customer' });
    expect([status, body.message]).toEqual([400, 'Please upload valid file']);
  });

  it('answer a picture that is broken, a bomb of 12,000 by 12,000 pixels and one that is a page besides', async () => {
    const said = async (file: Buffer) => (await safety((await upload(file, { who: 'customer' })).url)).answer;
    const whole = await drawn(words('Whole'));
    expect(await said(whole.subarray(0, whole.length / 2))).toMatchObject({
      statusCode: 422,
      body: 'This file cannot be read',
    });
    const bomb = pngOf(12_000, 12_000);
    const many = 'This picture has too many pixels: at most 40 million are looked at';
    expect(await said(bomb)).toMatchObject({ statusCode: 422, body: many });
    const polyglot = Buffer.concat([whole, Buffer.from('<script>alert(1)</script>')]);
    expect((await said(polyglot)).statusCode).toBe(200);
  }, 60_000);
});

describe('the authorization of direct calls', () => {
  it('is that of this installation; a wrong one fails for upload and analysis, and pages name none [CLI-RULE-12]', async () => {
    const master = Buffer.from(app.context.folder.secret('signed-links'), 'hex');
    const own = createHmac('sha256', master).update('hygiene-authorization').digest('hex');
    const picture = await drawn(words('Authorized'), 320, 200);
    const { url, status } = await upload(picture, { headers: { authorization: own } });
    expect(status).toBe(200);
    expect((await safety(url, { authorization: own })).answer.statusCode).toBe(200);
    expect((await safety(url)).answer.statusCode).toBe(200);
    expect((await safety(url, { authorization: 'guessed-by-nobody' })).status).toBe(403);
    expect((await upload(picture, { headers: { authorization: 'guessed-by-nobody' } })).status).toBe(403);
  });
});

describe('an analysis', () => {
  it('is of the file: two drawings have different labels, and what is printed on one is its text [BH-API-02] [BH-GAP-07] [BH-ENT-03] [BH-ENT-04]', async () => {
    const green = await upload(await drawn(words('Summer offer today'), 900, 300, '#22aa44'));
    const blue = await upload(await drawn('<circle cx="100" cy="100" r="60" fill="#fff"/>', 300, 600, '#1133cc'));
    const [one, two] = [await safety(green.url), await safety(blue.url)];
    for (const { answer } of [one, two]) expect(analysisAnswer.parse(answer)).toEqual(answer);
    const [first, second] = [one, two].map(({ answer }) => {
      if (typeof answer.body === 'string') throw new Error(answer.body);
      return answer.body.result;
    });
    expect(Object.keys(first?.generic_labels ?? {})).toEqual(expect.arrayContaining(['Green', 'Wide format']));
    expect(Object.keys(second?.generic_labels ?? {})).toEqual(expect.arrayContaining(['Blue', 'Tall format']));
    expect([first?.text, second?.text]).toEqual(['Summer offer today', '']);
    expect([first?.meta.verdict, first?.celebrity, first?.demographics.age]).toEqual(['safe', {}, []]);
    expect(first?.meta.unavailable).toContainEqual({ section: 'celebrity', absence: 'switched_off', needs: '' });
    // Asked again it is the same one.
    expect((await safety(green.url)).answer).toEqual(one.answer);
  });

  it('reads what is forbidden on it, bright letters over a colour as well, says where, and judges by it', async () => {
    const result = await analysed(await drawn(words('Casino free spins', '#ffffff'), 900, 300, '#aa3322'));
    expect(result.text.toLowerCase()).toContain('casino');
    expect(Object.keys(result.moderation_labels)).toEqual(['Gambling']);
    expect(result.meta.verdict).toBe('review');
    expect(result.meta.reasons[0]).toMatchObject({ category: 'Gambling', action: 'review' });
    const [found] = result.meta.findings.filter(({ section }) => section === 'moderation_labels');
    expect(found?.place?.[0]).toBeLessThan(0.1);
  });

  it('of colours like those of skin speaks of skin only where somebody is', async () => {
    const gradient =
      '<linearGradient id="g"><stop stop-color="#f2b48a"/><stop offset="1" stop-color="#9a5a38"/></linearGradient>';
    const sunset = await analysed(
      await drawn(`<defs>${gradient}</defs><rect width="900" height="300" fill="url(#g)"/>`, 900, 300),
    );
    expect(Object.keys(sunset.generic_labels)).toContain('Orange');
    expect(Object.keys(sunset.generic_labels)).not.toContain('Skin tones');
  });

  it('names people and things on photographs of others, and nobody by name [BH-RULE-01]', async () => {
    const photo = readFileSync(createRequire(import.meta.url).resolve('@vladmandic/face-api/demo/sample1.jpg'));
    const result = await analysed(photo);
    expect(Object.keys(result.generic_labels)).toContain('Person');
    expect(result.celebrity).toEqual({});
    expect(result.meta.findings.find(({ name }) => name === 'Person')?.place).toHaveLength(4);
  });
});
