import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { CHROME, keyOf, useLinks } from '../testing/use-links.ts';
import { APP, BASE, campaignBody } from '../testing/use-tracking.ts';
import { endChallenges } from './challenge-store.ts';

const { app, campaign, follow, get, loaded, postback, publisher, send, settled, stored } = useLinks();
const SCRIPT = 'python-requests/2.31.0';

/** As the page works it out: the hash of the signature, a dot and the number begins with 15 zeros. */
const isSolution = (token: string, answer: string): boolean =>
  createHash('sha256')
    .update(`${token.split('.')[1]}.${answer}`)
    .digest()
    .readUInt32BE() <
  2 ** 17;

function solved(token: string): string {
  let n = 0;
  while (!isSolution(token, String(n))) n++;
  return String(n);
}

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

  it('ends without a signature where its campaign refuses unsigned links, and both tests of links say so', async () => {
    const partner = await publisher('Signing');
    const made = await campaign('Signed');
    const { data } = (await get(`${BASE}/campaign/${made.id}`)).body;
    const { tracking_link: _l, impression_link: _i, postback_link: _p, ...settings } = data;
    expect(settings.signed_only).toBe(false);
    const bare = `?p=${partner.key}`;
    expect((await follow(keyOf(made), bare)).status).toBe(302);
    const body = { package_name: APP, campaign_id: made.id, publisher_id: partner.id, mode: 'static' };
    const { url } = (await send('POST', '/api/integrity/click/url', body)).body.data;
    const saved = await send('PUT', `${BASE}/campaign/${made.id}`, { ...settings, signed_only: true });
    expect([saved.status, saved.body]).toMatchObject([200, { data: { signed_only: true } }]);
    await settled();
    expect((await follow(keyOf(made), bare)).status).toBe(403);
    expect((await follow(keyOf(made), new URL(url).search)).status).toBe(302);
    const refused = { reason: 'signature_missing' };
    const address = `/t/c/${keyOf(made)}${bare}`;
    const asked = { package_name: APP, url: address, ip: '84.160.1.7', user_agent: CHROME };
    expect((await send('POST', `${BASE}/test_link`, asked)).body.data).toMatchObject({ way: 'end', ...refused });
    const tried = await send('POST', '/api/integrity/click/test', { package_name: APP, address });
    expect(tried.body.data).toMatchObject({ action: 'block', ...refused });
    const { campaigns } = (await get(`/api/integrity/click/url?package_name=${APP}`)).body.data;
    expect(campaigns).toContainEqual({ id: made.id, name: 'Signed', signed_only: true });
  });

  it('protected by the rules flags, or ends what they call fraud', async () => {
    const made = async (fraud: string, more = {}) =>
      keyOf(
        await campaign(`Protected ${fraud}`, { protection: { suspect: 'pass', fraud }, click_payout: '1', ...more }),
      );
    const [flag, end] = [await made('flag'), await made('end')];
    const bot = { 'user-agent': SCRIPT };
    expect([(await follow(flag)).status, (await follow(flag, '', bot)).status]).toEqual([302, 302]);
    const [clean, flagged] = await loaded<Record<string, string>>(
      'handling, handling_reason, toString(cost) AS cost',
      flag,
    );
    expect(clean).toMatchObject({ handling: 'passed', cost: '1' });
    expect(flagged).toMatchObject({ handling: 'flagged', cost: '0', handling_reason: expect.stringMatching(/\w/) });
    expect((await follow(end, '', bot)).status).toBe(403);
  });

  it('protected by a challenge goes on once, with the work done and in time', async () => {
    const protection = { suspect: 'pass', fraud: 'challenge' };
    const challenge = keyOf(await campaign('Protected challenge', { protection, click_payout: '1' }));
    const bot = { 'user-agent': SCRIPT };
    const shown = await follow(challenge, '', bot);
    expect([shown.status, shown.to, shown.headers['content-security-policy']]).toEqual([
      200,
      '',
      expect.stringContaining("default-src 'none'; script-src 'sha256-"),
    ]);
    expect(shown.text).not.toMatch(/src=|href="[^"]|shop\.example/);
    await stored();
    const tokenOf = ({ text }: { text: string }): string => /data-token="([^"]+)"/.exec(text)?.[1] ?? '';
    const token = tokenOf(shown);
    const answer = solved(token);
    const pass = (text: string, a: string, more = '') => follow(challenge, `?t=${text}&a=${a}${more}`, bot, 'h');
    const wrong = Array.from({ length: 40 }, (_, n) => String(Number(answer) + 1 + n)).find(
      (n) => !isSolution(token, n),
    );
    for (const [text, a] of [
      [token, 'x'],
      [token, wrong ?? ''],
      [`x${token}`, answer],
      ['', ''],
      ['e30.AAAA', '1'],
    ] as const)
      expect((await pass(text, a)).status).toBe(403);
    expect((await follow(challenge, `?t=${token}&a=${answer}`, bot, 'h', 'HEAD')).status).toBe(503);
    expect(await loaded('handling', challenge)).toEqual([]);
    const [on, again] = await Promise.all([pass(token, answer), pass(token, answer)]);
    expect([on.status, again.status].sort()).toEqual([302, 403]);
    expect([on.to, again.to]).toContainEqual(expect.stringContaining('https://shop.example/start?id='));
    expect((await pass(token, answer)).text).toContain('follow the link once more');
    const driven = tokenOf(await follow(challenge, '', bot));
    await stored();
    expect((await pass(driven, solved(driven), '&d=1')).status).toBe(302);
    app.clock.advance(140_000);
    expect((await pass(driven, solved(driven))).status).toBe(403);
    expect(await endChallenges({ database: app.context.database, now: () => app.clock.now() })).toBe(1);
    app.clock.advance(-140_000);
    expect(await loaded('handling, handling_reason, toString(cost) AS cost', challenge)).toEqual([
      { handling: 'passed', handling_reason: 'challenge_passed', cost: '1' },
      { handling: 'challenged', handling_reason: expect.stringMatching(/\w/), cost: '0' },
    ]);
  });

  it('that passed the challenge is paid for what comes of it; one that did not, or was only flagged, is not', async () => {
    const events = [{ event: 'lead', payout_model: 'flat', payout: '2' }];
    const bot = { 'user-agent': SCRIPT };
    const made = (fraud: string) => campaign(`Paid ${fraud}`, { protection: { suspect: 'pass', fraud }, events });
    const [challenged, flagged] = [await made('challenge'), await made('flag')];
    const idIn = ({ to }: { to: string }): string => new URL(to).searchParams.get('id') ?? '';
    const shown = async () => /data-token="([^"]+)"/.exec((await follow(keyOf(challenged), '', bot)).text)?.[1] ?? '';
    const [token, other] = [await shown(), await shown()];
    await stored();
    const passed = idIn(await follow(keyOf(challenged), `?t=${token}&a=${solved(token)}`, bot, 'h'));
    const driven = idIn(await follow(keyOf(challenged), `?t=${other}&a=${solved(other)}&d=1`, bot, 'h'));
    const flag = idIn(await follow(keyOf(flagged), '', bot));
    await stored();
    expect(await postback(challenged, { click_id: passed, event: 'lead' })).toMatchObject({
      pb_status: 'Success',
      conversion_status: 'approved',
    });
    expect(await postback(challenged, { click_id: driven, event: 'lead' })).toMatchObject({ reason: 'challenged' });
    expect(await postback(flagged, { click_id: flag, event: 'lead' })).toMatchObject({ reason: 'fraud' });
  });

  it('is answered by the script of the page itself, but where the browser says that a program drives it', async () => {
    const key = keyOf(await campaign('Worked', { protection: { suspect: 'pass', fraud: 'challenge' } }));
    const shown = await follow(key, '', { 'user-agent': SCRIPT, 'accept-language': 'de' });
    const script = /<script>(.*)<\/script>/s.exec(shown.text)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(shown.headers['content-security-policy']).toContain(`'sha256-${hash}'`);
    expect(shown.text).toContain('Bitte schalten Sie JavaScript ein');
    const [to, token] = ['data-to', 'data-token'].map((name) => new RegExp(`${name}="([^"]+)"`).exec(shown.text)?.[1]);
    const run = async (webdriver: boolean): Promise<string> => {
      const said: Record<string, { hidden: boolean; onclick?: () => void }> = {};
      const element = (id: string) => (said[id] ??= { hidden: true });
      const gone = new Promise<string>((replace) => {
        runInNewContext(script, {
          document: {
            documentElement: { getAttribute: (n: string) => (n === 'data-to' ? to : token) },
            getElementById: element,
          },
          navigator: { webdriver },
          window: { innerWidth: 1_200 },
          location: { replace },
          setTimeout,
          encodeURIComponent,
        });
      });
      if (webdriver) {
        expect([said['stopped']?.hidden, said['wait']]).toEqual([false, undefined]);
        said['on']?.onclick?.();
      }
      return gone;
    };
    const [unseen, driven] = [await run(false), await run(true)];
    expect(unseen).toMatch(/^\/t\/h\/[\w-]+\?t=[^&]+&a=\d+$/);
    expect(driven).toMatch(/&a=\d+&d=1$/);
    expect((await follow(key, unseen.slice(unseen.indexOf('?')), { 'user-agent': SCRIPT }, 'h')).status).toBe(302);
  });
});
