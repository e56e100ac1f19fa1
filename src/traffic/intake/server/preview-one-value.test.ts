// @drawn previews held against imports
import { describe, expect, test } from 'vitest';
import type { ImportMapping } from '#traffic/intake/contract/import-mapping.ts';
import { PACKAGE, useImports } from '../../../../test/support/use-imports.ts';
import { previewImport } from './preview.ts';
import { sampleOfBytes } from './sources/read-sample.ts';

const imports = useImports();

async function warned(name: string, text: string, change: (mapping: ImportMapping) => ImportMapping = (same) => same) {
  const of = async (mapping?: ImportMapping) =>
    previewImport({
      clickhouse: imports.deps.clickhouse,
      packageName: PACKAGE,
      fileName: name,
      timeZone: 'UTC',
      sample: await sampleOfBytes(Buffer.from(text), name),
      ...(mapping ? { mapping } : {}),
    });
  const { mapping } = await of();
  const { warnings } = await of(change(mapping));
  return {
    format: mapping.format,
    found: warnings.filter(({ code }) => code === 'warn_one_value').map(({ values }) => values),
  };
}
const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `${line(n)}\n`).join('');
const time = (n: number): string => `2026-03-01 10:00:${String(n % 60).padStart(2, '0')}`;

describe('an id that is one value in most of the first records is named with value and share before importing', () => {
  test('in a table: an order id of 12345, a click id nobody filled in', async () => {
    const text = `time,event,publisher,order_id,click_id,gaid\n${lines(40, (n) => `${time(n)},purchase,net,${n < 36 ? '12345' : `A${n}`},{clickid},dev-${1000 + n}-x`)}`;
    expect(await warned('events.csv', text)).toEqual({
      format: 'table',
      found: [
        { column: 'click_id', name: 'click_id', value: '{clickid}', n: '40', all: '40', share: '100' },
        { column: 'order_id', name: 'order_id', value: '12345', n: '36', all: '40', share: '90' },
      ],
    });
  });

  test('in AppsFlyer, inside of Event Value too', async () => {
    const text = `AppsFlyer ID,Media Source,Attributed Touch Type,Event Time,Event Name,Event Value\n${lines(12, (n) => `af-${n},net,click,${time(n)},af_purchase,"{""af_order_id"":""test""}"`)}`;
    const { format, found } = await warned('in-app-events.csv', text);
    expect(format).toBe('appsflyer');
    expect(found).toEqual([
      { column: 'order_id', name: 'Event Value → af_order_id', value: 'test', n: '12', all: '12', share: '100' },
    ]);
  });

  test('in Adjust: a device id', async () => {
    const text = `{activity_kind},{adid},{gps_adid},{network_name},{created_at}\n${lines(12, (n) => `install,a${n}b,38400000-8cf0-11bd-b23e-10b96e40000d,net,${1_772_359_200 + n}`)}`;
    const { format, found } = await warned('installs.csv', text);
    expect(format).toBe('adjust');
    expect(found).toMatchObject([{ column: 'device_id', name: '{gps_adid}', n: '12', share: '100' }]);
  });

  test('in a web log: the click id of its addresses', async () => {
    const text = lines(
      12,
      (n) =>
        `91.64.3.${n} - - [01/Mar/2026:10:00:${String(n).padStart(2, '0')} +0000] "GET /p${n}?gclid=GCLID HTTP/1.1" 200 5120 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"`,
    );
    const { format, found } = await warned('access.log', text);
    expect(format).toBe('web_log');
    expect(found).toMatchObject([{ column: 'click_id', value: 'GCLID', n: '12', share: '100' }]);
  });

  test('in JSON lines, and whatever column a person takes for the id', async () => {
    const text = lines(12, (n) =>
      JSON.stringify({ time: time(n), event: 'purchase', publisher: 'net', shop: 's1', order_id: `A${n}` }),
    );
    expect((await warned('events.ndjson', text)).found).toEqual([]);
    const chosen = await warned('events.ndjson', text, (mapping) => ({
      ...mapping,
      fields: { ...mapping.fields, order_id: { from: ['shop'] } },
    }));
    expect(chosen.found).toMatchObject([{ column: 'order_id', name: 'shop', value: 's1', n: '12' }]);
  });
});

describe('nothing is said of', () => {
  const table = (cells: (n: number) => string) => `time,event,publisher,order_id,gaid\n${lines(20, cells)}`;
  const said = async (cells: (n: number) => string) => (await warned('events.csv', table(cells))).found;

  test('ids that are ids, and one value in half of the records or fewer', async () => {
    expect(await said((n) => `${time(n)},purchase,net,A${n},dev-${1000 + n}-x`)).toEqual([]);
    expect(await said((n) => `${time(n)},purchase,net,${n % 2 ? '12345' : `A${n}`},dev-${1000 + n}-x`)).toEqual([]);
  });

  test('records without one: words for nothing are no value, and a refused tracking id is no mistake', async () => {
    expect(await said((n) => `${time(n)},purchase,net,${n ? 'null' : 'A1'},`)).toEqual([]);
    expect(await said((n) => `${time(n)},purchase,net,A${n},00000000-0000-0000-0000-000000000000`)).toEqual([]);
  });

  test('a handful of records', async () => {
    const text = `time,event,publisher,order_id\n${lines(4, (n) => `${time(n)},purchase,net,12345`)}`;
    expect((await warned('events.csv', text)).found).toEqual([]);
  });
});
