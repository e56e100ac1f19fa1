import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import { FOREIGN, OWN, SECOND, useTickets } from '../testing/use-tickets.ts';

const desk = useTickets();
const { done, get, post, sql, incident } = desk;

const CHANNELS = ['social', 'search', ''];
const COUNTRIES = ['DE', 'FR', 'JP', 'BR'];
const VALUES = {
  country: 'DE',
  publisher: 'alpha',
  channel: 'social',
  brand: 'Shoes',
  status: 'In Progress',
  priority: 'High',
  category: 'Brand',
};

/** Thirty incidents over ten days, every second with a ticket, some of them worked on; and some that are foreign. */
beforeAll(async () => {
  for (let n = 0; n < 34; n++) {
    const packageName = n % 17 === 16 ? FOREIGN : n % 5 === 4 ? SECOND : OWN;
    const id = await incident({
      package_name: packageName,
      title: n % 3 === 0 ? `Copied shop ${n}` : `偽のクリック ${n}`,
      category: n % 2 === 0 ? 'Brand' : 'Traffic',
      brand: n % 4 === 0 ? 'Shoes' : 'Bags',
      channel: CHANNELS[n % 3] ?? '',
      sub_channel: `sub ${n % 5}`,
      country: COUNTRIES[n % 4] ?? '',
      location: `place ${n % 13}`,
      publisher: n % 2 === 0 ? 'alpha' : 'beta',
      happened_at: new Date(Date.UTC(2026, 10, 10 + (n % 10), 20, 30)),
    });
    if (n % 2 === 1 && n % 3 !== 0) continue;
    const priority = ['Low', 'High', 'Critical'][n % 3];
    const made = await done(post(`/api/bi/ticket/create/${id}`, { priority }, 'admin'));
    if (n % 4 === 0) await done(post('/api/bi/ticket/save', { id: made.id, status: 'In Progress' }, 'admin'));
    await sql('UPDATE ticket SET created_at = $1 WHERE id = $2', [
      new Date(Date.UTC(2026, 10, 10 + (n % 10), 23)),
      made.id,
    ]);
  }
});

const ACTIVE = "status IN ('Open', 'In Progress', 'Reopened')";
const MINE = `package_name IN ('${OWN}', '${SECOND}')`;
const plot = (name: string, query = '') => done(get(`/api/bi/plots/${name}${query}`));

/** By plain SQL: tickets and incidents of a column, under a condition. */
async function partsOf(column: string, where: string, first: string) {
  const tickets = await sql<{ name: string; tickets: number; active: number }>(
    `SELECT ${column} AS name, count(*)::int AS tickets, (count(*) FILTER (WHERE ${ACTIVE}))::int AS active
     FROM ticket WHERE ${where} AND ${column} <> '' GROUP BY 1`,
  );
  const incidents = await sql<{ name: string; incidents: number }>(
    `SELECT ${column} AS name, count(*)::int AS incidents FROM incident WHERE ${where} AND ${column} <> '' GROUP BY 1`,
  );
  const names = [...new Set([...tickets, ...incidents].map(({ name }) => name))];
  const rows = names.map((name) => ({
    name,
    active: tickets.find((row) => row.name === name)?.active ?? 0,
    tickets: tickets.find((row) => row.name === name)?.tickets ?? 0,
    incidents: incidents.find((row) => row.name === name)?.incidents ?? 0,
  }));
  const size = (row: (typeof rows)[number]) => [
    first === 'active' ? row.active : row.tickets,
    row.tickets,
    row.incidents,
  ];
  return rows.sort((a, b) => {
    const [x, y] = [size(a), size(b)];
    const at = x.findIndex((n, i) => n !== y[i]);
    return at < 0 ? (a.name < b.name ? -1 : 1) : (y[at] ?? 0) - (x[at] ?? 0);
  });
}

describe('plots of cases', () => {
  it('count tickets and incidents of the own packages as SQL does [TKT-API-01] [TKT-ROUTE-01]', async () => {
    const one = async (text: string) => (await sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${text}`))[0]?.n;
    const gathered = 'EXISTS (SELECT 1 FROM ticket_incident t WHERE t.incident_id = incident.id)';
    for (const [query, where] of [
      ['', MINE],
      [`?package_name=${OWN}`, `package_name = '${OWN}'`],
      [`?package_name=${OWN}&channel=social`, `package_name = '${OWN}' AND channel = 'social'`],
    ])
      expect(await plot('counts', query)).toEqual({
        incidents: await one(`incident WHERE ${where}`),
        without_ticket: await one(`incident WHERE ${where} AND NOT ${gathered}`),
        tickets: await one(`ticket WHERE ${where}`),
        active: await one(`ticket WHERE ${where} AND ${ACTIVE}`),
        overdue: 0,
        closed: 0,
      });
    expect((await get(`/api/bi/plots/counts?package_name=${FOREIGN}`)).status).toBe(403);
  });

  it('follow incidents over the days of the package, empty days among them [TKT-API-02]', async () => {
    const query = `?package_name=${SECOND}&start_date=2026-11-08&end_date=2026-11-22`;
    const rows = await plot('incident_volume', query);
    expect(rows.map(({ date }: { date: string }) => date)).toHaveLength(15);
    // At 20:30 and 23:00 UTC it is the next day in Tokyo.
    const perDay = (table: string, column: string) =>
      sql<{ day: string; n: number }>(
        `SELECT to_char(${column} + interval '9 hours', 'YYYY-MM-DD') AS day, count(*)::int AS n FROM ${table}
         WHERE package_name = '${SECOND}' GROUP BY 1`,
      );
    const [incidents, tickets] = [await perDay('incident', 'happened_at'), await perDay('ticket', 'created_at')];
    const of = (those: typeof incidents, date: string) => those.find(({ day }) => day === date)?.n ?? 0;
    for (const { date, ...row } of rows)
      expect([date, row]).toEqual([date, { incidents: of(incidents, date), tickets: of(tickets, date) }]);
    expect(rows.filter((row: { incidents: number }) => row.incidents > 0).length).toBeGreaterThan(1);
  });

  it.each([
    ['active_cases_by_channel', 'channel', 'active', 50, '[TKT-API-03]'],
    ['sub_channel', 'sub_channel', 'active', 50, '[TKT-API-04]'],
    ['top_ten_location', 'location', 'tickets', 10, 'at most ten, in order [TKT-API-05]'],
    ['category_level_count', 'category', 'tickets', 50, '[TKT-API-06]'],
    ['publisher_level_count', 'publisher', 'tickets', 50, '[TKT-API-07]'],
  ])('%s counts cases by %s as SQL does, by %s, %s at most %s', async (name, column, first, most) => {
    expect(await plot(name)).toEqual((await partsOf(column, MINE, first)).slice(0, most));
    const narrowed = await plot(name, `?package_name=${OWN}&country=DE&country=FR&priority=High`);
    const tickets = await sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM ticket
       WHERE package_name = '${OWN}' AND country IN ('DE', 'FR') AND priority = 'High' AND ${column} <> ''`,
    );
    const all = narrowed.reduce((sum: number, part: { tickets: number }) => sum + part.tickets, 0);
    expect(all).toBe(tickets[0]?.n);
    expect(all).toBeGreaterThan(0);
  });

  it('grow by an infringement that is found [TKT-GAP-04]', async () => {
    const at = new Date('2026-11-18T09:00:00Z');
    const volume = async () =>
      (await plot('incident_volume', `?package_name=${OWN}&start_date=2026-11-18&end_date=2026-11-18`))[0].incidents;
    const [counted, before] = [(await plot('counts')).incidents, await volume()];
    await incident({ source: 'infringement', key: 'shop-copy.example', happened_at: at });
    await incident({ source: 'infringement', key: 'shop-copy.example', happened_at: at });
    expect([(await plot('counts')).incidents, await volume()]).toEqual([counted + 1, before + 1]);
    await sql("DELETE FROM incident WHERE key = 'shop-copy.example'");
  });
});

describe('filters of tickets', () => {
  it.each([
    ['channel', '[TKT-API-08]'],
    ['country', '[TKT-API-09]'],
    ['category', '[TKT-API-10]'],
    ['brand', '[TKT-API-11]'],
    ['priority', '[TKT-API-12]'],
    ['publisher', '[TKT-API-13]'],
    ['status', '[TKT-API-14]'],
  ])('offer every %s of the visible tickets and no other %s', async (name) => {
    const of = async (where: string) =>
      (
        await sql<{ v: string }>(`SELECT DISTINCT ${name} AS v FROM ticket WHERE ${where} AND ${name} <> '' ORDER BY 1`)
      ).map(({ v }) => v);
    expect((await done(get(`/api/bi/filters/${name}`))).toSorted()).toEqual((await of(MINE)).toSorted());
    expect((await done(get(`/api/bi/filters/${name}`, 'stranger'))).toSorted()).toEqual(
      (await of(`package_name = '${FOREIGN}'`)).toSorted(),
    );
    expect(await done(get(`/api/bi/filters/${name}?package_name=${OWN}`, 'publisher'))).toEqual([]);
  });
});

describe('the list of tickets', () => {
  const list = async (query: string) => (await get(`/api/bi/report?${query}`)).body;

  it('is paged, newest first, and changes with its filters [TKT-API-17] [TKT-ROUTE-02]', async () => {
    const rows = await sql<{ id: number }>(`SELECT id FROM ticket WHERE ${MINE} ORDER BY created_at DESC, id DESC`);
    const [first, second] = [await list('limit=5&page=1'), await list('limit=5&page=2')];
    expect([...first.data, ...second.data].map(({ id }: { id: number }) => id)).toEqual(
      rows.slice(0, 10).map(({ id }) => id),
    );
    expect([first.total, first.Total_pages]).toEqual([rows.length, Math.ceil(rows.length / 5)]);
    expect(
      (await list('search=copied&limit=100')).data.every(({ title }: { title: string }) => title.startsWith('Copied')),
    ).toBe(true);
    expect((await list('search=copied')).total).toBe(
      (await sql(`SELECT 1 FROM ticket WHERE ${MINE} AND title LIKE 'Copied%'`)).length,
    );
    expect((await list(`search=${encodeURIComponent('クリック')}`)).total).toBe(
      (await sql(`SELECT 1 FROM ticket WHERE ${MINE} AND title LIKE '%クリック%'`)).length,
    );
    expect((await list(`search=%23${rows[0]?.id}`)).data[0].id).toBe(rows[0]?.id);
    expect((await list(`search=${encodeURIComponent("' | & ! :* \\")}`)).total).toBe(0);
  });

  it.each(Object.entries(VALUES))(
    'takes %s as a filter, `all` and nothing for none [TKT-ENT-01]',
    async (name, value) => {
      const expected = await sql(`SELECT 1 FROM ticket WHERE ${MINE} AND ${name} = $1`, [value]);
      expect(expected.length).toBeGreaterThan(0);
      const found = await list(`limit=100&${name}=${encodeURIComponent(value)}`);
      expect([found.total, found.data.every((row: Record<string, string>) => row[name] === value)]).toEqual([
        expected.length,
        true,
      ]);
      const everything = (await list('')).total;
      expect(found.total).toBeLessThan(everything);
      expect((await list(`${name}=all`)).total).toBe(everything);
      expect((await list(`${name}=`)).total).toBe(everything);
    },
  );

  it('is a file of exactly the filtered tickets, with all seven filters [TKT-EXP-01] [TKT-ENT-01]', async () => {
    const where = Object.entries({ country: 'DE', publisher: 'alpha', brand: 'Shoes', category: 'Brand' });
    const query = new URLSearchParams(where).toString();
    const ids = await sql<{ id: number }>(
      `SELECT id FROM ticket WHERE ${MINE} AND ${where.map(([name, value]) => `${name} = '${value}'`).join(' AND ')} ORDER BY id DESC`,
    );
    expect(ids.length).toBeGreaterThan(1);
    const idsIn = async (text: string) => {
      const answer = await get(`/api/bi/report/download?${text}`);
      const { data } = Papa.parse<string[]>(answer.text.replace(/^\u{FEFF}/u, ''), { skipEmptyLines: true });
      return data.slice(1).map(([id]) => Number(id));
    };
    expect(await idsIn(query)).toEqual(ids.map(({ id }) => id));
    for (const [name, value] of Object.entries(VALUES)) {
      const rows = await sql<{ id: number }>(`SELECT id FROM ticket WHERE ${MINE} AND ${name} = $1 ORDER BY id DESC`, [
        value,
      ]);
      expect([name, await idsIn(new URLSearchParams({ [name]: value }).toString())]).toEqual([
        name,
        rows.map(({ id }) => id),
      ]);
    }
    const book = await get(`/api/bi/report/download?${query}&format=xlsx`);
    expect(book.headers['content-type']).toContain('spreadsheetml');
    expect(book.text.startsWith('PK')).toBe(true);
  });
});

describe('incidents', () => {
  it('come page by page, the newest first, as SQL has them [TKT-API-15]', async () => {
    const rows = await sql<{ id: string }>(`SELECT id FROM incident WHERE ${MINE} ORDER BY happened_at DESC, id DESC`);
    const seen: number[] = [];
    for (let page = 1; page <= 4; page++) {
      const { data, total } = (await get(`/api/bi/lazyreport?limit=10&page=${page}`)).body;
      expect([data.length <= 10, total]).toEqual([true, rows.length]);
      seen.push(...data.map(({ id }: { id: number }) => id));
    }
    expect(seen).toEqual(rows.map(({ id }) => Number(id)));
  });

  it('are told of from all sides: facts, tickets, their history and others of the publisher [TKT-API-16]', async () => {
    const [chosen] = await sql<{ id: string }>(
      `SELECT i.id FROM incident i JOIN ticket_incident t ON t.incident_id = i.id WHERE i.package_name = '${OWN}' AND i.publisher = 'alpha' ORDER BY i.id LIMIT 1`,
    );
    const seen = await done(get(`/api/bi/360?id=${chosen?.id}`));
    const [row] = await sql<Record<string, string>>('SELECT * FROM incident WHERE id = $1', [chosen?.id]);
    for (const name of ['title', 'publisher', 'channel', 'country', 'location', 'category', 'source'])
      expect([name, seen[name]]).toEqual([name, row?.[name]]);
    const [link] = await sql<{ ticket_id: number }>('SELECT ticket_id FROM ticket_incident WHERE incident_id = $1', [
      chosen?.id,
    ]);
    expect(seen.tickets.map(({ id }: { id: number }) => id)).toEqual([link?.ticket_id]);
    expect(seen.history[0]).toMatchObject({ ticket_id: link?.ticket_id, field: 'created', after: 'Open' });
    const others = await sql<{ id: string }>(
      `SELECT id FROM incident WHERE package_name = '${OWN}' AND publisher = 'alpha' AND id <> $1 ORDER BY happened_at DESC`,
      [chosen?.id],
    );
    const related = seen.related.map(({ id }: { id: number }) => id);
    expect(related.toSorted((a: number, b: number) => a - b)).toEqual(
      others.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
    );
    expect((await get('/api/bi/360?id=999999')).status).toBe(404);
    expect((await get(`/api/bi/360?id=${chosen?.id}`, 'stranger')).status).toBe(403);
  });
});
