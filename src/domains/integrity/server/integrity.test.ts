import { describe, expect, it } from 'vitest';
import { APP, CHROME, CURL, useIntegrity } from '../testing/use-integrity.ts';
import { LinkGuard } from './link-guard.ts';
import { ruleTable } from './tables.ts';

const { app, get, send, ids, keys } = useIntegrity();

const rule = (more: object) => ({
  package_name: APP,
  name: 'No bots',
  field: 'ua_class',
  operator: 'is',
  values: ['library', 'headless'],
  action: 'block',
  ...more,
});
describe.each(['click', 'impression'] as const)('rules of %s integrity', (kind) => {
  const base = `/api/integrity/${kind}`;
  const test = async (body: object) =>
    (await send('POST', `${base}/test`, { package_name: APP, campaign_id: ids.campaign, ...body })).body.data;

  it('are written, change the verdict of a test, and hold for new requests once they are published [INTG-GAP-01]', async () => {
    expect(await test({ user_agent: CURL })).toMatchObject({ action: 'allow', steps: [] });
    const made = (await send('POST', `${base}/rules`, rule({}))).body.data;
    const tried = await test({ user_agent: CURL });
    expect(tried).toMatchObject({ action: 'block', reason: 'rule: No bots', facts: { ua_class: 'library' } });
    expect(tried.steps).toMatchObject([{ rule_id: made.id, holds: true, action: 'block', found: 'library' }]);
    expect(await test({ user_agent: CHROME })).toMatchObject({
      action: 'allow',
      steps: [{ holds: false, action: null }],
    });
    expect(await test({ user_agent: CURL, rules: 'in_force' })).toMatchObject({ action: 'allow' });
    const guard = new LinkGuard({
      database: app.context.database,
      linkMaster: Buffer.from('x'),
      imports: app.context.imports,
    });
    const request = {
      kind,
      packageName: APP,
      campaignId: ids.campaign,
      at: app.clock.now(),
      ip: '192.0.2.1',
      userAgent: CURL,
      deviceId: '',
      publisher: 'p1',
      subPublisher: '',
      signedOnly: false,
      referrer: '',
      path: `/t/c/${keys.campaign}`,
      params: [['p', keys.publisher]] as const,
    };
    expect(await guard.check(request)).toMatchObject({ action: 'allow' });
    expect((await get(`${base}/rules?package_name=${APP}`)).body.data).toMatchObject({ changed: true, versions: [] });
    expect((await send('POST', `${base}/rules/publish`, { package_name: APP, note: 'First' })).body.data).toEqual({
      version: 1,
    });
    expect((await get(`${base}/rules?package_name=${APP}`)).body.data).toMatchObject({
      changed: false,
      versions: [{ version: 1, note: 'First' }],
    });
    const later = new LinkGuard({
      database: app.context.database,
      linkMaster: Buffer.from('x'),
      imports: app.context.imports,
    });
    expect(await later.check(request)).toMatchObject({ action: 'block', reason: 'rule: No bots' });
    expect((await send('POST', `${base}/rules/publish`, { package_name: APP })).body.data).toEqual({ version: 1 });
    const second = (await send('POST', `${base}/rules`, rule({}))).body.data;
    expect(second.name).toBe('No bots (2)');
    expect((await send('PUT', `${base}/rules/${second.id}`, rule({}))).body.data.name).toBe('No bots (2)');
    await send('DELETE', `${base}/rules/${second.id}`);
    await send('PUT', `${base}/rules/${made.id}`, rule({ campaign_id: ids.other }));
    expect(await test({ user_agent: CURL })).toMatchObject({ action: 'allow' });
    await send('PUT', `${base}/rules/${made.id}`, rule({ active: false }));
    expect(await test({ user_agent: CURL })).toMatchObject({ action: 'allow' });
    expect((await send('DELETE', `${base}/rules/${made.id}`)).status).toBe(200);
    expect((await app.context.database.db.select().from(ruleTable)).filter((each) => each.kind === kind)).toEqual([]);
  });

  it('are not asked about what a test cannot read: it is refused, and no answer is made up', async () => {
    const link = `https://own.example/t/${kind === 'click' ? 'c' : 'i'}/${keys.campaign}?p=${keys.publisher}`;
    const refused = async (body: object) => {
      const answer = await send('POST', `${base}/test`, { package_name: APP, ...body });
      return [answer.status, answer.body.field];
    };
    expect(await refused({})).toEqual([422, 'address']);
    expect(await refused({ address: 'https://evil.example/t/c/xx' })).toEqual([422, 'address']);
    expect(await refused({ address: '<script>' })).toEqual([422, 'address']);
    expect(await refused({ headers: '{"log":{}}' })).toEqual([422, 'headers']);
    expect(await refused({ headers: 'curl https://evil.example/' })).toEqual([422, 'headers']);
    expect(await refused({ ip: '8.8.8.8', campaign_id: 999_999 })).toEqual([422, 'campaign_id']);
    const wrong = await send('POST', `${base}/test`, { package_name: APP, ip: 'here' });
    expect([wrong.status, wrong.body.message]).toEqual([422, 'This is not written in the form that is expected here']);
    const must = { name: 'Signed only', field: 'signature', operator: 'is_not', values: ['valid'] };
    const made = (await send('POST', `${base}/rules`, rule(must))).body.data;
    const pasted = await test({ campaign_id: null, headers: `curl -A '${CHROME}' '${link}'` });
    expect(pasted).toMatchObject({
      action: 'block',
      facts: { signature: 'missing', publisher: 'p1', browser: 'Chrome' },
    });
    expect((await test({ headers: `User-Agent: ${CHROME}` })).steps).toMatchObject([
      { rule_id: made.id, holds: false, not_asked: 'no_link' },
    ]);
    await send('DELETE', `${base}/rules/${made.id}`);
  });

  it('say no to what cannot be compared, to other people and to packages that are not theirs', async () => {
    const refused = async (more: object) => {
      const { status, body } = await send('POST', `${base}/rules`, rule(more));
      return [status, body.field];
    };
    expect(await refused({ operator: 'over' })).toEqual([422, 'operator']);
    expect(await refused({ values: [] })).toEqual([422, 'values']);
    expect(await refused({ field: 'hour', operator: 'over', values: ['noon'] })).toEqual([422, 'values']);
    expect(await refused({ field: 'ip', operator: 'in_network', values: ['192.0.2.0/64'] })).toEqual([422, 'values']);
    const must = { field: 'signature', operator: 'is_not' };
    expect(await refused({ ...must, values: ['ok'] })).toEqual([422, 'values']);
    expect(await refused({ ...must, operator: 'contains' })).toEqual([422, 'operator']);
    expect(await refused({ field: 'country', values: ['DE', 'Narnia'] })).toEqual([422, 'values']);
    expect(await refused({ field: 'country', values: ['ZZ'] })).toEqual([422, 'values']);
    expect(await refused({ field: 'hour', operator: 'over', values: ['99'] })).toEqual([422, 'values']);
    expect(await refused({ field: 'hour', operator: 'over', values: ['23'] })).toEqual([422, 'values']);
    expect(await refused({ field: 'hour', operator: 'under', values: ['0'] })).toEqual([422, 'values']);
    expect(await refused({ field: 'event_name' })).toEqual([422, 'field']);
    expect(await refused({ campaign_id: 999_999 })).toEqual([422, 'campaign_id']);
    expect((await send('POST', `${base}/rules`, rule({}), 'stranger')).status).toBe(403);
    expect((await send('POST', `${base}/rules`, rule({}), 'publisher')).status).toBe(403);
    const made = (await send('POST', `${base}/rules`, rule({}))).body.data;
    expect((await send('DELETE', `${base}/rules/${made.id}`, undefined, 'stranger')).status).toBe(403);
    const other = kind === 'click' ? 'impression' : 'click';
    expect((await send('DELETE', `/api/integrity/${other}/rules/${made.id}`)).status).toBe(404);
    await send('DELETE', `${base}/rules/${made.id}`);
  });

  it('keep requests from countries a campaign does not allow, beside what was observed', async () => {
    const saved = await send('PUT', `${base}/geo_location`, {
      campaign_id: ids.campaign,
      countries: ['DE', 'AT', 'DE'],
    });
    expect(saved.body.data.countries).toEqual(['AT', 'DE']);
    const [place] = (await get(`${base}/geo_location?package_name=${APP}`)).body.data;
    const seen = kind === 'click' ? { outside: 1, total: 3 } : { outside: 1, total: 1 };
    expect(place).toMatchObject({ campaign: 'Spring', countries: ['AT', 'DE'], ...seen });
    expect(place).toMatchObject({ campaign_countries: [], nobody: false });
    const { pool } = app.context.database;
    const takes = (countries: string[]) =>
      pool.query('UPDATE tracking_campaign SET countries = $1 WHERE id = $2', [countries, ids.campaign]);
    await takes(['JP']);
    const [both] = (await get(`${base}/geo_location?package_name=${APP}`)).body.data;
    expect(both).toMatchObject({ countries: ['AT', 'DE'], campaign_countries: ['JP'], nobody: true });
    await takes([]);
    const made = { campaign_id: ids.campaign, countries: ['DE', 'ZZ'] };
    expect((await send('PUT', `${base}/geo_location`, made)).status).toBe(422);
    const body = { campaign_id: ids.campaign, countries: [] };
    expect((await send('PUT', `${base}/geo_location`, body, 'stranger')).status).toBe(403);
    await send('PUT', `${base}/geo_location`, body);
  });
});

describe('rules of user acquisition', () => {
  it('are stored, changed and held against conversions', async () => {
    const base = '/api/user_acquisition/rules';
    const body = {
      package_name: APP,
      name: 'Too soon',
      field: 'seconds_after_click',
      operator: 'under',
      values: ['5'],
      action: 'block',
    };
    const made = (await send('POST', base, body)).body.data;
    expect((await get(`${base}/${made.id}`)).body.data).toMatchObject({ name: 'Too soon', values: ['5'] });
    await send('PUT', `${base}/${made.id}`, { ...body, values: ['10'] });
    expect((await get(`${base}?package_name=${APP}`)).body.data.rules).toMatchObject([{ id: made.id, values: ['10'] }]);
    expect((await get(`${base}/${made.id}`, 'stranger')).status).toBe(403);
    await send('POST', `${base}/publish`, { package_name: APP });
    const guard = new LinkGuard({
      database: app.context.database,
      linkMaster: Buffer.from('x'),
      imports: app.context.imports,
    });
    const conversion = (secondsAfterClick: number) =>
      guard.checkConversion({
        kind: 'install',
        packageName: APP,
        campaignId: ids.campaign,
        at: app.clock.now(),
        ip: '192.0.2.1',
        userAgent: CHROME,
        deviceId: '',
        publisher: 'p1',
        subPublisher: '',
        eventName: 'install',
        secondsAfterClick,
      });
    expect(await conversion(9)).toMatchObject({ action: 'block', reason: 'rule: Too soon' });
    expect(await conversion(11)).toMatchObject({ action: 'allow' });
    await send('DELETE', `${base}/${made.id}`);
    await send('POST', `${base}/publish`, { package_name: APP });
  });

  it('refuse a conversion that is told of, pay nothing for it, and keep their name with it', async () => {
    const made = await send('POST', '/api/mtrackit/campaign', {
      package_name: APP,
      campaign_name: 'Leads',
      landing_page: 'https://shop.example/start?id={click_id}',
      time_zone: 'UTC',
      currency: 'EUR',
      protection: { suspect: 'pass', fraud: 'pass' },
      events: ['lead', 'sale'].map((event) => ({ event, payout_model: 'flat', payout: '2.5' })),
    });
    const { tracking_link: link, postback_secret: secret } = made.body.data;
    const { pathname } = new URL(link);
    const told = async (event: string) => {
      const followed = await app.call('GET', `${pathname}?p=${keys.publisher}`, { headers: { 'user-agent': CHROME } });
      // Until the campaign is in force there is nowhere to go on to.
      if (followed.status !== 302) return [String(followed.status), ''];
      const click = new URL(String(followed.headers['location'])).searchParams.get('id') ?? '';
      const asked = new URLSearchParams({ click_id: click, event, sec: secret });
      const { pb_status, reason } = (await app.call('GET', `/t/pb?${asked}`, {})).body;
      return [pb_status, reason];
    };
    await expect.poll(() => told('lead'), { interval: 300, timeout: 10_000 }).toEqual(['Success', '']);
    const rule = { package_name: APP, name: 'No leads', field: 'event_name', operator: 'is', values: ['lead'] };
    await send('POST', '/api/user_acquisition/rules', { ...rule, action: 'flag' });
    await send('POST', '/api/user_acquisition/rules/publish', { package_name: APP });
    // In force within a second.
    await expect.poll(() => told('lead'), { interval: 300, timeout: 10_000 }).toEqual(['Rejected', 'rule']);
    expect(await told('sale')).toEqual(['Success', '']);
    const { rows } = await app.context.database.pool.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM tracking_conversion WHERE reason = 'rule: No leads' AND payout = 0 AND status = 'rejected'",
    );
    expect(rows[0]?.n).toBe(1);
  });
});

describe('reports of integrity', () => {
  it('count what own links brought, for the package, the days and the filters asked for', async () => {
    const totals = (
      await get(`/api/integrity/click/dashboard?package_name=${APP}&start_date=2026-11-19&end_date=2026-11-19`)
    ).body.data;
    expect(totals).toMatchObject({
      total: 3,
      handlings: [
        { handling: 'blocked', requests: 2 },
        { handling: 'passed', requests: 1 },
      ],
    });
    expect(
      (await get(`/api/integrity/impression/dashboard?package_name=${APP}&start_date=2026-11-19&end_date=2026-11-19`))
        .body.data.total,
    ).toBe(1);
    expect(
      (await get(`/api/integrity/click/dashboard?package_name=${APP}&start_date=2026-11-18&end_date=2026-11-18`)).body
        .data.total,
    ).toBe(0);
    const own = (
      await get(
        `/api/integrity/click/report?package_name=${APP}&start_date=2026-11-19&end_date=2026-11-19`,
        'publisher',
      )
    ).body;
    expect([own.total, own.data.every(({ publisher }: { publisher: string }) => publisher === 'p1')]).toEqual([
      2,
      true,
    ]);
    const filtered = (
      await get(
        `/api/integrity/click/report?package_name=${APP}&start_date=2026-11-19&end_date=2026-11-19&handling=blocked&limit=1`,
      )
    ).body;
    expect([filtered.total, filtered.Total_pages, filtered.data.length]).toEqual([2, 2, 1]);
    const file = await get(
      `/api/integrity/click/report/download?package_name=${APP}&start_date=2026-11-19&end_date=2026-11-19&handling=blocked`,
    );
    expect(file.text.trim().split('\r\n')).toHaveLength(3);
    expect((await get(`/api/integrity/click/report?package_name=${APP}`, 'stranger')).status).toBe(403);
  });

  it('are embedded from an address of their own for each kind [INTG-API-01] [INTG-API-02]', async () => {
    const url = async (kind: string, who = 'customer') => get(`/api/user/${kind}_integrity?package_name=${APP}`, who);
    const [click, impression] = [await url('click'), await url('impression')];
    expect([click.status, impression.status]).toEqual([200, 200]);
    const ticket = (answer: { body: { data: { url: string } } }) =>
      encodeURIComponent(answer.body.data.url.split('#ticket=')[1] ?? '');
    const shown = async (answer: typeof click) =>
      (await get(`/api/quicksight/report?ticket=${ticket(answer)}`)).body.data.dashboard;
    expect([await shown(click), await shown(impression)]).toEqual(['click_integrity', 'impression_integrity']);
    expect((await url('click', 'stranger')).status).toBe(403);
  });
});
