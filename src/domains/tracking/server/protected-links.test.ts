import { describe, expect, it } from 'vitest';
import { keyOf, useLinks } from '../testing/use-links.ts';
import { BASE } from '../testing/use-tracking.ts';
import { endChallenges } from './challenge-store.ts';

const { app, campaign, follow, loaded, publisher, send, settled, stored } = useLinks();
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
