// @drawn one sender among many
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemScope } from '#platform/server/access/scope.ts';
import { SENDERS, setUpOf } from '#traffic/collector/contract/senders.ts';
import { RAW_COLUMNS } from '#traffic/event/contract/event.ts';
import { importLocalFile } from '#traffic/intake/server/imports.ts';
import { APPSFLYER_HEADER, appsflyerRow, randomFrom } from '../../../../../bench/import/generate-appsflyer.ts';
import { dataLockerName } from '../../../../../test/support/data-locker-names.ts';
import { OWN, times, useCollector } from '../../testing/use-collector.ts';

const live = useCollector();

type Fields = Readonly<Record<string, string>>;

async function call(format: string, fields: Fields, { by = 'GET', key = live.key, form = false, query = '' } = {}) {
  const address = `/api/callback/${format}?write_key=${key}${query}`;
  const answer = await live.app.app.http.inject(
    by === 'GET'
      ? { method: 'GET', url: `${address}&${new URLSearchParams(fields)}` }
      : {
          method: 'POST',
          url: address,
          headers: { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' },
          payload: form ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
        },
  );
  return { status: answer.statusCode, body: answer.json() };
}

const callWith = (format: string, payload: object) =>
  live.app.app.http.inject({ method: 'POST', url: `/api/callback/${format}?write_key=${live.key}`, payload });

async function importFile(name: string, text: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'adsieve-callback-'));
  writeFileSync(join(folder, name), text);
  const file = { packageName: OWN, path: join(folder, name), fileName: name, timeZone: 'UTC' };
  expect(await importLocalFile(systemScope(), live.app.context.imports, file)).toMatchObject({
    state: 'done',
    rejected: 0,
  });
  rmSync(folder, { recursive: true });
}

/** All that is known of an event but for the way it came. */
const whole = () =>
  live.rows<{ kind: string }>(
    `kind, ts, device_id_class, ${Object.keys(RAW_COLUMNS).join(', ')}, verdict, reason, hits,
     mapFilter((name, value) -> name NOT IN ('event_id', 'kind', 'received_at'), extra) AS beside`,
  );

const HEADER = [...APPSFLYER_HEADER, 'Blocked Reason', 'Is LAT'];
const unquoted = (text: string): string => text.replace(/^"|"$/g, '').replaceAll('""', '"');
const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Rows of an export, of every message AppsFlyer pushes. */
const exported = (seed: number): Map<string, string>[] => {
  const random = randomFrom(seed);
  return times(24, (n) => {
    const row = new Map(appsflyerRow(random).map((value, index) => [HEADER[index] ?? '', unquoted(value)]));
    if (n % 6 === 1) row.set('Event Name', 're-engagement').set('Is Retargeting', 'true');
    if (n % 6 === 2) row.set('Event Name', 'af_login').set('Is Retargeting', 'true');
    if (n % 6 === 3) row.set('Blocked Reason', 'click_flood').set('Is LAT', 'true').set('Advertising ID', '');
    if (n % 6 === 4) row.set('Attributed Touch Type', 'impression').set('Is Primary Attribution', 'false');
    if (n % 6 === 5) row.set('Media Source', '').set('Attributed Touch Type', '').set('Attributed Touch Time', '');
    return row;
  });
};

const pushed = (row: ReadonlyMap<string, string>): Fields =>
  Object.fromEntries([...row].flatMap(([name, value]) => (value === '' ? [] : [[dataLockerName(name), value]])));

describe('callbacks of AppsFlyer', () => {
  it('give the same rows and verdicts as the same records in an export file', async () => {
    const rows = exported(Math.floor(Math.random() * 1e6));
    const lines = rows.map((row) => HEADER.map((name) => quoted(row.get(name) ?? '')).join(','));
    await importFile('installs.csv', `${HEADER.join(',')}\n${lines.join('\n')}\n`);
    const imported = await whole();
    expect(new Set(imported.map(({ kind }) => kind))).toEqual(
      new Set(['install', 'app_event', 're_click', 're_event']),
    );
    await live.clear();
    for (const [n, row] of rows.entries())
      expect(await call('appsflyer', pushed(row), { by: n % 2 === 0 ? 'GET' : 'POST' })).toMatchObject({
        status: 200,
        body: { accepted: 1, rejected: [] },
      });
    await live.load();
    expect(await whole()).toEqual(imported);
  });

  it('that come again are the same event, by whichever method', async () => {
    const [row] = exported(5);
    const fields = pushed(row ?? new Map());
    expect((await call('appsflyer', fields)).body).toMatchObject({ accepted: 1, duplicates: 0 });
    expect((await call('appsflyer', fields)).body).toMatchObject({ accepted: 0, duplicates: 1 });
    expect((await call('appsflyer', fields, { by: 'POST' })).body).toMatchObject({ accepted: 0, duplicates: 1 });
    const later = { ...fields, event_time: '2026-10-30 10:00:00.123' };
    expect((await call('appsflyer', later, { by: 'POST' })).body).toMatchObject({ accepted: 1, duplicates: 0 });
    await live.load();
    expect(await live.rows('count() AS n')).toEqual([{ n: 2 }]);
  });

  it('that cannot be read wait with their reason, and are answered all the same', async () => {
    const [row] = exported(5);
    const fields = { ...pushed(row ?? new Map()), event_name: 'install', ip: 'nowhere' };
    expect(await call('appsflyer', fields)).toMatchObject({
      status: 200,
      body: { accepted: 0, rejected: [{ field: 'ip', reason: 'not_an_address' }] },
    });
    const letters = await live.app.get(`/api/live-traffic/dead-letters?package_name=${OWN}`, live.admin);
    expect(letters.body.data).toMatchObject([{ kind: 'install', field: 'ip', reason: 'not_an_address' }]);
    expect(letters.body.data[0].event).toContain('nowhere');
  });

  it('are refused without a key, with a revoked one, and where nobody understands them', async () => {
    const { id, secret: key } = await live.makeKey('Tracker');
    expect((await call('appsflyer', { event_name: 'install' }, { key })).status).toBe(200);
    await live.app.call('DELETE', `/api/live-traffic/keys/${id}`, { token: live.admin });
    expect((await call('appsflyer', { event_name: 'install', n: '2' }, { key })).status).toBe(401);
    expect((await call('appsflyer', { event_name: 'install' }, { key: 'adw_none' })).status).toBe(401);
    expect((await call('constructor', { event_name: 'install' })).status).toBe(404);
    expect((await call('appsflyer', {})).status).toBe(400);
    // The address as it was copied: no macro is filled in, so it tells of nothing that happened.
    const copied = { af_siteid: '{site}', event_name: '%%NAME%%', click_id: '[CLICKID]', c: '' };
    for (const by of ['GET', 'POST'] as const)
      expect([by, (await call('kochava', copied, { by })).status]).toEqual([by, 400]);
    const table = { kind: 'click', publisher: '[PUB]', campaign: '%%CAMP%%' };
    expect((await call('table', table)).status).toBe(400);
    expect((await call('kochava', { ...copied, event_name: 'purchase' })).body).toMatchObject({ accepted: 1 });
  });
});

const SECONDS = Date.parse('2026-11-20T09:00:00Z') / 1000;

/** What the placeholders of an address become. */
const adjusted = (activity_kind: string, n: number): Fields => ({
  activity_kind,
  created_at: String(SECONDS + n),
  installed_at: String(SECONDS - 60),
  click_time: String(SECONDS - 600),
  network_name: 'Net',
  campaign_name: 'Autumn',
  adid: `a${n}`,
  gps_adid: `9f0c41d2-7a55-4c1e-8b1d-0000000000${10 + n}`,
  ip_address: `84.160.1.${n}`,
  user_agent: 'Dalvik/2.1.0 (Linux; U; Android 14; Pixel 7 Build/TP1A.220624)',
  os_name: 'android',
  country: 'de',
  is_organic: '0',
  revenue: activity_kind === 'event' ? '4.99' : '',
  currency: 'EUR',
  rejection_reason: activity_kind === 'rejected_install' ? 'too_many_engagements' : '',
  partner_parameters: '{"order_id":"o-1"}',
  session_count: '3',
});

const KINDS = ['impression', 'click', 'install', 'event', 'session', 'reattribution', 'rejected_install'];

describe('callbacks of Adjust', () => {
  it('give the same rows and verdicts as the same records in a file of its cloud storage', async () => {
    const records = KINDS.map(adjusted);
    const names = Object.keys(adjusted('', 0));
    const lines = records.map((record) => names.map((name) => quoted(record[name] ?? '')).join(','));
    await importFile('adjust.csv', `${names.map((name) => `{${name}}`).join(',')}\n${lines.join('\n')}\n`);
    const imported = await whole();
    expect(imported.map(({ kind }) => kind)).toEqual([
      'impression',
      'click',
      'install',
      'app_event',
      'app_event',
      're_click',
      'install',
    ]);
    await live.clear();
    for (const [n, record] of records.entries()) {
      const how = [{ by: 'GET' }, { by: 'POST' }, { by: 'POST', form: true }][n % 3];
      expect(await call('adjust', record, how)).toMatchObject({ status: 200, body: { accepted: 1 } });
    }
    await live.load();
    expect(await whole()).toEqual(imported);
  });

  it('are the same when only what is random in them differs', async () => {
    const fields = { ...adjusted('click', 1), nonce: 'aaaa' };
    await call('adjust', fields);
    expect((await call('adjust', { ...fields, nonce: 'bbbb' })).body).toMatchObject({ accepted: 0, duplicates: 1 });
    expect((await call('adjust', { ...fields, adid: 'other' })).body).toMatchObject({ accepted: 1 });
  });
});

describe('callbacks of any other tracker', () => {
  it('are read by the names people give such fields, and by the kind their address names', async () => {
    const fields = {
      click_id: 'c-7',
      source: 'Net',
      country: 'FR',
      ip: '84.160.1.9',
      time: '2026-11-20T10:00:00+02:00',
    };
    await call('table', fields, { query: '&kind=click' });
    await call(
      'table',
      { ...fields, time: '2026-11-20 09:00:00', payout: '1.5', currency: 'usd' },
      { by: 'POST', query: '&kind=EVENT' },
    );
    await live.load();
    expect(await live.rows('kind, ts, click_id, publisher, declared_country, cost, currency')).toMatchObject([
      { kind: 'click', ts: '2026-11-20 08:00:00.000', click_id: 'c-7', publisher: 'Net', declared_country: 'FR' },
      { kind: 'web_event', cost: 1.5, currency: 'USD' },
    ]);
  });
});

describe('callbacks of other trackers', () => {
  it('of Branch are read from the objects of its webhooks', async () => {
    const event = (name: string, id: number, more: object = {}) => ({
      id,
      name,
      event_timestamp: Date.parse('2026-11-20T09:00:00Z') + id,
      last_attributed_touch_type: 'click',
      last_attributed_touch_timestamp: Date.parse('2026-11-20T08:00:00Z'),
      last_attributed_touch_data: { '~campaign': 'Autumn', '~advertising_partner_name': 'Net' },
      user_data: {
        os: 'ANDROID',
        aaid: '9f0c41d2-7a55-4c1e-8b1d-000000000010',
        ip: '84.160.1.7',
        geo_country_code: 'DE',
      },
      ...more,
    });
    const bought = { event_data: { revenue: 4.99, currency: 'EUR', transaction_id: 'o-1' } };
    for (const each of [event('INSTALL', 1), event('PURCHASE', 2, bought), event('CLICK', 3), event('CLICK', 3)])
      await callWith('branch', each);
    await live.load();
    const shared = { publisher: 'Net', campaign: 'Autumn', declared_os: 'Android', declared_country: 'DE' };
    expect(
      await live.rows(
        'kind, ts, publisher, campaign, declared_os, declared_country, revenue, order_id, click_time, impression_time',
      ),
    ).toMatchObject([
      { ...shared, kind: 'install', ts: '2026-11-20 09:00:00.001', click_time: '2026-11-20 08:00:00.000' },
      { ...shared, kind: 'web_event', revenue: 4.99, order_id: 'o-1', impression_time: null },
      { ...shared, kind: 'click' },
    ]);
  });

  it('of Singular and Kochava are read by the names of their macros', async () => {
    const singular = { evtname: 'purchase', utcm: '1795165200000', amount: '2.5', currency: 'usd', network: 'Net' };
    await call('singular', { ...singular, event_ip: '84.160.1.7', aifa: '9f0c41d2-7a55-4c1e-8b1d-000000000011' });
    await call('singular', { evtname: 'login', utcm: '1795165201000', is_re_eng: '1', network: 'Net' });
    await call('kochava', {
      event_name: '_install',
      event_time: '2026-11-20 09:00:02',
      network_name: 'Koch',
      site_id: 's',
    });
    await live.load();
    expect(await live.rows('kind, ts, publisher, sub_publisher, revenue, currency, event_name')).toMatchObject([
      { kind: 'web_event', ts: '2026-11-20 09:00:00.000', publisher: 'Net', revenue: 2.5, currency: 'USD' },
      { kind: 're_event', ts: '2026-11-20 09:00:01.000', event_name: 'login' },
      { kind: 'install', ts: '2026-11-20 09:00:02.000', publisher: 'Koch', sub_publisher: 's' },
    ]);
  });
});

describe('addresses the page shows', () => {
  it('all lead to somebody who understands them, and open with the key', async () => {
    const paths = SENDERS.map((sender) => setUpOf(sender, '', live.key)).filter((text) => text.startsWith('/'));
    expect(paths.length).toBeGreaterThan(6);
    for (const path of paths) {
      const post = { method: 'POST' as const, url: path.replaceAll(/[{}]/g, ''), payload: {} };
      // Nothing is in it: whoever knows the key gets as far as to be told so.
      const answer = await live.app.app.http.inject(post);
      expect([path, [401, 404].includes(answer.statusCode)]).toEqual([path, false]);
      const other = await live.app.app.http.inject({ ...post, url: post.url.replace(live.key, 'adw_wrong') });
      expect([path, other.statusCode]).toEqual([path, 401]);
    }
  });
});
