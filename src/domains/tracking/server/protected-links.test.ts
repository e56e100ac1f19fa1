import { describe, expect, it } from 'vitest';
import { CHROME, keyOf, useLinks } from '../testing/use-links.ts';
import { APP, BASE, campaignBody } from '../testing/use-tracking.ts';
import { endChallenges } from './challenge-store.ts';

const { app, campaign, follow, loaded, postback, publisher, send, settled, stored } = useLinks();
const SCRIPT = 'python-requests/2.31.0';

describe('a click of a link', () => {
  it('flags and does not pay a click that comes again at once, or of nobody; a cap of clicks ends them', async () => {
    const key = keyOf(await campaign('Again', { duplicate_seconds: 10, click_payout: '1' }));
    const capped = await campaign('Capped clicks', { over_action: 'reject' });
    await send('POST', `${BASE}/capping`, { campaign_id: capped.id, metric: 'clicks', limit: '5' });
    const known = await publisher('Known', { sub_required: true });
    await settled();
    for (const query of [
      `?p=${known.key}&s=1`,
      `?p=${known.key}&s=1`,
      '?p=nobody',
      `?p=${known.key}&gaid=38400000-8cf0-11bd-b23e-10b96e40000d`,
    ])
      expect((await follow(key, query)).status).toBe(302);
    const rows = await loaded<object>('handling, handling_reason, toString(cost) AS cost', key);
    expect(rows.map((row) => JSON.stringify(Object.values(row))).sort()).toEqual(
      [
        ['flagged', 'duplicate', '0'],
        ['flagged', 'no_sub_publisher', '0'],
        ['flagged', 'unknown_publisher', '0'],
        ['passed', '', '1'],
      ].map((each) => JSON.stringify(each)),
    );
    const answers = await Promise.all(Array.from({ length: 12 }, () => follow(keyOf(capped))));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(5);
    expect(
      (await send('POST', `${BASE}/capping`, { campaign_id: capped.id, metric: 'clicks', limit: '5' })).status,
    ).toBe(409);
    await stored();
    const { rows: used } = await app.context.database.pool.query('SELECT used::int AS used FROM tracking_cap_use');
    expect(used).toEqual([{ used: 5 }]);
  });

  it('beyond a full capping of events or money goes to the fallback or ends, as the test of the link says [TRK-GAP-02]', async () => {
    const open = await campaign('Open', { landing_page: 'https://open.example/?id={click_id}' });
    const pays = { payout_model: 'flat', payout: '2', revenue_model: 'flat', revenue: '3' };
    const settings = { several_conversions: true, fallback_campaign_id: open.id, events: [{ event: 'lead', ...pays }] };
    const first = await publisher('First');
    const cases = [
      ['conversions', 'fallback', '1', 'open.example', 'elsewhere'],
      // 4 of 5 are used up: no lead of 2 has room.
      ['payout', 'fallback', '5', 'open.example', 'elsewhere'],
      ['revenue', 'reject', '3', '', 'end'],
      ['conversions', 'pay_zero', '1', 'shop.example', 'pass'],
    ] as const;
    for (const [metric, action, limit, host, way] of cases) {
      const made = await campaign(`Full ${metric} ${action}`, { ...settings, over_action: action });
      const capped = await send('POST', `${BASE}/capping`, {
        campaign_id: made.id,
        publisher_id: first.id,
        metric,
        limit,
      });
      expect(capped.status).toBe(200);
      await settled();
      const link = `?p=${first.key}`;
      const hostOf = async (query: string) => (await follow(keyOf(made), query)).to.split('/')[2] ?? '';
      const clicked = new URL((await follow(keyOf(made), link)).to).searchParams.get('id') ?? '';
      await stored();
      const tell = (txid: string) => postback(made, { click_id: clicked, event: 'lead', txid });
      for (let n = 0; n < (metric === 'payout' ? 2 : 1); n++) {
        expect([await hostOf(link), (await tell(`${n}`)).pb_status]).toEqual(['shop.example', 'Success']);
      }
      await settled();
      expect([metric, action, await hostOf(link), await hostOf('')]).toEqual([metric, action, host, 'shop.example']);
      const url = `/t/c/${keyOf(made)}${link}`;
      const tested = await send('POST', `${BASE}/test_link`, { package_name: APP, url, user_agent: CHROME });
      expect(tested.body.data.steps.find(({ check }: { check: string }) => check === 'caps')).toMatchObject({
        found: expect.stringMatching(new RegExp(`^${metric} daily ${limit}[.0]*$`)),
        way,
      });
      app.clock.advance(86_400_000);
      expect(await hostOf(link)).toBe('shop.example');
      app.clock.advance(-86_400_000);
    }
    const alone = { over_action: 'fallback' };
    expect((await send('POST', `${BASE}/campaign`, campaignBody('Nowhere', alone))).body.field).toBe(
      'fallback_campaign_id',
    );
    expect(
      (await send('POST', `${BASE}/capping`, { campaign_id: open.id, limit: '1', action: 'fallback' })).body.field,
    ).toBe('action');
  });

  it('is tested for a country as if it came from there, by its allowed places too', async () => {
    const made = await campaign('Placed');
    const places = { campaign_id: made.id, countries: ['DE'] };
    expect((await send('PUT', '/api/integrity/click/geo_location', places)).status).toBe(200);
    await settled();
    const asked = { package_name: APP, url: `/t/c/${keyOf(made)}`, ip: '84.160.1.7', user_agent: CHROME };
    const from = async (country: string) => {
      const { way, reason } = (await send('POST', `${BASE}/test_link`, { ...asked, country })).body.data;
      return [way, reason];
    };
    expect([await from('JP'), await from('DE'), await from('')]).toEqual([
      ['end', 'place'],
      ['pass', ''],
      ['pass', ''],
    ]);
  });

  it('protected by the rules flags, sends elsewhere, ends or challenges what they call fraud', async () => {
    const made = async (fraud: string, more = {}) =>
      keyOf(
        await campaign(`Protected ${fraud}`, { protection: { suspect: 'pass', fraud }, click_payout: '1', ...more }),
      );
    const [flag, end, challenge] = [await made('flag'), await made('end'), await made('challenge')];
    const bot = { 'user-agent': SCRIPT };
    expect([(await follow(flag)).status, (await follow(flag, '', bot)).status]).toEqual([302, 302]);
    const [clean, flagged] = await loaded<Record<string, string>>(
      'handling, handling_reason, toString(cost) AS cost',
      flag,
    );
    expect(clean).toMatchObject({ handling: 'passed', cost: '1' });
    expect(flagged).toMatchObject({ handling: 'flagged', cost: '0', handling_reason: expect.stringMatching(/\w/) });
    expect((await follow(end, '', bot)).status).toBe(403);
    const shown = await follow(challenge, '', bot);
    expect([shown.status, shown.to, shown.headers['content-security-policy']]).toEqual([
      200,
      '',
      expect.stringContaining("default-src 'none'; script-src 'sha256-"),
    ]);
    expect(shown.text).not.toMatch(/src=|href=|shop\.example/);
    const token = /data-token="([^"]+)"/.exec(shown.text)?.[1] ?? '';
    let sum = 7;
    for (const letter of token) sum = (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0;
    const pass = (text: string, answer: string) => follow(challenge, `?t=${text}&a=${answer}`, bot, 'h');
    for (const [text, answer] of [
      [token, 'x'],
      [`x${token}`, sum.toString(36)],
      ['', ''],
      ['e30.AAAA', '1'],
    ] as const)
      expect((await pass(text, answer)).status).toBe(403);
    expect(await loaded('handling', challenge)).toEqual([]);
    expect([(await pass(token, sum.toString(36))).status, (await pass(token, sum.toString(36))).to]).toEqual([
      302,
      expect.stringContaining('https://shop.example/start?id='),
    ]);
    await follow(challenge, '', bot);
    app.clock.advance(140_000);
    expect((await pass(token, sum.toString(36))).status).toBe(403);
    expect(await endChallenges({ database: app.context.database, now: () => app.clock.now() })).toBe(1);
    app.clock.advance(-140_000);
    expect(await loaded('handling, toString(cost) AS cost', challenge)).toEqual([
      { handling: 'passed', cost: '1' },
      { handling: 'challenged', cost: '0' },
    ]);
  });
});
