import { describe, expect, it } from 'vitest';
import { keyOf, type Made, useLinks } from '../testing/use-links.ts';
import { BASE } from '../testing/use-tracking.ts';

const { app, campaign, follow, loaded, postback, publisher, rowsOf, send, stored, touches } = useLinks();
/** A click that goes through, and its id. */
async function clicked(made: Made, query = ''): Promise<string> {
  const { to } = await follow(keyOf(made), query);
  await stored();
  return new URL(to).searchParams.get('id') ?? '';
}

const conversions = (made: Made) =>
  rowsOf(
    `SELECT event, payout::float, revenue::float, amount::float, currency, status, publisher, transaction_id, reason,
       over_cap_id FROM tracking_conversion WHERE campaign_id = $1 ORDER BY id`,
    made.id,
  );
const notices = async (name: string) =>
  (await rowsOf('SELECT url FROM tracking_notice WHERE publisher = $1 ORDER BY id', name)).map(({ url }) => url);
const FLAT = { payout_model: 'flat', payout: '2', revenue_model: 'flat', revenue: '3' };

describe('a postback', () => {
  it('after a link was followed raises clicks and conversions by one and tells the publisher [TRK-GAP-03]', async () => {
    const partner = await publisher('Paid', {
      postback_url: 'https://paid.example/pb?c={source_click_id}&p={payout}&s={status}&e={event}&t={txid}&x={odd}',
      postback_events: ['install', 'purchase'],
    });
    const made = await campaign('Converted', {
      agency_name: 'Acme',
      events: [
        { event: 'install', ...FLAT },
        {
          event: 'purchase',
          payout_model: 'both',
          payout: '0.5',
          payout_percent: '12.5',
          revenue_model: 'percent',
          revenue_percent: '33.3333',
        },
        { event: 'lead', ...FLAT },
      ],
    });
    const id = await clicked(made, `?p=${partner.key}&s=sub&ci=abc%26d&gaid=38400000-8cf0-11bd-b23e-10b96e40000d`);
    expect(await postback(made, { click_id: id, event: 'install' })).toMatchObject({
      pb_status: 'Success',
      reason: '',
      conversion_status: 'approved',
    });
    const bought = { click_id: id, event: 'purchase', txid: 'o 1', amount: '19.99', currency: 'eur' };
    expect((await postback(made, bought)).pb_status).toBe('Success');
    expect((await postback(made, { click_id: id, event: 'lead' })).pb_status).toBe('Success');
    expect(await conversions(made)).toMatchObject([
      { event: 'install', payout: 2, revenue: 3, status: 'approved', publisher: 'Paid' },
      { event: 'purchase', amount: 19.99, payout: 2.99875, revenue: 6.663327, transaction_id: 'o 1' },
      { event: 'lead' },
    ]);
    expect(await notices('Paid')).toEqual([
      'https://paid.example/pb?c=abc%26d&p=2&s=approved&e=install&t=&x={odd}',
      'https://paid.example/pb?c=abc%26d&p=2.99875&s=approved&e=purchase&t=o%201&x={odd}',
    ]);
    const rows = await loaded<Record<string, string>>(
      'toString(kind) AS kind, event_name, publisher, vendor, click_id, order_id, toString(cost) AS cost, toString(revenue) AS revenue, device_id, handling',
      keyOf(made),
    );
    expect(
      rows.toSorted((a, b) => `${a['kind']}${a['event_name']}`.localeCompare(`${b['kind']}${b['event_name']}`)),
    ).toMatchObject([
      { kind: 'app_event', event_name: 'lead' },
      {
        kind: 'app_event',
        event_name: 'purchase',
        order_id: 'o 1',
        cost: '2.99875',
        revenue: '6.663327',
        click_id: id,
      },
      { kind: 'click', click_id: id },
      {
        kind: 'install',
        cost: '2',
        vendor: 'Acme',
        device_id: '38400000-8cf0-11bd-b23e-10b96e40000d',
        handling: 'passed',
      },
    ]);
    const log = await rowsOf('SELECT * FROM tracking_postback WHERE click_id = $1', id);
    expect(log.map(({ pb_status, ip }) => [pb_status, ip])).toEqual(
      Array.from({ length: 3 }, () => ['Success', '84.161.1.7']),
    );
    expect(log.some(({ query = '' }) => query.includes(made.postback_secret))).toBe(false);
  });

  it('beyond a cap is recorded as over and not paid, with 64 senders at once as with one [TRK-GAP-01] [TRK-GAP-02]', async () => {
    const partner = await publisher('Capped');
    const made = await campaign('Caps', { several_conversions: true, events: [{ event: 'lead', ...FLAT }] });
    await send('POST', `${BASE}/capping`, {
      campaign_id: made.id,
      publisher_id: partner.id,
      event: 'lead',
      limit: '10',
    });
    const id = await clicked(made, `?p=${partner.key}`);
    const answers: string[] = [];
    for (let n = 0; n < 13; n++)
      answers.push((await postback(made, { click_id: id, event: 'lead', txid: `t${n}` })).pb_status);
    expect(answers).toEqual([...Array(10).fill('Success'), ...Array(3).fill('Over')]);
    const rows = await conversions(made);
    expect(
      rows.filter(({ over_cap_id }) => over_cap_id !== null).map(({ payout, status }) => [payout, status]),
    ).toEqual(Array(3).fill([0, 'approved']));
    const crowd = await campaign('Crowd', {
      several_conversions: true,
      over_action: 'reject',
      events: [{ event: 'lead', ...FLAT }],
    });
    await send('POST', `${BASE}/capping`, { campaign_id: crowd.id, metric: 'payout', period: 'total', limit: '41' });
    await send('POST', `${BASE}/capping`, { campaign_id: crowd.id, event: 'lead', limit: '500' });
    const click = await clicked(crowd);
    const sent = await Promise.all(
      Array.from({ length: 64 }, async (_, sender) => {
        const own: string[] = [];
        for (let n = 0; n < 4; n++)
          own.push((await postback(crowd, { click_id: click, event: 'lead', txid: `${sender}-${n}` })).pb_status);
        return own;
      }),
    );
    expect(sent.flat().filter((each) => each === 'Success')).toHaveLength(20);
    expect(sent.flat().filter((each) => each === 'Over')).toHaveLength(236);
    const { rows: used } = await app.context.database.pool.query(
      'SELECT c.metric, u.used::float AS used FROM tracking_cap_use AS u JOIN tracking_cap AS c ON c.id = u.cap_id WHERE c.campaign_id = $1 ORDER BY 1',
      [crowd.id],
    );
    expect(used).toEqual([
      { metric: 'conversions', used: 20 },
      { metric: 'payout', used: 40 },
    ]);
    const stored = await conversions(crowd);
    expect([stored.length, stored.filter(({ status }) => status === 'rejected').length]).toEqual([256, 236]);
  }, 120_000);

  it('is refused with its reason, and leaves a line in the log and nothing else', async () => {
    const made = await campaign('Bad', { events: [{ event: 'lead', payout_model: 'percent', payout_percent: '10' }] });
    const other = await campaign('Foreign', { events: [{ event: 'lead' }] });
    const id = await clicked(made);
    const hour = 3_600_000;
    const iso = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
    const good = { click_id: id, event: 'lead', amount: '10' };
    const cases: [Record<string, string>, string, number?][] = [
      [{ ...good, click_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV0123456789ABC' }, 'unknown_click', 404],
      [{ ...good, click_id: '\u0000; DROP TABLE tracking_touch' }, 'unknown_click', 404],
      [{ ...good, event: 'nothing' }, 'unknown_event'],
      [{ ...good, event: '__proto__' }, 'unknown_event'],
      [{ ...good, amount: '' }, 'invalid_amount'],
      ...['1e309', '-5', 'NaN', 'Infinity', '1,5', '0x10', '9999999999999', '1.1234567', ' '].map(
        (amount): [Record<string, string>, string] => [{ ...good, amount }, 'invalid_amount'],
      ),
      [{ ...good, currency: 'USD' }, 'other_currency'],
      [{ ...good, currency: 'nothing' }, 'other_currency'],
      [{ ...good, status: 'paid' }, 'invalid_status'],
      [{ ...good, status: 'rejected' }, 'unknown_conversion'],
      [{ ...good, ts: 'soon' }, 'invalid_time'],
      [{ ...good, ts: iso(0.1 * hour) }, 'in_future'],
      [{ ...good, ts: iso(-0.1 * hour) }, 'out_of_window'],
    ];
    for (const [values, reason, status = 200] of cases)
      expect([values, await postback(made, values)]).toEqual([
        values,
        expect.objectContaining({ pb_status: 'Rejected', reason, ...(status === 200 ? {} : {}) }),
      ]);
    for (const sec of ['', 'wrong', other.postback_secret])
      expect(await postback(made, good, { sec })).toMatchObject({ reason: 'bad_secret' });
    app.clock.advance(168 * hour);
    expect((await postback(made, good)).reason).toBe('out_of_window');
    app.clock.advance(-168 * hour);
    expect(await conversions(made)).toEqual([]);
    const log = await rowsOf('SELECT * FROM tracking_postback WHERE campaign_id = $1', made.id);
    expect([log.length, log.every(({ pb_status, reason }) => pb_status === 'Rejected' && reason !== '')]).toEqual([
      cases.length + 4,
      true,
    ]);
    expect(log.map(({ query }) => query).join()).not.toMatch(/pbs_/);
    app.clock.advance(-100_000);
    expect((await postback(made, good)).pb_status).toBe('Success');
    app.clock.advance(100_000);
    await send('DELETE', `${BASE}/campaign/${other.id}`);
    const gone = await campaign('Ends', { events: [{ event: 'lead' }] });
    const late = await clicked(gone);
    await send('DELETE', `${BASE}/campaign/${gone.id}`);
    const refused = { pb_status: 'Rejected', reason: 'ended' };
    expect(await postback(gone, { click_id: late, event: 'lead' })).toMatchObject(refused);
  });

  it('may come again, say what became of the sale, and be a form or JSON', async () => {
    const partner = await publisher('Told', { postback_url: 'https://told.example/?s={status}&p={payout}' });
    const made = await campaign('States', { approval: 'manual', events: [{ event: 'sale', ...FLAT }] });
    const id = await clicked(made, `?p=${partner.key}`);
    const sale = { click_id: id, event: 'sale' };
    const heard = async (values: Record<string, string>) => {
      const { pb_status, reason, conversion_status } = await postback(made, values);
      return [pb_status, reason, conversion_status];
    };
    expect(await Promise.all([1, 2, 3, 4].map(() => heard(sale)))).toEqual(
      expect.arrayContaining([
        ['Success', '', 'pending'],
        ['Duplicate', 'same_before', 'pending'],
      ]),
    );
    expect(await heard({ ...sale, txid: 'another' })).toEqual(['Duplicate', 'same_before', 'pending']);
    expect(await heard({ ...sale, status: 'approved' })).toEqual(['Success', 'now_approved', 'approved']);
    expect(await heard({ ...sale, status: 'approved' })).toEqual(['Duplicate', 'same_before', 'approved']);
    expect(await heard({ ...sale, status: 'pending' })).toEqual(['Rejected', 'not_allowed_now', 'approved']);
    expect(await heard({ ...sale, status: 'rejected' })).toEqual(['Success', 'now_rejected', 'rejected']);
    expect(await heard({ ...sale, status: 'approved' })).toEqual(['Rejected', 'not_allowed_now', 'rejected']);
    expect(await conversions(made)).toHaveLength(1);
    expect(await notices('Told')).toEqual(
      ['pending&p=2', 'approved&p=2', 'rejected&p=0'].map((state) => `https://told.example/?s=${state}`),
    );
    const once = await publisher('Told once', { postback_url: 'https://once.example/?p={payout}' });
    const other = { ...sale, click_id: await clicked(made, `?p=${once.key}`) };
    for (const status of ['pending', 'approved', 'rejected']) await heard({ ...other, status });
    expect(await notices('Told once')).toEqual(['https://once.example/?p=2']);
    const second = await clicked(made);
    const sent = (payload: string, type: string) =>
      app.app.http.inject({
        method: 'POST',
        url: '/t/pb',
        payload,
        headers: { 'content-type': type, 'x-postback-secret': made.postback_secret },
      });
    const form = await sent(`click_id=${second}&event=sale`, 'application/x-www-form-urlencoded');
    const json = await sent(JSON.stringify({ click_id: second, event: 'sale' }), 'application/json');
    expect([form.json().pb_status, json.json().pb_status]).toEqual(['Success', 'Duplicate']);
    expect((await sent('x'.repeat(20_000), 'text/plain')).statusCode).toBe(413);
  });

  it('pays by the most particular price of its day, and nothing for a click that the rules call fraud', async () => {
    const [one, two] = [await publisher('One'), await publisher('Two')];
    const price = (payout: string, more: object) => ({ payout_model: 'flat', payout, ...more });
    const made = await campaign('Prices', {
      several_conversions: true,
      protection: { suspect: 'pass', fraud: 'flag' },
      events: [
        { event: 'a', ...FLAT },
        { event: 'b', ...FLAT },
      ],
      overrides: [
        price('3', { event: 'a' }),
        price('4', { publisher_id: one.id }),
        price('5', { publisher_id: one.id, event: 'a' }),
        price('6', { from_day: '2026-11-21', to_day: '2026-11-22' }),
      ],
    });
    const [first, second] = [await clicked(made, `?p=${one.key}`), await clicked(made, `?p=${two.key}`)];
    for (const [click_id, event] of [
      [first, 'a'],
      [first, 'b'],
      [second, 'a'],
      [second, 'b'],
    ] as const)
      await postback(made, { click_id, event });
    app.clock.advance(86_400_000);
    await postback(made, { click_id: first, event: 'a', txid: 'next day' });
    await postback(made, { click_id: first, event: 'a', txid: 'late', ts: '2026-11-20T12:30:00Z' });
    app.clock.advance(-86_400_000);
    expect((await conversions(made)).map(({ payout }) => Number(payout))).toEqual([5, 4, 3, 2, 6, 5]);
    const { to } = await follow(keyOf(made), '', { 'user-agent': 'python-requests/2.31.0' });
    const bot = new URL(to).searchParams.get('id') ?? '';
    await touches();
    expect(await postback(made, { click_id: bot, event: 'a' })).toMatchObject({
      pb_status: 'Rejected',
      reason: 'fraud',
    });
    expect((await conversions(made)).at(-1)).toMatchObject({
      status: 'rejected',
      reason: 'fraud',
      payout: 0,
      revenue: 0,
    });
    await rowsOf("UPDATE tracking_touch SET handling = 'challenged' WHERE id = $1", first);
    expect((await postback(made, { click_id: first, event: 'a', txid: 'never passed' })).reason).toBe('challenged');
  });

  it('in another currency counts by the rate of its day', async () => {
    const made = await campaign('Rates', {
      events: [{ event: 'sale', payout_model: 'percent', payout_percent: '10' }],
    });
    const rate = { package_name: 'com.own', base: 'EUR', quote: 'USD', day: '2026-11-20', rate: '1.25' };
    await app.context.database.pool.query(
      'INSERT INTO exchange_rate (package_name, base, quote, day, rate, author) VALUES ($1, $2, $3, $4, $5, $6)',
      [...Object.values(rate), 'test'],
    );
    const id = await clicked(made);
    expect((await postback(made, { click_id: id, event: 'sale', amount: '100', currency: 'USD' })).pb_status).toBe(
      'Success',
    );
    expect(await conversions(made)).toMatchObject([{ amount: 80, payout: 8, currency: 'EUR' }]);
  });
});
