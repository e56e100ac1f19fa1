import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hasInstalled, hasProgram, leaveOut } from '../../../../test/support/left-out.ts';
import { drawn, useFilms, useHygiene, words } from '../testing/use-hygiene.ts';
import { HYGIENE_SERVER } from './slice.ts';
import { removeOld } from './upkeep.ts';

const { app, own, token, upload, safety, analysed } = useHygiene();
const film = useFilms();
const CONSENT = { consent_on: '2026-11-01', consent_note: 'A signed letter' };
const canHear = hasProgram('pocketsphinx_continuous') || leaveOut('Tests of speech', 'pocketsphinx');

const owned = { who: 'customer', packageName: own };
const send = (method: 'GET' | 'PUT' | 'DELETE' | 'POST', url: string, body?: unknown, who = 'customer') =>
  app.call(method, url, { token: token(who), ...(body === undefined ? {} : { body }) });
const sendFile = (path: string, query: Record<string, string>, file: Buffer) =>
  app.app.http.inject({
    method: 'POST',
    url: `${path}?${new URLSearchParams(query)}`,
    headers: { authorization: token('customer'), 'content-type': 'application/octet-stream' },
    payload: file,
  });

/** A person of the gallery comes in a form: no name in any address. */
async function sendPerson({ package_name, ...fields }: Record<string, string>, file: Buffer) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(file)]), 'face.jpg');
  const asked = new Response(form);
  return app.app.http.inject({
    method: 'POST',
    url: `/api/brand_hygiene/talent?package_name=${package_name}`,
    headers: { authorization: token('customer'), 'content-type': asked.headers.get('content-type') ?? '' },
    payload: Buffer.from(await asked.arrayBuffer()),
  });
}

describe.skipIf(!hasInstalled('ffmpeg'))('films and recordings', () => {
  it('are looked at by the second: what is written in a scene is found there, and what is longer than allowed is refused [BH-RULE-01]', async () => {
    const picture = join(tmpdir(), `adsieve-scene-${process.pid}.png`);
    const { writeFileSync } = await import('node:fs');
    writeFileSync(picture, await drawn(words('Casino bonus', '#111111', 60), 640, 360, '#ffffff'));
    const blue = ['-f', 'lavfi', '-i', 'color=c=blue:s=640x360:d=3:r=10'];
    const scene = [...blue, '-loop', '1', '-t', '3', '-r', '10', '-i', picture];
    const joined = ['-filter_complex', '[0][1]concat=n=2:v=1:a=0', '-pix_fmt', 'yuv420p'];
    const made = film('scenes.mp4', ...scene, ...joined);
    const result = await analysed(made, owned);
    expect(result.text.toLowerCase()).toContain('casino');
    const [found] = result.meta.findings.filter(({ name }) => name === 'Gambling');
    expect(found?.at?.every((second) => second >= 2.9)).toBe(true);
    expect(result.meta.unavailable).toContainEqual({ section: 'speech', absence: 'silent', needs: '' });
    expect([result.meta.width, Math.round(result.meta.seconds)]).toEqual([640, 6]);
    const long = film('long.mp4', '-f', 'lavfi', '-i', 'color=c=red:s=64x64:d=42:r=2', '-pix_fmt', 'yuv420p');
    const { answer } = await safety((await upload(long, owned)).url);
    expect(answer).toMatchObject({ statusCode: 422, body: 'Please upload a video file duration less than 40 seconds' });
  }, 120_000);

  it('that have nothing to look at, or are something else, say so', async () => {
    const said = async (file: Buffer, endpoint = 'generic_all') =>
      (await safety((await upload(file, owned)).url, { endpoint })).answer;
    const sound = film('sound.mp4', '-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac');
    expect(await said(sound)).toMatchObject({ statusCode: 422, body: 'This film has no picture' });
    const broken = Buffer.concat([
      Buffer.from('\0\0\0\u0018ftypmp42', 'latin1'),
      Buffer.from('#EXTM3U\nfile:///etc/passwd'),
    ]);
    expect(await said(broken)).toMatchObject({ statusCode: 422, body: 'This file cannot be read' });
    const long = film('long.wav', '-f', 'lavfi', '-i', 'sine=d=62', '-ar', '8000');
    expect(await said(long, 'speech_recognition')).toMatchObject({
      statusCode: 422,
      body: 'An audio file may last at most 1 minute',
    });
    // A picture has no speech, and a recording is no picture.
    expect(await said(await drawn(words('x')), 'speech_recognition')).toMatchObject({
      statusCode: 422,
      body: 'Please upload valid file',
    });
    expect(await said(long)).toMatchObject({ statusCode: 422 });
  }, 120_000);

  it.skipIf(!canHear || !hasProgram('flite'))(
    'that are spoken are read, with the second of what is forbidden [BH-CONST-02] [BH-CONST-01]',
    async () => {
      const path = join(tmpdir(), `adsieve-said-${process.pid}.wav`);
      execFileSync('flite', ['-voice', 'slt', '-t', 'Welcome to our online casino. Buy cheap vodka.', '-o', path]);
      const result = await analysed(readFileSync(path), { ...owned, endpoint: 'speech_recognition' });
      expect(result.text).toMatch(/casino/);
      expect(Object.keys(result.moderation_labels).sort()).toEqual(['Alcohol', 'Gambling']);
      expect(result.moderation_labels.Gambling?.at?.[0]).toBeGreaterThan(0.5);
      expect(result.moderation_labels.Gambling?.source).toBe('speech');
    },
    120_000,
  );
});

describe('a package', () => {
  it('finds its own marks, words and approved creatives, by its own policy', async () => {
    const logo = await drawn(
      '<circle cx="60" cy="60" r="45" fill="#d22"/><rect x="120" y="30" width="150" height="60" rx="20" fill="#22d"/>',
      300,
      120,
    );
    expect(
      (await sendFile('/api/brand_hygiene/mark', { package_name: own, kind: 'logo', name: 'Acme' }, logo)).statusCode,
    ).toBe(200);
    expect(
      (await sendFile('/api/brand_hygiene/mark', { package_name: own, kind: 'logo', name: 'Acme' }, logo)).statusCode,
    ).toBe(409);
    const flat = await drawn('', 100, 100);
    expect(
      (await sendFile('/api/brand_hygiene/mark', { package_name: own, kind: 'logo', name: 'Flat' }, flat)).statusCode,
    ).toBe(422);
    expect(
      (await sendFile('/api/brand_hygiene/mark', { package_name: own, kind: 'word', name: 'Fizzy' }, Buffer.alloc(0)))
        .statusCode,
    ).toBe(200);
    const creative = await drawn(
      `${words('Fizzy summer')}<g transform="translate(420 200) scale(0.6)"><circle cx="60" cy="60" r="45" fill="#d22"/><rect x="120" y="30" width="150" height="60" rx="20" fill="#22d"/></g>`,
      640,
      360,
    );
    expect(
      (await sendFile('/api/brand_hygiene/mark', { package_name: own, kind: 'creative', name: 'Summer' }, creative))
        .statusCode,
    ).toBe(200);
    const before = await analysed(creative, owned);
    expect(Object.keys(before.logo).sort()).toEqual(['Acme', 'Fizzy']);
    expect([before.meta.approved[0]?.name, before.meta.approved[0]?.distance, before.meta.verdict]).toEqual([
      'Summer',
      0,
      'safe',
    ]);
    const wish = {
      package_name: own,
      brand: 'Fizzy',
      channels: ['News'],
      rules: before.meta.reasons.length ? [] : [{ category: 'Own words', confidence: 0.5, action: 'unsafe' }],
      own_words: ['summer'],
      gallery: false,
      demographics: false,
    };
    const saved = await send('PUT', '/api/adao/configuration', wish);
    expect([saved.status, saved.body.data.brand]).toEqual([200, 'Fizzy']);
    expect((await send('GET', `/api/adao/configuration?package_name=${own}`)).body.data).toMatchObject({
      channels: ['News'],
      own_words: ['summer'],
    });
    const after = await analysed(creative, owned);
    expect([after.meta.verdict, after.meta.reasons[0]?.category]).toEqual(['unsafe', 'Own words']);
    // Who sees part of the traffic has none of it.
    for (const who of ['publisher', 'vendor'])
      expect((await send('GET', `/api/adao/configuration?package_name=${own}`, undefined, who)).status).toBe(403);
  }, 120_000);

  it('keeps what was found, as rows, PDF and CSV, without where a picture was taken', async () => {
    const list = (await send('GET', `/api/brand_hygiene/result?package_name=${own}&limit=100`)).body.data;
    const [newest] = list;
    expect(newest).toMatchObject({ kind: 'image', state: 'done', verdict: 'unsafe', created_by: 'customer' });
    const one = (await send('GET', `/api/brand_hygiene/result/${newest.id}`)).body.data;
    expect(one.preview).toMatch(/^data:image\/webp;base64,/);
    // To compare with: any that is done but itself, found by name a page at a time, first those of its name.
    const others = async (query: string) =>
      (await send('GET', `/api/brand_hygiene/result?package_name=${own}&state=done&beside=${newest.id}&${query}`)).body;
    const [first, second] = [await others('limit=1'), await others('limit=1&page=2')];
    expect([first.data.length, second.data.length, first.data[0].id !== second.data[0].id]).toEqual([1, 1, true]);
    expect((await others('limit=100')).data.map(({ id }: { id: number }) => id)).not.toContain(newest.id);
    expect((await others('search=no-such-file')).data).toEqual([]);
    const csv = await send('GET', `/api/brand_hygiene/result/${newest.id}/csv`);
    expect(csv.text).toMatch(/logo,Acme,/);
    const pdf = await send('GET', `/api/brand_hygiene/result/${newest.id}/pdf`);
    expect(pdf.text.startsWith('%PDF-')).toBe(true);
    expect((await send('DELETE', `/api/brand_hygiene/result/${newest.id}`)).status).toBe(200);
    expect((await send('GET', `/api/brand_hygiene/result/${newest.id}`)).status).toBe(404);
  });

  it('recognises who has agreed, where it has switched that on, and nobody after they were erased', async () => {
    const path = (n: number) =>
      readFileSync(join(process.cwd(), `node_modules/@vladmandic/face-api/demo/sample${n}.jpg`));
    // Of three people on it the one to the right.
    const face = await sharp(path(1)).extract({ left: 1300, top: 60, width: 620, height: 800 }).jpeg().toBuffer();
    const person = { package_name: own, name: 'Ada Example', email: 'ada@people.example', ...CONSENT };
    expect((await sendPerson(person, face)).statusCode).toBe(422);
    const wish = {
      package_name: own,
      brand: '',
      channels: [],
      rules: [],
      own_words: [],
      gallery: true,
      demographics: false,
    };
    await send('PUT', '/api/adao/configuration', wish);
    const tomorrow = await sendPerson({ ...person, consent_on: '2026-11-22' }, face);
    expect([tomorrow.statusCode, tomorrow.json().field]).toEqual([422, 'consent_on']);
    const added = await sendPerson(person, face);
    expect((await sendPerson({ ...person, name: 'Three' }, path(1))).statusCode).toBe(422);
    expect([added.statusCode, added.json().message]).toEqual([200, 'Created successfully !']);
    const seen = await analysed(path(1), owned);
    expect(Object.keys(seen.celebrity)).toEqual(['Ada Example']);
    expect(Object.keys((await analysed(await drawn(words('Nobody')), owned)).celebrity)).toEqual([]);
    const admin = await app.signIn({ email: 'admin@hygiene.example', role: 'admin', name: 'admin' });
    const counted = await app.call('POST', '/api/privacy/person/preview', {
      token: admin,
      body: { email: 'ada@people.example' },
    });
    expect(JSON.stringify(counted.body)).toMatch(/hygiene_talent"?[^}]*1|"hygiene_talent":1/);
    // And the result that names her: kept, but without the name, in whatever is made of it.
    expect(JSON.stringify(counted.body)).toMatch(/hygiene_analysis"?[^}]*1|"hygiene_analysis":1/);
    const kept = async (): Promise<string> => {
      const rows = (await send('GET', `/api/brand_hygiene/result?package_name=${own}&search=file`)).body.data;
      const told: string[] = [];
      for (const { id } of rows.slice(0, 5))
        for (const end of ['', '/csv'])
          told.push((await app.get(`/api/brand_hygiene/result/${id}${end}`, token('customer'))).text);
      return told.join('\n');
    };
    expect(await kept()).toContain('Ada Example');
    const { database, clickhouse, files } = app.context;
    const ada = { email: 'ada@people.example', accounts: [], names: [] };
    const counts: number[] = [];
    for (const { erase } of HYGIENE_SERVER.personalData ?? [])
      await erase({ database, clickhouse, files }, ada, async (n) => void counts.push(n));
    expect(counts).toEqual([0, 1, 1]);
    const left = await kept();
    expect([left.includes('Ada Example'), left.includes('erased')]).toEqual([false, true]);
  }, 150_000);
});

describe('the queue of creatives', () => {
  it('takes pictures of anybody and films of who is signed in, and says how far each is', async () => {
    const process = async (url: string, who = '') =>
      app.call('POST', '/api/adao/item', { body: { s3_presigned_url: url }, ...(who ? { token: token(who) } : {}) });
    const { url } = await upload(await drawn(words('Queued')), { who: 'customer' });
    expect(['queued', 'processing', 'done']).toContain((await process(url)).body.state);
    await expect.poll(async () => (await process(url)).body.state, { timeout: 60_000 }).toBe('done');
    expect((await process(url)).body.answer).toMatchObject({ statusCode: 200 });
    const mp4 = Buffer.from('\0\0\0\u0018ftypmp42', 'latin1');
    const video = await upload(mp4, { who: 'customer' });
    expect([(await process(video.url)).status, (await process(video.url, 'customer')).status]).toEqual([401, 200]);
  }, 90_000);
});

describe('uploads of strangers', () => {
  it('are twenty an hour for each address, and say how long to wait', async () => {
    const picture = await drawn(words('Many'), 60, 40);
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) statuses.push((await upload(picture)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    const { body } = await upload(picture);
    expect(body.message).toBe('Too many requests, please wait 1 hour');
    expect((await upload(picture, { who: 'customer' })).status).toBe(200);
  });

  it('are gone after a day, with what was found in them [BH-GAP-09]', async () => {
    const { database, files } = app.context;
    const { url } = await upload(await drawn(words('Gone')), { who: 'customer' });
    expect((await safety(url)).answer.statusCode).toBe(200);
    app.clock.advance(24 * 3_600_000 + 1000);
    await removeOld({ database, files, now: () => app.clock.now() });
    const left: string[] = [];
    for await (const { name } of files.list('hygiene')) left.push(name);
    const rows = await database.pool.query('SELECT id FROM hygiene_analysis WHERE package_name IS NULL');
    expect([left, rows.rowCount]).toEqual([[], 0]);
  });
});

describe('the address of a creative in the queue', () => {
  it('reads its file for a quarter of an hour, and says for a day what was found in it', async () => {
    const process = async (url: string) =>
      (await app.call('POST', '/api/adao/item', { body: { s3_presigned_url: url } })).body;
    const { url } = await upload(await drawn(words('Queued')));
    await expect.poll(async () => (await process(url)).state, { timeout: 60_000 }).toBe('done');
    const other = await upload(await drawn(words('Never asked for')));
    app.clock.advance(20 * 60_000);
    const later = await process(url);
    expect([later.state, later.answer.statusCode, later.preview.slice(0, 23)]).toEqual([
      'done',
      200,
      'data:image/webp;base64,',
    ]);
    expect(await process(other.url)).toMatchObject({ state: 'failed', answer: { statusCode: 422 }, preview: '' });
    expect((await process(url.replace(/sig=.{6}/, 'sig=AAAAAA'))).answer.statusCode).toBe(422);
    expect((await safety(url)).answer.statusCode).toBe(422);
    app.clock.advance(24 * 3_600_000);
    expect((await process(url)).answer.statusCode).toBe(422);
  }, 90_000);
});
