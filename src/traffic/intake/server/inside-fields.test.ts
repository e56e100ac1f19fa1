// @drawn one form of files among many
import { beforeEach, describe, expect, test } from 'vitest';
import { useImports } from '../../../../test/support/use-imports.ts';
import { guessMapping } from './mapping/guess-mapping.ts';
import { previewImport } from './preview.ts';
import { csvLine } from './scan/csv-text.ts';
import { sampleOfBytes } from './sources/read-sample.ts';

const imports = useImports();
beforeEach(() => imports.clear());

const HEADER = [
  'AppsFlyer ID',
  'Media Source',
  'Attributed Touch Type',
  'Event Time',
  'Event Name',
  'Event Value',
  'Event Revenue',
  'Event Revenue Currency',
  'Site ID',
  'Original URL',
] as const;
type Cells = Partial<Record<(typeof HEADER)[number], string>>;

const usual: Cells = {
  'AppsFlyer ID': '1-1',
  'Media Source': 'net',
  'Attributed Touch Type': 'click',
  'Event Time': '2026-03-01 10:00:00',
  'Event Name': 'af_purchase',
};
const file = (...rows: Cells[]): string =>
  [HEADER, ...rows.map((row) => HEADER.map((name) => ({ ...usual, ...row })[name] ?? ''))]
    .map((fields) => `${csvLine([...fields], ',')}\n`)
    .join('');
const at = (second: number): string => `2026-03-01 10:00:${String(second).padStart(2, '0')}`;

const previewOf = async (text: string, name = 'in-app-events.csv') =>
  previewImport({
    clickhouse: imports.deps.clickhouse,
    packageName: 'shop.example',
    fileName: name,
    timeZone: 'UTC',
    sample: await sampleOfBytes(Buffer.from(text), name),
  });

describe('what AppsFlyer puts inside other fields', () => {
  test('order id, revenue and currency are read from Event Value, and an order booked twice is found', async () => {
    const order = { af_order_id: 'X1', af_revenue: 9.99, af_currency: 'EUR', af_quantity: 2, af_receipt_id: 'R1' };
    const done = await imports.run(
      'in-app-events.csv',
      file(
        { 'Event Value': JSON.stringify(order) },
        { 'Event Value': JSON.stringify(order), 'Event Time': at(30) },
        { 'Event Value': JSON.stringify({ transaction_id: 'T7' }), 'Event Revenue': '3', 'Event Time': at(40) },
        { 'Event Value': JSON.stringify({ receipt_id: 12 }), 'Event Time': at(50) },
      ),
    );
    expect(done).toMatchObject({ state: 'done', records: 4, rejected: 0, mapping: { format: 'appsflyer' } });
    expect(await imports.rows('order_id, toString(revenue) AS revenue, currency, order_repeat, verdict')).toEqual([
      { order_id: 'X1', revenue: '9.99', currency: 'EUR', order_repeat: '', verdict: 'clean' },
      expect.objectContaining({ order_id: 'X1', revenue: '9.99', order_repeat: 'same_person' }),
      expect.objectContaining({ order_id: 'T7', revenue: '3', currency: '' }),
      expect.objectContaining({ order_id: '12', revenue: '0' }),
    ]);
  });

  test('the quantity is a column, read from Event Value or from a column of that name; what is no number is none', async () => {
    const values = [{ af_quantity: 3 }, { quantity: '12' }, { af_quantity: 'two' }, { af_price: 5 }];
    const rows = values.map((value, n) => ({ 'Event Value': JSON.stringify(value), 'Event Time': at(n) }));
    await imports.run('in-app-events.csv', file(...rows));
    expect(await imports.rows('quantity')).toEqual([3, 12, null, null].map((quantity) => ({ quantity })));
  });

  test('what no field takes is kept with the event as it came', async () => {
    const value = JSON.stringify({ af_order_id: 'X1', af_content: 'shoes' });
    await imports.run('in-app-events.csv', file({ 'Event Value': value }));
    expect(await imports.rows("order_id, extra['event_value'] AS kept")).toEqual([{ order_id: 'X1', kept: value }]);
  });

  test('what a column says counts before what is inside of another', async () => {
    const value = JSON.stringify({ af_order_id: 'X1', af_revenue: '5', af_currency: 'EUR' });
    await imports.run(
      'in-app-events.csv',
      file({ 'Event Value': value, 'Event Revenue': '9.5', 'Event Revenue Currency': 'USD', 'Site ID': 's1' }),
    );
    expect(await imports.rows('toString(revenue) AS revenue, currency, sub_publisher')).toEqual([
      { revenue: '9.5', currency: 'USD', sub_publisher: 's1' },
    ]);
  });

  test('click id and site are read from Original URL', async () => {
    const url = 'https://app.appsflyer.com/com.shop?pid=net&clickid=a%20b%2B1&af_siteid=s%209&af_sub1=x';
    await imports.run(
      'in-app-events.csv',
      file({ 'Original URL': url }, { 'Original URL': url.replace('clickid', 'click_id'), 'Event Time': at(5) }),
    );
    expect(await imports.rows('click_id, sub_publisher, url')).toEqual([
      { click_id: 'a b+1', sub_publisher: 's 9', url },
      { click_id: 'a b+1', sub_publisher: 's 9', url: url.replace('clickid', 'click_id') },
    ]);
  });

  test('hostile content gives nothing and loses no record', async () => {
    const values = [
      'not json',
      '{"af_order_id":"X1"',
      '["af_order_id","X1"]',
      '"af_order_id"',
      '{"af_order_id":{"deep":1},"af_revenue":[1]}',
      '{"af_order_id":null,"af_revenue":"free","af_currency":"Euro and more"}',
      '{"af_revenue":1e400}',
      '{"af_revenue":-99999999999999999999,"af_currency":12}',
      `{"af_order_id":"${'x'.repeat(100_000)}"}`,
      `${'{"af_order_id":'.repeat(3000)}1${'}'.repeat(3000)}`,
      '{"af_order_id":"a\\u0000b"}',
      '{"af_order_id":"\\ud800"}',
      `{"af_order_id":"' OR 1=1","af_revenue":true}`,
    ];
    const urls = ['clickid=1', 'https://x.example/?clickid=%ff%00', 'https://x.example/?clickid=%zz', '?'.repeat(2000)];
    const done = await imports.run(
      'in-app-events.csv',
      file(
        ...values.map((value, index) => ({ 'Event Value': value, 'Event Time': at(index) })),
        ...urls.map((url, index) => ({ 'Original URL': url, 'Event Time': at(30 + index) })),
      ),
    );
    expect(done).toMatchObject({ state: 'done', records: 17, rejected: 0 });
    const rows = await imports.rows<Record<string, unknown>>(
      'order_id, toString(revenue) AS revenue, currency, click_id',
    );
    const nothing = { order_id: '', revenue: '0', currency: '', click_id: '' };
    expect(rows.slice(0, 12)).toEqual(values.slice(0, 12).map(() => nothing));
    expect(rows[12]).toEqual({ ...nothing, order_id: "' OR 1=1" });
    expect(rows.slice(13)).toEqual([nothing, nothing, { ...nothing, click_id: '%zz' }, nothing]);
  });

  test('JSON lines that nest the object instead of quoting it are read alike', async () => {
    const line = {
      appsflyer_id: '1-1',
      media_source: 'net',
      attributed_touch_type: 'click',
      event_time: '2026-03-01 10:00:00',
      event_name: 'af_purchase',
      event_value: { af_order_id: 'X1', af_revenue: 9.99, af_currency: 'EUR' },
    };
    const quoted = { ...line, event_time: '2026-03-01 10:00:01', event_value: '{"af_order_id":"X2"}' };
    for (const each of [line, quoted]) await imports.run('push.ndjson', `${JSON.stringify(each)}\n`);
    expect(await imports.rows('order_id, currency')).toEqual([
      { order_id: 'X1', currency: 'EUR' },
      { order_id: 'X2', currency: '' },
    ]);
  });

  test('a wrong value of a column is still told, beside parts', async () => {
    const done = await imports.run(
      'in-app-events.csv',
      file({ 'Event Revenue': 'free', 'Event Value': '{"af_revenue":5}' }),
    );
    expect(done).toMatchObject({ records: 1, rejected: 1 });
  });

  test('the preview offers what is inside of columns by name, and shows what is taken', async () => {
    const preview = await previewOf(
      file(
        { 'Event Value': '{"af_order_id":"X1","shop":{"id":7},"tags":[1]}' },
        {
          'Event Value': '{"af_order_id":"X2","odd/name~":"n"}',
          'Original URL': 'https://x.example/?clickid=c&af_sub1=q',
        },
      ),
    );
    expect(preview.columns.filter(({ name }) => name.includes('→'))).toEqual([
      { key: 'event_value/af_order_id', name: 'Event Value → af_order_id', example: 'X1' },
      { key: 'event_value/shop/id', name: 'Event Value → shop → id', example: '7' },
      { key: 'event_value/odd~1name~0', name: 'Event Value → odd/name~', example: 'n' },
      { key: 'original_url?clickid', name: 'Original URL → clickid', example: 'c' },
      { key: 'original_url?af_sub1', name: 'Original URL → af_sub1', example: 'q' },
    ]);
    expect(preview.mapping.fields.order_id?.from).toContain('event_value/af_order_id');
    expect(preview.rows.map(({ values }) => values.order_id)).toEqual(['X1', 'X2']);
  });

  test('a person may choose any part, nested ones and odd names too', async () => {
    const text = file(
      { 'Event Value': '{"shop":{"id":7},"odd/name~":"n"}' },
      { 'Event Value': '{"shop":"flat"}', 'Event Time': at(9) },
    );
    const { mapping } = await previewOf(text);
    const fields = {
      ...mapping.fields,
      brand: { from: ['event_value/shop/id'] },
      user_id: { from: ['event_value/odd~1name~0'] },
    };
    await imports.run('in-app-events.csv', text, { ...mapping, fields });
    expect(await imports.rows('brand, user_id')).toEqual([
      { brand: '7', user_id: 'n' },
      { brand: '', user_id: '' },
    ]);
  });
});

describe('tables of one’s own', () => {
  const guess = (names: string[], records: string[][]) =>
    guessMapping(
      { fileName: 'x.csv', reading: { shape: 'csv', encoding: 'utf-8', delimiter: ',', header: true }, names, records },
      'UTC',
    ).mapping;

  test('parts are known by their names where no column says it', () => {
    const { fields } = guess(
      ['time', 'click url', 'params'],
      [
        [
          '2026-03-01 10:00:00',
          'https://a.example/?utm_source=news&clickid=c1&price=3',
          '{"order":{"order_id":"O1"},"price":3}',
        ],
      ],
    );
    expect(fields).toMatchObject({
      publisher: { from: ['click_url?utm_source'] },
      click_id: { from: ['click_url?clickid'] },
      order_id: { from: ['params/order/order_id'] },
    });
    expect(fields.cost).toBeUndefined();
    expect(guess(['time', 'order id', 'params'], [['x', 'O1', '{"order_id":"O2"}']]).fields.order_id).toEqual({
      from: ['order_id'],
    });
  });

  test('amounts inside of JSON have a decimal point whatever the file has', async () => {
    const text = 'Zeit;Umsatz;params\n2026-03-01 10:00:00;;"{""revenue"":9.5}"\n2026-03-01 10:00:01;1.234,5;\n';
    const { mapping } = await previewOf(text, 'x.csv');
    const fields = { ...mapping.fields, revenue: { from: ['umsatz', 'params/revenue'] } };
    const done = await imports.run('x.csv', text, { ...mapping, fields, decimalMark: ',' });
    expect(done).toMatchObject({ rejected: 0 });
    expect(await imports.rows('toString(revenue) AS revenue')).toEqual([{ revenue: '9.5' }, { revenue: '1234.5' }]);
  });

  test('one side of a separator is nothing where there is no separator', async () => {
    const text =
      'time,email,device,model\n2026-03-01 10:00:00,ann,plain,samsung::A5\n2026-03-01 10:00:01,a@b.example,plain,iPhone\n';
    const { mapping } = await previewOf(text, 'x.csv');
    const split = { by: '::', take: 'after' } as const;
    const fields = {
      ...mapping.fields,
      device_brand: { from: ['model'], split },
      device_model: { from: ['model'], split: { ...split, orWhole: true } },
    };
    await imports.run('x.csv', text, { ...mapping, fields });
    expect(await imports.rows('email_domain, device_brand, device_model')).toEqual([
      { email_domain: '', device_brand: 'A5', device_model: 'A5' },
      { email_domain: 'b.example', device_brand: '', device_model: 'iPhone' },
    ]);
  });
});
