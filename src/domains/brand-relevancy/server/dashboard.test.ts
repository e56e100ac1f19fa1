import { beforeAll, describe, expect, it } from 'vitest';
import { OWN } from '#traffic/collector/testing/use-collector.ts';
import { BY_QUERY, FOREIGN, HEAD, line, useBrand } from '../testing/use-brand.ts';

const { app, send, rows, made, upload } = useBrand();

describe('the dashboard', () => {
  const ask = (name: string, query: string, who = 'customer') =>
    send('GET', `dashboard/${name}?package_name=${OWN}&${query}`, undefined, who);
  const RANGE = 'start_date=2026-11-01&end_date=2026-11-20';
  /** The same, counted here from the stored rows. */
  const counted = (key: string, where = "o.day BETWEEN '2026-11-01' AND '2026-11-20'") =>
    rows<Record<string, unknown>>(
      `SELECT ${key} AS key, count(*)::int AS checked, sum((o.reason = '')::int)::int AS accepted,
        sum((o.verdict = 'unsafe')::int)::int AS unsafe, coalesce(sum(o.views), 0)::int AS views, sum(o.spend)::float8 AS spend,
        coalesce(sum(CASE WHEN o.verdict = 'unsafe' THEN o.spend END), 0)::float8 AS unsafe_spend
        FROM br_output o JOIN br_requirement r ON r.id = o.requirement_id JOIN br_upload u ON u.id = o.upload_id
        WHERE o.package_name = '${OWN}' AND ${where} GROUP BY 1 ORDER BY 1`,
    );
  const plain = (data: Record<string, unknown>[], key: string) =>
    data
      .map((row) => ({
        key: row[key],
        checked: row['checked'],
        accepted: row['accepted'],
        unsafe: row['unsafe'],
        views: row['views'],
        spend: Number(row['spend']),
        unsafe_spend: Number(row['unsafe_spend']),
      }))
      .sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1));

  beforeAll(async () => {
    const brand = { accepts_review: true, start: '2025-01-01' };
    const [first, second] = [await made('Dash one', { ...brand, target_count: 8 }), await made('Dash two', brand)];
    const file = (from: number) =>
      [
        HEAD,
        ...Array.from({ length: 12 }, (_, n) =>
          line(from + n, {
            day: `2026-11-${String(3 + (n % 5)).padStart(2, '0')}`,
            verdict: ['safe', 'review', 'unsafe'][n % 3] ?? '',
            relevancy: n === 11 ? '' : String((n * 9) / 100),
            views: String(1000 + n),
            spend: `${n}.005`,
          }),
        ),
        line(from + 50, { day: '2026-02-01' }),
        line(from + 51, { day: '2025-11-21' }),
      ].join('\n');
    await upload(BY_QUERY, file(100), { requirement_id: String(first.id) });
    const before = app.clock.now();
    app.clock.set(new Date('2026-11-18T23:30:00Z'));
    await upload(BY_QUERY, file(200), { requirement_id: String(second.id) });
    app.clock.set(before);
    await made('Foreign', { package_name: FOREIGN, ...brand }, 'stranger');
    await upload(`?package_name=${FOREIGN}`, [HEAD, line(1, { day: '2026-11-05' })].join('\n'), {}, 'stranger');
  });

  it('days, slabs and campaigns equal SQL over the stored rows of package and range [BR-API-08] [BR-API-10] [BR-API-11]', async () => {
    expect(plain((await ask('day-wise', RANGE)).body.data, 'date')).toEqual(await counted('o.day::text'));
    expect(plain((await ask('campaign-wise', RANGE)).body.data, 'campaign_name')).toEqual(
      await counted('r.campaign_name'),
    );
    const slab = `CASE WHEN o.relevancy IS NULL THEN 'unrated' ELSE least(floor(o.relevancy * 5), 4)::int * 20 || '-' || least(floor(o.relevancy * 5), 4)::int * 20 + 20 END`;
    const slabs = (await ask('slab-wise', `${RANGE}&campaign_name=Dash one`)).body.data;
    expect(slabs).toHaveLength(6);
    const filled = slabs.filter(({ checked }: { checked: number }) => checked > 0);
    expect(plain(filled, 'slab')).toEqual(
      await counted(slab, "r.campaign_name = 'Dash one' AND o.day BETWEEN '2026-11-01' AND '2026-11-20'"),
    );
    const [narrow] = await counted("''", "o.day BETWEEN '2026-11-04' AND '2026-11-04'");
    const day = (await ask('day-wise', 'fromDate=2026-11-04&toDate=2026-11-04')).body.data;
    expect(day).toMatchObject([{ date: '2026-11-04', checked: narrow?.['checked'] }]);
  });

  it('days of uploads are those of the package’s zone, and narrow by them [BR-API-09]', async () => {
    const found = await ask('upload-date-wise', RANGE);
    expect(plain(found.body.data, 'date')).toEqual(
      await counted('(u.created_at)::date::text', "u.created_at BETWEEN '2026-11-01' AND '2026-11-21'"),
    );
    const one = (await ask('upload-date-wise', 'start_date=2026-11-18&end_date=2026-11-18')).body.data;
    expect(one).toMatchObject([{ date: '2026-11-18', checked: 14 }]);
  });

  it('totals say how much of what was wanted is accepted, and the filter names campaigns of the range [BR-API-12] [BR-API-13]', async () => {
    const totals = (await ask('campaign-total', `${RANGE}&campaign_name=Dash one&campaign_name=Dash two`)).body.data;
    expect(totals).toEqual([
      { campaign_name: 'Dash one', total: 12, accepted: 8, spend: '66.06', target: 8, delivered: 100 },
      { campaign_name: 'Dash two', total: 12, accepted: 8, spend: '66.06', target: null, delivered: null },
    ]);
    const names = async (range: string) => (await ask('filter/campaign_name', range)).body.data;
    expect(await names('start_date=2026-02-01&end_date=2026-02-01')).toEqual(['Dash one', 'Dash two']);
    expect(await names('start_date=2026-02-02&end_date=2026-02-03')).toEqual([]);
  });

  it('history reaches back twelve months and no further, and nobody sees another package', async () => {
    expect((await ask('day-wise', 'start_date=2025-11-20&end_date=2025-11-21')).body.data).toMatchObject([
      { date: '2025-11-21', checked: 2 },
    ]);
    expect((await ask('day-wise', 'start_date=2025-11-19&end_date=2025-11-21')).status).toBe(422);
    for (const name of ['day-wise', 'campaign-total', 'filter/campaign_name'])
      for (const who of ['stranger', 'publisher', 'vendor']) expect((await ask(name, RANGE, who)).status).toBe(403);
  });
});
