import { describe, expect, it } from 'vitest';
import { REPORT_FILTERS, TRACKING_REPORTS } from '#domains/tracking/contract/reports.ts';
import { DAYS, type Place } from '../../testing/seed-reports.ts';
import { type Asked, always, inCents, read, useSeeded } from '../../testing/use-seeded.ts';
import { APP, BASE } from '../../testing/use-tracking.ts';

const { app, get, campaigns, seeds, right, ask, dataOf, rowsOf, linesOf } = useSeeded();
const [FIRST, , THIRD, , , LAST] = DAYS;

describe('the dashboard of own links', () => {
  it('has totals of the traffic, the events and the money of the range [TRK-API-09] [TRK-API-10] [TRK-API-11] [TRK-API-12] [TRK-API-13] [TRK-API-14] [VAST-RULE-01]', async () => {
    for (const [asked, which] of [
      [{}, always],
      [{ start_date: THIRD, end_date: THIRD }, ({ day }: Place) => day === THIRD],
      [{ publisher: ['p, three', 'p2'] } as Asked, ({ publisher }: Place) => publisher !== 'p1'],
    ] as const) {
      const all = right(which);
      expect(inCents((await dataOf('revenue', asked)).value)).toEqual(all.revenue);
      expect(inCents((await dataOf('cost', asked)).value)).toEqual(all.cost);
      expect(await dataOf('events', asked)).toEqual({
        value: all.events,
        pending: all.pending,
        rejected: all.rejected,
      });
      expect(await dataOf('clicks', asked)).toEqual({ value: all.clicks });
      expect(await dataOf('fraud_counts', asked)).toEqual({ value: all.fraud });
      expect(await dataOf('fraud_percentage', asked)).toEqual({
        value: (100 * all.fraud) / all.total,
        fraud: all.fraud,
        total: all.total,
      });
    }
    expect((await dataOf('fraud_percentage', { start_date: '2026-10-01', end_date: '2026-10-02' })).value).toBe(null);
  });

  it('has a table of publishers for each, the best first, of which over is what lies beyond cappings [TRK-API-15] [TRK-API-16] [TRK-API-17] [TRK-API-18] [TRK-API-19] [TRK-GAP-01]', async () => {
    const asked = { campaign_id: String(campaigns()[1]?.id) };
    const of = (publisher: string) =>
      right((place) => place.publisher === publisher && place.campaign === campaigns()[1]);
    const names = [
      ...new Set(
        seeds()
          .clicks.filter(({ campaign }) => campaign === campaigns()[1])
          .map((each) => each.publisher),
      ),
    ];
    const sorted = names.toSorted((a, b) => of(b).events - of(a).events || of(b).clicks - of(a).clicks);
    const top = await dataOf('top_publishers', asked);
    expect(top.map(({ publisher }: Place) => publisher)).toEqual(sorted);
    expect(top.map(read)).toEqual(sorted.map(of));
    const tables = ['publisher_events', 'publisher_costs', 'publisher_over', 'publisher_fraud'];
    const [events, costs, over, fraud] = await Promise.all(tables.map((name) => dataOf(name, asked)));
    for (const [at, publisher] of sorted.entries()) {
      const is = of(publisher);
      expect(events[at]).toEqual({ publisher, events: is.events });
      expect([costs[at].publisher, inCents(costs[at].cost)]).toEqual([publisher, is.cost]);
      expect(over[at]).toEqual({ publisher, over: is.over, events: is.events });
      expect(fraud[at]).toMatchObject({ publisher, fraud: is.fraud, total: is.total });
    }
    expect(sorted.some((publisher) => of(publisher).over > 0)).toBe(true);
  });

  it('changes in all of its tiles by each filter [TRK-API-20]', async () => {
    const tiles = ['revenue', 'cost', 'events', 'clicks', 'fraud_counts', 'fraud_percentage', 'publisher_events'];
    const filters: Asked[] = [{ publisher: 'p2' }, { campaign_id: String(campaigns()[0]?.id) }, { event: 'lead' }];
    for (const name of tiles) {
      const all = JSON.stringify(await dataOf(name));
      for (const filter of filters)
        expect([name, filter, JSON.stringify(await dataOf(name, filter)) === all]).toEqual([name, filter, false]);
    }
    const over = seeds().reached.filter((each) => each.over && each.status !== 'rejected').length;
    expect(await dataOf('events', { pb_status: 'Over' })).toMatchObject({ value: over });
  });
});

describe('reports of own links', () => {
  it('group clicks and events by day, campaign, publisher or sub-publisher, page by page [TRK-API-21]', async () => {
    const days = await rowsOf('report');
    expect(days.map(({ day }: Place) => day)).toEqual([...DAYS].reverse());
    expect(days.map(read)).toEqual([...DAYS].reverse().map((day) => right((place) => place.day === day)));
    const publishers = await rowsOf('report', { group: 'publisher', event: 'lead' });
    for (const row of publishers)
      expect(row.events).toBe(
        seeds().reached.filter(
          ({ event, publisher, status }) => event === 'lead' && publisher === row.publisher && status !== 'rejected',
        ).length,
      );
    const first = (await ask('report', { group: 'campaign', limit: '2' })).body;
    expect([first.data.length, first.total, first.Total_pages]).toEqual([2, 3, 2]);
    const sub = await rowsOf('report', { group: 'sub_publisher' });
    expect(new Set(sub.map((row: Record<string, string>) => row['sub_publisher']))).toEqual(
      new Set(['site-0', 'site-1']),
    );
  });

  it('have a row for each campaign with its events, also when it was deleted since [TRK-API-24]', async () => {
    const rows = await rowsOf('campaign_report');
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      const campaign = campaigns().find(({ id }) => id === row.campaign_id);
      expect([row.campaign, row.key]).toEqual([campaign?.name, campaign?.key]);
      const is = right((place) => place.campaign === campaign);
      expect(read(row)).toEqual(is);
      expect(row.conversion_rate).toBeCloseTo((100 * is.events) / is.unique_clicks, 9);
      const byEvent = new Map<string, number>();
      for (const { event } of seeds().reached.filter(
        (each) => each.campaign === campaign && each.status !== 'rejected',
      ))
        byEvent.set(event, (byEvent.get(event) ?? 0) + 1);
      expect(new Map(row.by_event.map((each: { event: string; events: number }) => [each.event, each.events]))).toEqual(
        byEvent,
      );
    }
  });

  it('divide revenue by the clicks of campaigns in its currency, and what is approved by their valid clicks [TRK-GAP-02]', async () => {
    const publishers = await rowsOf('report', { group: 'publisher' });
    const lines = await linesOf('report', { group: 'publisher' });
    for (const [at, row] of publishers.entries())
      for (const currency of ['EUR', 'USD']) {
        const is = right((place) => place.publisher === row.publisher && place.campaign.currency === currency);
        const wanted = is.clicks === 0 ? undefined : (is.revenue[currency] ?? 0) / 100 / is.clicks;
        if (wanted === undefined) expect(row.epc[currency]).toBe(undefined);
        else expect(Number(row.epc[currency])).toBeCloseTo(wanted, 5);
        const cell = lines[at]?.[`Revenue per click ${currency}`];
        expect([row.publisher, currency, cell]).toEqual([row.publisher, currency, row.epc[currency] ?? '']);
      }
    expect(publishers.some(({ epc }: { epc: Record<string, string> }) => 'EUR' in epc && 'USD' in epc)).toBe(true);
    expect(publishers.some(({ epc }: { epc: Record<string, string> }) => !('USD' in epc))).toBe(true);
    const rows = await rowsOf('epc_report');
    expect(rows.length).toBeGreaterThan(6);
    for (const row of rows) {
      const is = right((place) => place.publisher === row.publisher && place.campaign.id === row.campaign_id);
      const [currency = ''] = Object.keys(is.revenue);
      if (is.clicks > 0 && currency)
        expect(Number(row.epc[currency])).toBeCloseTo((is.revenue[currency] ?? 0) / 100 / is.clicks, 5);
      if (is.valid_clicks === 0) expect(row.publisher_epc).toBe(null);
    }
  });

  it('list events and postbacks one by one, with what became of each [TRK-API-22] [TRK-API-25]', async () => {
    const events = await rowsOf('event_report', { event: 'purchase', publisher: 'p1' });
    const wanted = seeds().reached.filter(({ event, publisher }) => event === 'purchase' && publisher === 'p1');
    expect(wanted.length).toBeGreaterThan(2);
    const row = (of: { click_id: string; status: string; over: boolean }) => [of.click_id, of.status, of.over];
    expect(events.map(row).sort()).toEqual(wanted.map(({ id, status, over }) => [`click-${id}`, status, over]).sort());
    for (const state of ['Success', 'Rejected', 'Duplicate', 'Over']) {
      const rows = await rowsOf('postback_report', { pb_status: state });
      expect([state, rows.length]).toEqual([state, seeds().postbacks.filter((each) => each.state === state).length]);
    }
    const told = (await rowsOf('postback_report')).filter((each: Record<string, unknown>) => each['forward_status']);
    expect(told[0]).toMatchObject({ forward_status: 'dead', attempts: 8, http_code: 503 });
  });

  it('say whether events still arrive as expected [TRK-API-23]', async () => {
    const rows = await rowsOf('health_report', { start_date: THIRD });
    const of = (name: string) =>
      rows.find(({ event, campaign }: { event: string; campaign: string }) => event === name && campaign === 'Alpha');
    expect(of('unseen')).toMatchObject({ state: 'never', received: 0, last_received: null });
    const came = seeds().postbacks.filter(
      ({ day, event, campaign }) => day >= THIRD && event === 'signup' && campaign === campaigns()[0],
    );
    const refused = came.filter(({ state }) => state === 'Rejected').length;
    expect(of('signup')).toMatchObject({ received: came.length, expected: 0 });
    expect(of('signup').unknown_click_percentage).toBeCloseTo((100 * refused) / came.length, 9);
  });

  it('are downloaded whole, whatever page is shown [TRK-EXP-01] [TRK-EXP-02] [TRK-EXP-03] [TRK-EXP-04] [TRK-EXP-05]', async () => {
    for (const name of TRACKING_REPORTS) {
      const asked = { publisher: ['p1', 'p2'] };
      const rows = await rowsOf(name, asked);
      const lines = await linesOf(name, asked);
      expect([name, lines.length]).toEqual([name, rows.length]);
      expect([name, (await ask(name, { ...asked, limit: '1' })).body.total]).toEqual([name, rows.length]);
      const sheet = await ask(`${name}/download`, { format: 'xlsx' });
      expect(sheet.headers['content-type']).toContain('spreadsheet');
    }
    const lines = await linesOf('campaign_report');
    for (const line of lines) {
      const is = right(({ campaign }) => campaign.name === line['Campaign']);
      const [currency = ''] = Object.keys(is.cost);
      expect([
        line['Clicks'],
        line['Over'],
        line['Events'],
        line['Pending'],
        line['Rejected'],
        Math.round(Number(line[`Cost ${currency}`]) * 100),
      ]).toEqual([
        String(is.clicks),
        String(is.over),
        String(is.events),
        String(is.pending),
        String(is.rejected),
        is.cost[currency],
      ]);
    }
  });

  it('offer what their rows have in each filter, on every path [TRK-API-26] [TRK-API-27] [TRK-API-28] [TRK-API-29] [TRK-GAP-05]', async () => {
    const day = { start_date: THIRD, end_date: THIRD };
    const of = <T extends { day: string }>(rows: readonly T[], value: (row: T) => string) =>
      [...new Set(rows.filter((row) => row.day === THIRD).map(value))].sort();
    const wanted: Record<string, string[]> = {
      event: of(seeds().reached, ({ event }) => event),
      pb_status: of(seeds().postbacks, ({ state }) => state),
      publisher: of(seeds().clicks, ({ publisher }) => publisher),
      campaign_id: of(seeds().clicks, ({ campaign }) => String(campaign.id)),
    };
    for (const report of ['', ...TRACKING_REPORTS.map((name) => `${name}/`)])
      for (const filter of REPORT_FILTERS) {
        const path = `${report}filters/${filter}`;
        expect([path, (await ask(path, day)).body.data.toSorted()]).toEqual([path, wanted[filter]]);
      }
    expect((await ask('filters/campaign_id', day)).body.labels).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect((await ask('report/filters/publisher', day, 'publisher')).body.data).toEqual(['p1']);
  });

  it('show publishers their own events and pay, an agency its campaigns, and strangers nothing', async () => {
    const [own] = await rowsOf('report', { group: 'publisher' }, 'publisher');
    const is = right(({ publisher }) => publisher === 'p1');
    expect([own.publisher, own.clicks, own.events, inCents(own.cost), own.revenue, own.profit]).toEqual([
      'p1',
      is.clicks,
      is.events,
      is.cost,
      null,
      null,
    ]);
    const told = await rowsOf('postback_report', {}, 'publisher');
    expect(
      new Set(told.map((row: Record<string, string>) => `${row['publisher']}${row['ip']}${row['query']}`)),
    ).toEqual(new Set(['p1']));
    const agency = await rowsOf('campaign_report', {}, 'vendor');
    expect(agency.map((row: Record<string, string>) => row['campaign'])).toEqual(['Alpha']);
    expect(read(agency[0])).toEqual(right(({ campaign }) => campaign === campaigns()[0]));
    const foreign = `package_name=${APP}&start_date=${FIRST}&end_date=${LAST}`;
    expect((await get(`${BASE}/report?${foreign}`, 'stranger')).status).toBe(403);
    expect((await get(`${BASE}/report?${foreign}&publisher=p2`, 'publisher')).status).toBe(403);
    expect((await get(`${BASE}/report?${foreign}&pb_status=Nothing`)).status).toBe(400);
    expect((await get(`${BASE}/report?package_name=${APP}&start_date=${LAST}&end_date=${FIRST}`)).status).toBe(422);
  });
});

describe('the tracking tool', () => {
  it('has the part of the own menu that is about it [TRK-API-01]', async () => {
    const routes = async (who: string) =>
      (await get(`${BASE}/menu`, who)).body.data
        .filter(({ hidden }: { hidden: boolean }) => !hidden)
        .map(({ route }: { route: string }) => route);
    expect(await routes('customer')).toContain('/mtrackit_campaigns');
    expect(await routes('publisher')).toContain('/mtrackit_dashboard');
    expect(await routes('publisher')).not.toContain('/mtrackit_campaigns');
    const { pool } = app.context.database;
    await pool.query("UPDATE user_package SET menu = '{mtrackit-epc-report,rules}' WHERE package_name = $1", [APP]);
    expect(await routes('customer')).toEqual(['/mtrackit_epc_report']);
    await pool.query('UPDATE user_package SET menu = NULL');
  });

  it('calls an event silent that does not come any more, and says what its weekdays bring', async () => {
    app.clock.set('2026-11-30T12:00:00Z');
    const token = await app.signIn({ email: 'later@own.example', role: 'customer', packages: [APP] });
    const asked = new URLSearchParams({
      package_name: APP,
      start_date: '2026-11-21',
      end_date: '2026-11-26',
      limit: '50',
    });
    const { data } = (await app.get(`${BASE}/health_report?${asked}`, token)).body;
    const came = seeds().postbacks.filter(({ event, campaign }) => event === 'signup' && campaign === campaigns()[0]);
    expect(came.length).toBeGreaterThan(5);
    expect(
      data.find((row: Record<string, unknown>) => row['campaign'] === 'Alpha' && row['event'] === 'signup'),
    ).toMatchObject({
      state: 'silent',
      received: 0,
      expected: came.length / 4,
    });
  });
});
