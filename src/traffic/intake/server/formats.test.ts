// @drawn one form of files among many
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import writeXlsx from 'write-excel-file/node';
import { type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { judgedRows } from '#traffic/judge/testing/judged-rows.ts';
import { APPSFLYER_HEADER, appsflyerRow, randomFrom } from '../../../../bench/import/generate-appsflyer.ts';
import { dataLockerName } from '../../../../test/support/data-locker-names.ts';
import { PACKAGE, useImports } from '../../../../test/support/use-imports.ts';
import { columnKeys, normaliseHeader } from './formats/format.ts';

const imports = useImports();
beforeEach(() => imports.clear());

const dialects: Record<string, (name: string) => string> = {
  'export page': (name) => name,
  'Data Locker': dataLockerName,
  'warehouse export': (name) => normaliseHeader(name),
};

const body = (() => {
  const random = randomFrom(3);
  return Array.from({ length: 200 }, () => appsflyerRow(random).join(',')).join('\n');
})();
const file = (dialect: string) => `${APPSFLYER_HEADER.map((name) => dialects[dialect]?.(name)).join(',')}\n${body}\n`;

describe('AppsFlyer raw data', () => {
  test('gives the same rows in all three header dialects', { timeout: 120_000 }, async () => {
    const seen: unknown[] = [];
    for (const dialect of Object.keys(dialects)) {
      await imports.clear();
      const done = await imports.run('installs.csv', file(dialect));
      expect(done).toMatchObject({ state: 'done', records: 200, rejected: 0 });
      expect(done.mapping.format).toBe('appsflyer');
      seen.push(await imports.rows('* EXCEPT (import_id, received_at)'));
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  test('maps times, sources, kinds and what another product found', async () => {
    const header =
      'Attributed Touch Type,Attributed Touch Time,Install Time,Event Time,Event Name,Partner,Media Source,Site ID,Country Code,Advertising ID,Platform,Device Type,Is Retargeting,Retargeting Conversion Type,Is Primary Attribution,AppsFlyer ID,Google Play Install Begin Time,Blocked Reason';
    const id = 'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d';
    const lines = [
      `click,2026-03-01 10:00:00,2026-03-01 10:00:08,2026-03-01 10:00:08,install,agency,net_int,s1,UK,${id},android,samsung::SM-A525F,false,,true,1-1,2026-03-01 09:59:50,ctit_anomalies`,
      `click,2026-03-01 10:00:00,2026-03-01 10:00:08,2026-03-02 10:00:00,af_purchase,agency,net_int,s1,UK,${id},android,samsung::SM-A525F,false,,true,1-1,,`,
      `click,2026-03-03 10:00:00,2026-03-01 10:00:08,2026-03-03 10:00:01,re-engagement,agency,net_int,s1,UK,${id},android,samsung::SM-A525F,true,re-engagement,true,1-1,,`,
      ',,2026-03-01 11:00:00,2026-03-01 11:00:00,install,,,,DE,,ios,Apple::iPhone 14,false,,,1-2,,',
    ];
    await imports.run('blocked-installs.csv', `${header}\n${lines.join('\n')}\n`);
    const rows = await imports.rows(
      'kind, publisher, vendor, sub_publisher, install_type, declared_country, device_brand, device_model, declared_os, ctit_seconds, click_after_begin_seconds, vendor_verdict, verdict, reason',
    );
    expect(rows).toMatchObject([
      {
        kind: 'install',
        publisher: 'net_int',
        vendor: 'agency',
        sub_publisher: 's1',
        install_type: 'install',
        declared_country: 'GB',
        device_brand: 'samsung',
        device_model: 'SM-A525F',
        declared_os: 'Android',
        ctit_seconds: 8,
        click_after_begin_seconds: 10,
        vendor_verdict: 'ctit_anomalies',
        verdict: 'fraud',
        reason: 'clk.injection',
      },
      {
        kind: 'install',
        publisher: 'organic',
        install_type: 'organic',
        device_brand: 'Apple',
        device_model: 'iPhone 14',
        declared_os: 'iOS',
      },
      { kind: 'app_event', verdict: 'fraud', reason: 'evt.inherited' },
      { kind: 're_click', install_type: 're-engagement' },
    ]);
  });

  test('stores exactly what judging all stored rows again would give', async () => {
    await imports.run('installs.csv', `${APPSFLYER_HEADER.join(',')}\n${body}\n`);
    const { clickhouse, database } = imports.deps;
    const policy = await loadPolicy(database, PACKAGE);
    const stored = sql`SELECT * FROM traffic`;
    const ordered = (rows: Sql) => clickhouse.query(sql`SELECT * FROM (${rows}) ORDER BY row_id`);
    expect(await ordered(judgedRows(stored, policy))).toEqual(await ordered(stored));
  });

  test('says which detectors a file without click times leaves blind', async () => {
    const done = await imports.run(
      'x.csv',
      'AppsFlyer ID,Media Source,Attributed Touch Type,Event Time,Event Name\n1-1,net,click,2026-03-01 10:00:00,install\n',
    );
    expect(done.blind.find((each) => each.missing.some((fact) => fact.fact === 'ctit_seconds'))).toBeDefined();
  });
});

test('Adjust files are read by the names in their header, whatever its order', async () => {
  const text =
    '{ip_address},{activity_kind},{created_at},{gps_adid},{network_name},{country},{user_agent},[campaign_id],{click_time},{installed_at}\n' +
    '198.51.100.4,install,1772359200,a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d,Net A,de,Dalvik/2.1.0,c9,1772359100,1772359200\n' +
    '198.51.100.4,event,1772359300,a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d,Net A,de,Dalvik/2.1.0,c9,,\n' +
    '198.51.100.4,rejected_install,1772359400,,Net A,de,Dalvik/2.1.0,c9,,\n' +
    '198.51.100.4,surprise,1772359400,,Net A,de,Dalvik/2.1.0,c9,,\n';
  const done = await imports.run('token_2026-03-01T100000_hash.csv.gz', gzipSync(text));
  expect(done).toMatchObject({ state: 'done', records: 4, rejected: 0, mapping: { format: 'adjust' } });
  expect(
    await imports.rows('kind, toString(ts) AS ts, publisher, campaign_id, declared_country, ctit_seconds'),
  ).toMatchObject([
    {
      kind: 'install',
      ts: '2026-03-01 10:00:00.000',
      publisher: 'Net A',
      campaign_id: 'c9',
      declared_country: 'DE',
      ctit_seconds: 100,
    },
    { kind: 'app_event' },
    { kind: 'install' },
    { kind: 'install' },
  ]);
});

describe('other shapes', () => {
  const expected = [
    { ts: '2026-03-01 10:00:00.000', publisher: 'a', cost: 1.5, kind: 'click' },
    { ts: '2026-03-01 10:00:01.000', publisher: 'b', cost: 0, kind: 'click' },
  ];
  const stored = () => imports.rows('toString(ts) AS ts, publisher, cost, kind');

  test('NDJSON, nested keys and keys that come late included', async () => {
    const lines = [
      { time: '2026-03-01 10:00:00', publisher: 'a', cost: 1.5, device: { os: 'x' } },
      { time: '2026-03-01T10:00:01Z', publisher: 'b' },
    ];
    const late = { time: '2026-03-01T10:00:02Z', publisher: 'c' };
    const done = await imports.run(
      'clicks.ndjson',
      `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnot json\n[1]\n${JSON.stringify(late)}\n`,
    );
    expect(done).toMatchObject({ state: 'done', records: 5, rejected: 2 });
    expect((await stored()).slice(0, 2)).toEqual(expected);
    expect(await imports.rows('extra')).toMatchObject([{ extra: { device_os: 'x' } }, {}, {}]);
  });

  test('NDJSON, where only what is far behind the records that are shown names the coupon of an order', async () => {
    const line = (n: number, more = {}) =>
      JSON.stringify({ time: `2026-03-01T10:${String(n % 60).padStart(2, '0')}:00Z`, publisher: `p${n}`, ...more });
    const lines = Array.from({ length: 900 }, (_, n) => line(n));
    await imports.run('orders.ndjson', [...lines, line(900, { coupon_code: 'SAVE' })].join('\n'));
    const codes = await imports.rows('coupon_code');
    expect(codes).toHaveLength(901);
    expect(codes).toContainEqual({ coupon_code: 'SAVE' });
  });

  test('XLSX', async () => {
    const cell = (value: string | number) => ({ value });
    const buffer = await writeXlsx([
      ['time', 'publisher', 'cost'].map(cell),
      ['2026-03-01 10:00:00', 'a', 1.5].map(cell),
      [cell('2026-03-01 10:00:01'), cell('b'), null],
    ]).toBuffer();
    expect(await imports.run('clicks.xlsx', buffer)).toMatchObject({ state: 'done', records: 2, rejected: 0 });
    expect(await stored()).toEqual(expected);
  });

  test('Parquet, with types of its own', async () => {
    const { clickhouse } = imports.deps;
    const path = join(clickhouse.userFiles, 'made.parquet');
    await clickhouse.command(sql`INSERT INTO FUNCTION file(${typed('String', path)}, 'Parquet', ${trusted("'time DateTime64(3), publisher String, cost Nullable(Float64), tags Array(String)'")})
      SELECT * FROM values('time DateTime64(3), publisher String, cost Nullable(Float64), tags Array(String)', ('2026-03-01 10:00:00', 'a', 1.5, ['x']), ('2026-03-01 10:00:01', 'b', NULL, []))`);
    const { readFile, rm } = await import('node:fs/promises');
    const bytes = await readFile(path);
    await rm(path);
    expect(await imports.run('clicks.parquet', bytes)).toMatchObject({ state: 'done', records: 2, rejected: 0 });
    expect(await stored()).toEqual(expected);
  });

  test('JSON web logs', async () => {
    const line = {
      time_iso8601: '2026-03-01T10:00:00+01:00',
      remote_addr: '198.51.100.4',
      request_method: 'GET',
      request_uri: '/p?utm_source=news&utm_campaign=c1&gclid=g',
      status: 200,
      http_user_agent: 'curl/8.1',
      http_referer: 'https://www.example.org/x',
    };
    const done = await imports.run('access.json', `${JSON.stringify(line)}\n`);
    expect(done).toMatchObject({ state: 'done', records: 1, rejected: 0, mapping: { format: 'json_log' } });
    expect(
      await imports.rows(
        'kind, toString(ts) AS ts, publisher, campaign, click_id, page_id, url, http_status, referrer, toString(ip) AS ip',
      ),
    ).toEqual([
      {
        kind: 'visit',
        ts: '2026-03-01 09:00:00.000',
        publisher: 'news',
        campaign: 'c1',
        click_id: 'g',
        page_id: '/p',
        url: '/p?utm_source=news&utm_campaign=c1&gclid=g',
        http_status: 200,
        referrer: 'https://www.example.org/x',
        ip: '::ffff:198.51.100.4',
      },
    ]);
  });
});

test('a column may have the name of what every object has', () => {
  const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'IP'];
  expect(columnKeys(names, { ip: 'ip_address' })).toEqual([
    'constructor',
    'tostring',
    'proto',
    'hasownproperty',
    'ip_address',
  ]);
});
