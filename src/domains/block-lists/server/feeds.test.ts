import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectPostgres } from '#platform/server/postgres/postgres.ts';
import { hasInstalled } from '../../../../test/support/left-out.ts';
import { BASE, FEEDS, SITE, useBlockList, visits } from '../testing/use-block-list.ts';
import { keptTexts } from './feed-texts.ts';
import { readFeed } from './read-feed.ts';
import { blockFeed } from './tables.ts';

const { app, get, send, block, bring, follow, stores } = useBlockList();

const make = async (wanted: object, who = 'customer') =>
  send('POST', FEEDS, { package_name: SITE, kinds: ['address', 'network'], ...wanted }, who);
const pathOf = async (wanted: object): Promise<string> => (await make(wanted)).body.data.path;
const fetchFeed = (url: string, headers: Record<string, string> = {}) => app.call('GET', url, { headers });

beforeAll(async () => {
  await bring([...visits(100), ...visits(5, { ip: '::ffff:203.0.113.7', verdict: 'fraud' })]);
  await block('address', ['203.0.113.7', '198.51.100.0/24', '2001:db8::1']);
  await block('publisher', ['=bad, one']);
  await follow();
});

describe('a feed of the block list', () => {
  let path = '';

  it('is read by its secret address alone, which is told once', async () => {
    const made = await make({ name: 'Edge servers', format: 'text' });
    path = made.body.data.path;
    expect(path).toMatch(/^\/feeds\/[\w-]{43}\/edge-servers\.txt$/);
    const answer = await fetchFeed(path);
    expect([answer.status, answer.text]).toEqual([200, '203.0.113.7\n198.51.100.0/24\n2001:db8::1\n']);
    const listed = (await get(`${FEEDS}?package_name=${SITE}`)).body.data;
    expect(listed).toMatchObject([{ name: 'Edge servers', entries: 3 }]);
    // Written behind the answer.
    await expect
      .poll(async () => (await get(`${FEEDS}?package_name=${SITE}`)).body.data)
      .toMatchObject([{ fetches: 1, last_fetched_from: '127.0.0.0/24' }]);
    expect(JSON.stringify(listed)).not.toContain(path.split('/')[2]);
    expect((await fetchFeed(path.replace(/.\/edge/, (end) => `${end[0] === 'A' ? 'B' : 'A'}/edge`))).status).toBe(404);
    expect((await make({ name: 'Edge servers', format: 'csv' })).body.field).toBe('name');
  });

  it('says by tag and date whether it is another one', async () => {
    const { headers } = await fetchFeed(path);
    const etag = String(headers['etag']);
    expect([(await fetchFeed(path, { 'if-none-match': etag })).status, etag.length]).toEqual([304, 34]);
    expect((await fetchFeed(path, { 'if-none-match': '"another"' })).status).toBe(200);
    const since = String(headers['last-modified']);
    expect((await fetchFeed(path, { 'if-modified-since': since })).status).toBe(304);
    expect((await fetchFeed(path, { 'if-modified-since': 'Mon, 01 Jan 2024 00:00:00 GMT' })).status).toBe(200);
  });

  it('has what is removed no more once the job ran', async () => {
    const before = String((await fetchFeed(path)).headers['etag']);
    const { data } = (await get(`${BASE}?package_name=${SITE}&search=198.51`)).body;
    await send('DELETE', `${BASE}/${data[0].id}`);
    await follow();
    const after = await fetchFeed(path, { 'if-none-match': before });
    expect([after.status, after.text]).toEqual([200, '203.0.113.7\n2001:db8::1\n']);
  });

  it('is answered from its copy while the database is down', async () => {
    const down = connectPostgres({ connectionString: 'postgres://nobody@127.0.0.1:1/none' }, 'server', 1);
    try {
      const secret = path.split('/')[2] ?? '';
      const parts = { ...stores(), database: down, texts: keptTexts(), later: () => {} };
      const reader = { from: '127.0.0.1', encodings: '' };
      const answer = await readFeed(parts, secret, reader);
      expect(String(answer.stream)).toBe('203.0.113.7\n2001:db8::1\n');
      await expect(readFeed(parts, 'x'.repeat(43), reader)).rejects.toThrow();
    } finally {
      await down.close();
    }
  });

  it('gets another address, and ends, with its copy', async () => {
    const [feed] = (await get(`${FEEDS}?package_name=${SITE}`)).body.data;
    expect((await send('POST', `${FEEDS}/${feed.id}/rotate`, undefined, 'stranger')).status).toBe(404);
    const rotated = (await send('POST', `${FEEDS}/${feed.id}/rotate`)).body.data.path;
    await follow();
    expect([(await fetchFeed(path)).status, (await fetchFeed(rotated)).status]).toEqual([404, 200]);
    expect((await send('DELETE', `${FEEDS}/${feed.id}`)).status).toBe(200);
    expect((await fetchFeed(rotated)).status).toBe(404);
    expect((await app.context.database.db.select().from(blockFeed)).map(({ body }) => body)).toEqual(['']);
  });
});

describe('the formats', () => {
  it('guard a spreadsheet against formulas', async () => {
    const { text } = await fetchFeed(await pathOf({ name: 'A table', format: 'csv', kinds: ['publisher'] }));
    expect(text.split(/\r?\n/)[1]).toMatch(/^publisher,"'=bad, one",,Seen in a test,2026-11-20T12:/);
  });

  it('show in a name what would turn it around', async () => {
    await block('publisher', ['\u202Egnp.exe']);
    for (const format of ['text', 'csv']) {
      const { text } = await fetchFeed(await pathOf({ name: `Turned ${format}`, format, kinds: ['publisher'] }));
      expect([format, text.includes('[U+202E]gnp.exe'), text.includes('\u202E')]).toEqual([format, true, false]);
    }
  });

  it('hold addresses by family where the reader has sets of one only', async () => {
    const v4 = await fetchFeed(await pathOf({ name: 'WAF 4', format: 'aws_waf_v4' }));
    expect(v4.body).toEqual({ IPAddressVersion: 'IPV4', Addresses: ['203.0.113.7/32'] });
    const v6 = await fetchFeed(await pathOf({ name: 'WAF 6', format: 'aws_waf_v6' }));
    expect(v6.body).toEqual({ IPAddressVersion: 'IPV6', Addresses: ['2001:db8::1/128'] });
    const set = await fetchFeed(await pathOf({ name: 'Set', format: 'ipset' }));
    expect(set.text).toContain('add adsieve-inet 203.0.113.7\n');
    expect(set.text).toContain('add adsieve-inet6 2001:db8::1\n');
  });

  it('leave out what their reader cannot load or what would cut it off, of entries from before that was refused', async () => {
    const { pool } = app.context.database;
    const stored = `INSERT INTO block_entry (package_name, kind, value, reason, author)
      SELECT $1, 'network', value, 'Stored before', 'test' FROM unnest($2::text[]) AS value`;
    await pool.query(stored, [SITE, ['0.0.0.0/0', '8.0.0.0/5']]);
    for (const format of ['text', 'search_ads', 'nginx_deny', 'nginx_geo', 'ipset', 'aws_waf_v4']) {
      const { text } = await fetchFeed(await pathOf({ name: `Old ${format}`, format }));
      expect([format, text.includes('203.0.113.7'), /0\.0\.0\.0\/0|8\.0\.0\.0/.test(text)]).toEqual([
        format,
        true,
        false,
      ]);
    }
    const listed = (await get(`${FEEDS}?package_name=${SITE}`)).body.data;
    const old = listed.find(({ name }: { name: string }) => name === 'Old ipset');
    expect([old.entries, old.left_out]).toEqual([2, 2]);
    await pool.query("DELETE FROM block_entry WHERE reason = 'Stored before'");
  });

  it('are asked about by what they hold: an entry of the other family is none of theirs', async () => {
    await bring(visits(100, { ip: '::ffff:198.51.100.7' }));
    await block('address', ['198.51.100.7'], { confirm: SITE });
    expect((await make({ name: 'Of six', format: 'aws_waf_v6' })).status).toBe(200);
    expect((await make({ name: 'Of four', format: 'aws_waf_v4' })).body.field).toBe('confirm');
    const { data } = (await get(`${BASE}?package_name=${SITE}&search=198.51.100.7`)).body;
    await send('DELETE', `${BASE}/${data[0].id}`);
  });

  it('refuse what they cannot hold', async () => {
    const wrong = await make({ name: 'Not so', format: 'nginx_deny', kinds: ['publisher'] });
    expect([wrong.status, wrong.body.field]).toEqual([422, 'kinds']);
  });

  it('put the addresses with the most fraud first for search ads, 500 at most', async () => {
    await block(
      'address',
      Array.from({ length: 700 }, (_, n) => `11.${n >> 8}.${n & 255}.1`),
    );
    await follow();
    const { text } = await fetchFeed(await pathOf({ name: 'Search', format: 'search_ads' }));
    const lines = text.trimEnd().split('\n');
    expect([lines[0], lines.length]).toEqual(['203.0.113.7', 500]);
    const path = await pathOf({ name: 'Everything', format: 'text' });
    const whole = (await fetchFeed(path)).text;
    const small = await app.app.http.inject({ method: 'GET', url: path, headers: { 'accept-encoding': 'br, gzip' } });
    expect([small.headers['content-encoding'], String(gunzipSync(small.rawPayload)) === whole]).toEqual(['gzip', true]);
    expect(small.rawPayload.length).toBeLessThan(whole.length / 2);
    const tag = String(small.headers['etag']);
    expect((await fetchFeed(path, { 'accept-encoding': 'gzip', 'if-none-match': tag })).status).toBe(304);
    const feed = (await get(`${FEEDS}?package_name=${SITE}`)).body.data.find(
      ({ name }: { name: string }) => name === 'Search',
    );
    expect([feed.entries, feed.left_out]).toEqual([500, 202]);
  });

  it('are asked again by name where they would hit a tenth of the clean traffic', async () => {
    await block('publisher', ['p1'], { confirm: SITE });
    const wanted = { name: 'All of it', format: 'text', kinds: ['publisher'] };
    const asked = await make(wanted);
    expect([asked.status, asked.body.field]).toEqual([422, 'confirm']);
    expect((await make({ ...wanted, confirm: SITE })).status).toBe(200);
  });

  it.runIf(hasInstalled('nginx'))('are read by nginx itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'adsieve-nginx-'));
    try {
      for (const format of ['nginx_deny', 'nginx_geo'])
        writeFileSync(join(folder, format), (await fetchFeed(await pathOf({ name: format, format }))).text);
      writeFileSync(
        join(folder, 'nginx.conf'),
        `error_log stderr; pid ${folder}/pid; events {}
        http {
          access_log off; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
          uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
          include ${folder}/nginx_geo; server { listen unix:${folder}/s; include ${folder}/nginx_deny; }
        }`,
      );
      const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')]);
      expect([status, status === 0 ? '' : String(stderr)]).toEqual([0, '']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
