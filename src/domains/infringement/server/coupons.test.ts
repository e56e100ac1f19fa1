import { describe, expect, it } from 'vitest';
import { CODE_LETTERS } from '../contract/coupon.ts';
import { SITE, useBrand } from '../testing/use-brand.ts';
import { isSpeltRight, makeCode } from './coupon-code.ts';

const { app, get, send, upload } = useBrand();
const BASE = '/api/coupons';
const DAYS = 'start_date=2026-11-01&end_date=2026-11-30';
const ask = (path: string, more = '') => `${path}?package_name=${SITE}&${DAYS}${more}`;

let made = 0;
const pool = async (body: object): Promise<number> => {
  const wanted = { package_name: SITE, name: `Coupon ${++made}`, kind: 'unique', value: '10', value_kind: 'percent' };
  const answer = await send('POST', `${BASE}/pools`, { ...wanted, ...body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.id;
};
const issue = async (id: number, body: object): Promise<string[]> => {
  const answer = await send('POST', `${BASE}/pools/${id}/issue`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.codes;
};
const redeem = (code: string | undefined, order_id: string, more: object = {}) =>
  send('POST', `${BASE}/redeem`, { package_name: SITE, code, order_id, cart: '80.00', ...more });
const validate = async (code: string | undefined, more: object = {}) =>
  (await send('POST', `${BASE}/validate`, { package_name: SITE, code, cart: '80.00', ...more })).body.data;

describe('a code', () => {
  it('is told from every one with a wrong letter and every one with two neighbours swapped', () => {
    const form = { prefix: 'FALL', letters: 8 };
    for (let n = 0; n < 20; n++) {
      const code = makeCode(form.prefix, form.letters);
      expect(isSpeltRight(code, form)).toBe(true);
      for (let at = form.prefix.length; at < code.length; at++) {
        for (const other of CODE_LETTERS)
          if (other !== code[at])
            expect(isSpeltRight(code.slice(0, at) + other + code.slice(at + 1), form)).toBe(false);
        const [a = '', b = ''] = [code[at], code[at + 1]];
        if (b !== '' && a !== b) expect(isSpeltRight(code.slice(0, at) + b + a + code.slice(at + 2), form)).toBe(false);
      }
    }
  });
});

describe('coupons', () => {
  it('[OTH-GAP-01] [OTH-RULE-02] are issued, validated and redeemed, each code as often as it holds however many come at once', async () => {
    const id = await pool({ publisher: 'Bargain Hub', least_cart: '50', last_day: '2026-12-31', countries: ['DE'] });
    const [first, second, third] = await issue(id, { count: 3 });
    expect(await validate(first?.toLowerCase())).toEqual({
      valid: true,
      reason: null,
      discount: '8.00',
      publisher: 'Bargain Hub',
    });
    expect(await validate(first, { cart: '49.99' })).toMatchObject({ valid: false, reason: 'least_cart' });
    expect(await validate(first, { country: 'FR' })).toMatchObject({ valid: false, reason: 'geo' });
    expect(await validate('NOSUCHCODE')).toMatchObject({ valid: false, reason: 'misspelt' });
    const all = await Promise.all(Array.from({ length: 8 }, (_, n) => redeem(first, `order-${n}`)));
    expect(all.filter(({ body }) => body.data.valid)).toHaveLength(1);
    expect(all.filter(({ body }) => body.data.reason === 'over_uses')).toHaveLength(7);
    const won = all.findIndex(({ body }) => body.data.valid);
    expect((await redeem(first, `order-${won}`)).body.data).toMatchObject({ valid: true, discount: '8.00' });
    expect((await send('POST', `${BASE}/void`, { package_name: SITE, code: second })).status).toBe(200);
    expect((await redeem(second, 'order-20')).body.data.reason).toBe('voided');
    await send('DELETE', `${BASE}/pools/${id}`);
    expect((await redeem(third, 'order-21')).body.data.reason).toBe('voided');
    expect((await send('POST', `${BASE}/pools/${id}/issue`, {})).status).toBe(409);
    const file = (await get(`${BASE}/pools/${id}/codes`)).text;
    expect(file).toContain(`${first},Bargain Hub,,1,,`);
    expect((await get(`${BASE}/pools?package_name=${SITE}`)).body.data[0]).toMatchObject({ codes: 3, uses: 1 });
  });

  it('[OTH-ROUTE-12] [OTH-RULE-02] show where they were misused, filtered and as a file, and become tickets', async () => {
    const shared = await pool({ kind: 'shared', publisher: 'Bargain Hub', countries: ['DE', 'AT'], prefix: 'SPRING' });
    const code = (await get(`${BASE}/pools/${shared}/codes`)).text.split('\r\n')[1]?.split(',')[0] ?? '';
    const minute = (n: number) => `2026-11-20 10:${String(n).padStart(2, '0')}`;
    const rows = [
      'code,used_at,order_id,publisher,country,amount,referrer',
      `${code},2026-11-19 09:00,o-fair,Bargain Hub,DE,20.00,`,
      `${code},2026-11-19 10:00,o-leak,=Deal Site,DE,30.00,https://deals.example/leak`,
      `${code},2026-11-19 11:00,o-far,Bargain Hub,US,30.00,`,
      'GUESSED1,2026-11-19 12:00,o-guess,,DE,,',
      ...Array.from({ length: 11 }, (_, n) => `${code},${minute(Math.floor(n / 2))},o-burst-${n},Bargain Hub,DE,5.00,`),
      `${code},never,o-bad,,DE,,`,
      `\u200f${code},2026-11-19 12:00,o-mark,,DE,,`,
      `${code},2026-11-19 12:00,o-name,Hub\u202eX,DE,,`,
      `${code},2099-01-01 12:00,o-ahead,,DE,,`,
      '---,2026-11-19 12:00,o-none,,DE,,',
      "=cmd|' /C calc'!A0,2026-11-19 12:30,o-cmd,,DE,,",
    ].join('\n');
    const path = `${BASE}/file?package_name=${SITE}&file_name=uses.csv`;
    const taken = await upload(path, rows);
    expect(taken.body.data, taken.text).toMatchObject({ rows: 21, added: 16, there: 0 });
    expect(
      taken.body.data.errors.map(({ field, reason }: { field: string; reason: string }) => [field, reason]),
    ).toEqual([
      ['used_at', 'Times are written YYYY-MM-DD HH:MM'],
      ['code', 'Control characters are not allowed'],
      ['publisher', 'Control characters are not allowed'],
      ['used_at', 'This time is still to come'],
      ['code', 'A code has letters of A to Z or digits'],
    ]);
    expect((await upload(path, rows)).body.data).toMatchObject({ added: 0, there: 16 });

    const misused = (await get(ask(BASE, '&limit=100'))).body;
    const of = (order: string) => misused.data.find((row: { order_id: string }) => row.order_id === order);
    expect(of('o-fair')).toBeUndefined();
    expect(of('o-leak')).toMatchObject({
      findings: ['wrong_publisher'],
      publisher: '=Deal Site',
      given_to: 'Bargain Hub',
    });
    expect(of('o-far').findings).toEqual(['geo']);
    expect(of('o-guess').findings).toEqual(['unknown_code']);
    const bursts = (await get(ask(BASE, '&finding=burst'))).body;
    // The tenth within ten minutes is the first that makes it one, with those of the same minute.
    expect(bursts.total).toBeGreaterThanOrEqual(2);
    expect(of('o-cmd')).toMatchObject({ code: 'CMDCCALCA0', findings: ['unknown_code'] });
    expect(misused.total).toBe(4 + bursts.total);
    expect((await get(ask(BASE, '&of=all'))).body.total).toBeGreaterThan(misused.total);
    expect((await get(ask(BASE, '&search=leak'))).body.total).toBe(1);
    const file = await get(ask(`${BASE}/download`, '&finding=wrong_publisher'));
    expect(file.text.trim().split('\r\n')).toHaveLength(2);
    expect(file.text).toContain("'=Deal Site");

    const states = { package_name: SITE, ids: [of('o-far').id], state: 'dismissed' };
    expect((await send('POST', `${BASE}/state`, states)).body.data.changed).toBe(1);
    expect((await get(ask(BASE, '&state=dismissed'))).body.total).toBe(1);
    const ticket = await send('POST', `${BASE}/${of('o-leak').id}/ticket`, { priority: 'High' });
    expect(ticket.status, ticket.text).toBe(200);
    const detail = (await get(`/api/bi/ticket/${ticket.body.data.ticket_id}`)).body.data;
    expect(detail.description).toContain('Bargain Hub → =Deal Site');
    expect((await send('POST', `${BASE}/${of('o-leak').id}/ticket`, {})).status).toBe(409);
  });

  it('[OTH-ROUTE-13] [OTH-GAP-01] of people who recommend are summed by publisher, and what they used for themselves earns nothing', async () => {
    const id = await pool({
      kind: 'referral',
      value: '5.00',
      value_kind: 'amount',
      reward: '3.50',
      publisher: 'Bargain Hub',
    });
    expect((await send('POST', `${BASE}/pools/${id}/issue`, {})).status).toBe(422);
    const [anna, ben] = await issue(id, { owners: ['anna', 'ben'] });
    const [cleo] = await issue(id, { owners: ['cleo', 'Anna'], publisher: 'Other Hub' });
    const again = await send('POST', `${BASE}/pools/${id}/issue`, { owners: ['ANNA', 'ben'] });
    expect([again.status, again.body.told.code]).toEqual([409, 'coupon_owners_there']);
    expect((await get(`${BASE}/pools/${id}/codes`)).text.trim().split('\r\n')).toHaveLength(4);
    expect((await redeem(anna, 'r-1', { customer: 'dora' })).body.data).toMatchObject({
      valid: true,
      discount: '5.00',
    });
    expect((await redeem(anna, 'r-2', { customer: 'Anna' })).body.data).toMatchObject({
      valid: false,
      reason: 'self_referral',
    });
    await upload(
      `${BASE}/file?package_name=${SITE}&file_name=r.csv`,
      `code,used_at,order_id,customer,amount\n${ben},2026-11-20 10:00,r-3,BEN,10.00\n${ben},2026-11-20 11:00,r-4,emil,20.50`,
    );
    expect(cleo).toBeDefined();
    const today = app.clock.now().toISOString().slice(0, 10);
    const range = `package_name=${SITE}&start_date=2026-11-01&end_date=${today > '2026-11-30' ? today : '2026-11-30'}`;
    expect((await get(`${BASE}/referral?${range}`)).body.data).toEqual([
      {
        publisher: 'Bargain Hub',
        codes: 2,
        uses: 3,
        orders: 3,
        revenue: '110.50',
        rewards: '7.00',
        self_referrals: 1,
        misused: 1,
        last_used: expect.any(String),
      },
      expect.objectContaining({
        publisher: 'Other Hub',
        codes: 1,
        uses: 0,
        revenue: '0',
        rewards: '0',
        last_used: null,
      }),
    ]);
    for (const who of ['stranger', 'vendors', 'publisher'])
      for (const path of [BASE, `${BASE}/referral`, `${BASE}/download`])
        expect([path, who, (await get(ask(path), who)).status]).toEqual([path, who, 403]);
  });
});
