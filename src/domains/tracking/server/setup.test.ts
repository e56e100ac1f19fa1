import { describe, expect, it } from 'vitest';
import { reportEntry } from '../../reports/server/tables.ts';
import { APP, BASE, campaignBody, useTracking } from '../testing/use-tracking.ts';
import { campaignTable, capUseTable, endedTable, goalTable, landingPageTable } from './tables.ts';

const { app, get, send } = useTracking();
const rows = () => app.context.database.db.select().from(campaignTable);
const GOAL = {
  event: 'purchase',
  payout_model: 'both',
  payout: '1.25',
  payout_percent: '5',
  revenue_model: 'flat',
  revenue: '3',
};

describe('campaigns with own links', () => {
  let id = 0;
  let seen = '';

  it('are stored with a link and a secret of which only the hash stays [TRK-API-02] [TRK-GAP-04]', async () => {
    const made = await send(
      'POST',
      `${BASE}/campaign`,
      campaignBody('Spring', {
        customer_name: 'Shop',
        agency_name: 'Acme',
        events: [GOAL],
        start: '2026-11-01',
        end: '2026-12-31',
      }),
    );
    expect([made.status, made.body.message]).toEqual([200, 'Created successfully !']);
    const [row] = await rows();
    expect(row).toMatchObject({ packageName: APP, campaignName: 'Spring', customerName: 'Shop', endsOn: '2026-12-31' });
    expect(made.body.data.tracking_link).toContain(`/t/c/${row?.key}?p=`);
    expect(row?.postbackSecret.toString('utf8')).not.toContain(made.body.data.postback_secret);
    expect(await app.context.database.db.select().from(goalTable)).toMatchObject([
      { event: 'purchase', payout: '1.250000', payoutPercent: '5.0000' },
    ]);
    ({ id, updated_at: seen } = made.body.data);
    const again = await send('POST', `${BASE}/campaign`, campaignBody('Spring'));
    expect([again.status, again.body.field]).toEqual([409, 'campaign_name']);
  });

  it('are listed by page for those of the package only, an agency its own [TRK-API-03]', async () => {
    await send('POST', `${BASE}/campaign`, campaignBody('Winter', { agency_name: 'Other' }));
    const first = (await get(`${BASE}/campaign?package_name=${APP}&limit=1`)).body;
    expect([
      first.total,
      first.Total_pages,
      first.data.map((each: { campaign_name: string }) => each.campaign_name),
    ]).toEqual([2, 2, ['Winter']]);
    const agency = (await get(`${BASE}/campaign?package_name=${APP}`, 'vendor')).body;
    expect(agency.data.map((each: { campaign_name: string }) => each.campaign_name)).toEqual(['Spring']);
    expect(agency.data[0]).toMatchObject({ events: [{ ...GOAL, revenue_percent: null }], start: '2026-11-01' });
    expect((await get(`${BASE}/campaign?package_name=${APP}`, 'stranger')).status).toBe(403);
    expect((await get(`${BASE}/campaign?package_name=${APP}`, 'publisher')).status).toBe(403);
    expect(
      (await send('POST', `${BASE}/campaign`, campaignBody('Theirs', { agency_name: 'Other' }), 'vendor')).status,
    ).toBe(403);
  });

  it('change but for their names, and not over what somebody else saved [TRK-API-04] [TRK-RULE-01]', async () => {
    const {
      package_name: _,
      campaign_name: __,
      ...settings
    } = campaignBody('', { landing_page: 'https://shop.example/new', updated_at: seen });
    const sent = { ...settings, id: 999, customer_name: 'Stolen', agency_name: 'Stolen', campaign_name: 'Stolen' };
    expect((await send('PUT', `${BASE}/campaign/${id}`, sent, 'stranger')).status).toBe(403);
    const changed = await send('PUT', `${BASE}/campaign/${id}`, sent);
    expect([changed.status, changed.body.data.landing_page]).toEqual([200, 'https://shop.example/new']);
    const row = (await rows()).find((each) => each.id === id);
    expect(row).toMatchObject({ customerName: 'Shop', agencyName: 'Acme', campaignName: 'Spring' });
    expect((await send('PUT', `${BASE}/campaign/${id}`, sent)).status).toBe(409);
    expect((await send('PUT', `${BASE}/campaign/999999`, sent)).status).toBe(404);
  });

  it('say no to a fallback, a page, a price or a host that cannot be', async () => {
    const refused = async (more: object) => {
      const { status, body } = await send('POST', `${BASE}/campaign`, campaignBody('Refused', more));
      return [status, body.field];
    };
    expect(await refused({ fallback_campaign_id: 999_999 })).toEqual([422, 'fallback_campaign_id']);
    expect(await refused({ landing_pages: [{ id: 999_999, weight: 1 }] })).toEqual([422, 'landing_pages']);
    expect(await refused({ events: [{ event: 'x', payout_model: 'flat' }] })).toEqual([422, 'payout']);
    // Of an order nobody hands on more than all of it.
    const share = { payout_model: 'percent', payout_percent: '100.5' };
    expect((await refused({ events: [{ event: 'x', ...share }] }))[0]).toBe(422);
    expect((await refused({ overrides: [share] }))[0]).toBe(422);
    expect(await refused({ start: '2026-11-02', end: '2026-11-01' })).toEqual([422, 'end']);
    for (const landing_page of [
      'javascript:alert(1)',
      '//evil.example',
      'https://shop.example\\@evil.example',
      'https://a@b.example',
    ])
      expect([landing_page, (await refused({ landing_page }))[0]]).toEqual([landing_page, 422]);
  });

  it('end with their link when they are deleted [TRK-API-05]', async () => {
    const { key } = (await rows()).find((each) => each.id === id) ?? {};
    expect((await send('DELETE', `${BASE}/campaign/${id}`, undefined, 'stranger')).status).toBe(403);
    const gone = await send('DELETE', `${BASE}/campaign/${id}`);
    expect([gone.status, gone.body.message]).toEqual([200, 'Deleted  successfully !']);
    expect((await rows()).map((each) => each.campaignName)).toEqual(['Winter']);
    expect(await app.context.database.db.select().from(endedTable)).toMatchObject([{ key }]);
  });
});

describe('publishers with links', () => {
  it('are those of the register, with what they are told [TRK-API-07] [TRK-API-08]', async () => {
    await send('POST', '/api/web-bi/publisher', { package_name: APP, publisher: 'p1', email: 'ann@p1.example' });
    const made = await send('POST', `${BASE}/publisher_add`, {
      package_name: APP,
      name: 'p1',
      email: 'ben@p1.example',
      postback_url: 'https://p1.example/pb?c={source_click_id}&x={nothing}',
    });
    expect([made.status, made.body.data.unknown_macros]).toEqual([200, ['nothing']]);
    await send('POST', `${BASE}/publisher_add`, { package_name: APP, name: 'p2' });
    const listed = (await get(`${BASE}/publisher?package_name=${APP}`)).body;
    expect(listed.data.map((each: { name: string; email: string }) => [each.name, each.email])).toEqual([
      ['p1', 'ben@p1.example'],
      ['p2', ''],
    ]);
    const registered = (await get(`/api/web-bi/publisher?package_name=${APP}`)).body;
    expect(registered.total).toBe(2);
    expect((await send('POST', `${BASE}/publisher_add`, { package_name: APP, name: 'p1' })).status).toBe(409);
    const { id } = made.body.data;
    expect((await send('PUT', `${BASE}/publisher/${id}`, { status: 'paused' }, 'vendor')).status).toBe(403);
    expect((await send('PUT', `${BASE}/publisher/${id}`, { status: 'paused' })).body.data).toMatchObject({
      status: 'paused',
      postback_url: '',
    });
    expect((await send('DELETE', `${BASE}/publisher/${id}`)).status).toBe(200);
    expect((await get(`/api/web-bi/publisher?package_name=${APP}`)).body.total).toBe(2);
  });
});

describe('cappings', () => {
  it('show how much of the period that runs is used up, by the calendar of the campaign', async () => {
    const campaign = (await send('POST', `${BASE}/campaign`, campaignBody('Capped', { events: [{ event: 'lead' }] })))
      .body.data;
    const made = (await send('POST', `${BASE}/capping`, { campaign_id: campaign.id, event: 'lead', limit: '10' })).body
      .data;
    app.clock.set('2026-11-19T23:30:00Z');
    const use = (periodStart: string, used: string) =>
      app.context.database.db.insert(capUseTable).values({ capId: made.id, periodStart, used });
    await use('2026-11-19', '4');
    await use('2026-11-20', '7');
    const [listed] = (await get(`${BASE}/capping?package_name=${APP}`)).body.data;
    expect(listed).toMatchObject({ campaign: 'Capped', event: 'lead', limit: '10', used: '7', period: 'daily' });
    expect(
      (await send('POST', `${BASE}/capping`, { campaign_id: campaign.id, event: 'lead', limit: '11' })).status,
    ).toBe(409);
    expect(
      (await send('POST', `${BASE}/capping`, { campaign_id: campaign.id, event: 'none', limit: '11' })).body.field,
    ).toBe('event');
    expect((await send('PUT', `${BASE}/capping/${made.id}`, { limit: '12', action: 'hold' })).body.data).toMatchObject({
      limit: '12',
      action: 'hold',
      used: '7',
    });
    expect((await send('DELETE', `${BASE}/capping/${made.id}`, undefined, 'stranger')).status).toBe(403);
    expect((await send('DELETE', `${BASE}/capping/${made.id}`)).status).toBe(200);
    expect((await get(`${BASE}/capping?package_name=${APP}`)).body.total).toBe(0);
  });
});

describe('landing pages', () => {
  it('are stored for a package and offered to its campaigns [TRK-API-06] [TRK-API-30] [TRK-API-31]', async () => {
    const made = (
      await send('POST', `${BASE}/landing_page`, {
        package_name: APP,
        name: 'Offer',
        url: 'https://shop.example/offer?c={click_id}&u={odd}',
      })
    ).body.data;
    expect(made.unknown_macros).toEqual(['odd']);
    const foreign = { package_name: 'com.foreign', name: 'Foreign', url: 'https://foreign.example/' };
    expect((await send('POST', `${BASE}/landing_page`, foreign, 'stranger')).status).toBe(200);
    await send(
      'POST',
      `${BASE}/campaign`,
      campaignBody('Landing', { landing_pages: [{ id: made.id, weight: 2 }], events: [{ event: 'signup' }] }),
    );
    const { data, total } = (await get(`${BASE}/landing_page?package_name=${APP}`)).body;
    expect([total, data[0]]).toMatchObject([1, { name: 'Offer', campaigns: ['Landing'] }]);
    const stored = await app.context.database.db.select().from(landingPageTable);
    const ofPackage = stored.filter(({ packageName }) => packageName === APP);
    expect([stored.length, ofPackage.map(({ id, url }) => [id, url])]).toEqual([2, [[data[0].id, data[0].url]]]);
    expect((await get(`${BASE}/landing_page?package_name=${APP}`, 'stranger')).status).toBe(403);
    const form = (await get(`${BASE}/v2campaign_add_details?package_name=${APP}`)).body.data;
    expect(form).toMatchObject({
      landing_pages: [{ id: made.id, name: 'Offer' }],
      time_zone: 'Europe/Berlin',
      payout_models: ['none', 'flat', 'percent', 'both'],
    });
    expect(form.publishers.map(({ name }: { name: string }) => name)).toEqual(['p1', 'p2']);
    expect(form.events).toEqual(['lead', 'signup']);
    expect((await get(`${BASE}/landing_page_add_details?package_name=${APP}`)).body.data.hosts).toEqual([
      'shop.example',
    ]);
    expect((await get(`${BASE}/v2campaign_add_details?package_name=com.foreign`)).status).toBe(403);
    expect((await send('DELETE', `${BASE}/landing_page/${made.id}`)).status).toBe(200);
  });
});

it('lists files that are ready with their address [TRK-API-33]', async () => {
  const entry = {
    report: 'report',
    reportType: 'click',
    asked: {},
    firstDay: '2026-11-01',
    lastDay: '2026-11-06',
    author: 'A',
    format: 'csv',
  };
  const ready = {
    fileName: 'all.csv',
    mediaType: 'text/csv',
    bytes: 12,
    finishedAt: new Date('2026-11-20T10:00:00Z'),
  };
  const common = { ...entry, format: 'csv', authorId: 1 } as const;
  await app.context.database.db.insert(reportEntry).values([
    { ...common, packageName: APP, name: 'Ready', state: 'Ready', ...ready },
    { ...common, packageName: APP, name: 'Waits', state: 'Queued' },
    { ...common, packageName: 'com.foreign', name: 'Foreign', state: 'Ready', ...ready },
  ]);
  const { body } = await get(`${BASE}/fetch_downloads?package_name=${APP}`);
  expect(body).toMatchObject({ total: 1, data: [{ name: 'Ready', file_name: 'all.csv', bytes: 12 }] });
  expect(body.data[0].link).toMatch(/download_attachment\?id=\d+$/);
  expect((await get(`${BASE}/fetch_downloads?package_name=${APP}`, 'stranger')).status).toBe(403);
});
