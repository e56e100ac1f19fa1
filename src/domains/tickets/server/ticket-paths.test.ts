import { describe, expect, it } from 'vitest';
import { TICKET_PAGES } from '../contract/pages.ts';
import { TICKET_ORDERS } from '../contract/ticket-query.ts';
import { OWN, SECOND, useTickets } from '../testing/use-tickets.ts';
import { TICKET_PAGE_COMPONENTS } from '../web/pages.ts';

const desk = useTickets();
const { done, get, post, call, incident, ids, sql } = desk;
const stored = async (id: number) =>
  (await sql('SELECT title, priority, status, closing_reason FROM ticket WHERE id = $1', [id]))[0];

describe('the paths of tickets', () => {
  it('answer each from what is stored, and what one stores the next answers [TKT-GAP-03]', async () => {
    const [first, second, third] = [await incident({ title: 'One' }), await incident(), await incident()];
    const made = await done(post(`/api/bi/ticket/create/${first}`, { priority: 'High' }));
    expect(await stored(made.id)).toMatchObject({ title: 'One', priority: 'High', status: 'Open' });
    const more = await done(post('/api/bi/ticket/create_multiple', { incident_ids: [second, third] }));
    const all: number[] = [made.id, ...more.map(({ id }: { id: number }) => id)];
    expect(await done(get(`/api/bi/ticket/${made.id}`))).toMatchObject({ id: made.id, incident_id: first });
    expect(await done(get(`/api/bi/ticket/customers?package_name=${OWN}`))).toEqual([{ id: ids.owner, name: 'owner' }]);
    const offered = await done(get(`/api/bi/ticket/priority?package_name=${OWN}`));
    expect(offered.find(({ priority }: { priority: string }) => priority === 'High')).toEqual({
      priority: 'High',
      active: 1,
    });
    await done(post('/api/bi/ticket/save', { id: made.id, status: 'In Progress' }));
    expect(await stored(made.id)).toMatchObject({ status: 'In Progress' });
    await done(post('/api/bi/ticket/update_priority_and_status_bulk', { ids: all, priority: 'Critical' }));
    for (const id of all) expect(await stored(id)).toMatchObject({ priority: 'Critical' });
    await done(call('owner', 'DELETE', '/api/bi/ticket/close', { id: made.id, reason: 'Done' }));
    expect(await stored(made.id)).toMatchObject({ status: 'Closed', closing_reason: 'Done' });
    const list = await get(`/api/bi/report?package_name=${OWN}&sort=id&order=asc`);
    expect(list.body.data.map(({ id }: { id: number }) => id)).toEqual(all);
    const file = await get(`/api/bi/report/download?package_name=${OWN}&status=Closed`);
    expect(file.text).toContain(`\r\n${made.id},One,Closed,Critical,`);
  });

  it('list in each order as SQL does, over one package and over several, and count a search up to a bound', async () => {
    await sql(
      `INSERT INTO ticket (package_name, title, priority, status, due_on, created_by, created_at, updated_at)
       SELECT CASE WHEN n % 3 = 0 THEN $1 ELSE $2 END, 'Found ' || n, (ARRAY['Low', 'Medium', 'High', 'Critical'])[1 + n % 4],
         (ARRAY['Open', 'Closed'])[1 + n % 2], CASE WHEN n % 5 > 0 THEN date '2026-11-20' + n % 40 END, 'owner',
         timestamptz '2026-11-01 00:00Z' + n % 900 * interval '1 minute', timestamptz '2026-11-01 00:00Z' - n % 700 * interval '1 minute'
       FROM generate_series(1, 10050) n`,
      [SECOND, OWN],
    );
    const rank = "array_position(ARRAY['Low', 'Medium', 'High', 'Critical'], priority)";
    for (const sort of TICKET_ORDERS)
      for (const order of ['asc', 'desc'])
        for (const [where, query] of [
          [`package_name IN ('${OWN}', '${SECOND}')`, ''],
          [`package_name = '${OWN}' AND status = 'Open'`, `&package_name=${OWN}&status=Open`],
        ]) {
          const { body } = await get(`/api/bi/report?sort=${sort}&order=${order}&limit=7&page=3${query}`);
          const key = sort === 'priority' ? rank : sort;
          const rows = await sql<{ id: number }>(
            `SELECT id FROM ticket WHERE ${where} ORDER BY ${key} ${order} NULLS LAST, id ${order} LIMIT 7 OFFSET 14`,
          );
          expect([sort, order, body.data.map(({ id }: { id: number }) => id)]).toEqual([
            sort,
            order,
            rows.map(({ id }) => id),
          ]);
        }
    const many = (await get('/api/bi/report?search=found&limit=100&page=100')).body;
    expect([many.total, many.Total_pages, many.data.length]).toEqual([10_000, 100, 100]);
    expect((await get('/api/bi/report?search=found&status=Open&limit=1')).body.total).toBe(5025);
    expect((await get('/api/bi/report?limit=1')).body.total).toBeGreaterThan(10_050);
  });

  it('have their screens: the list, the form and the ticket [TKT-GAP-03]', () => {
    const screens = TICKET_PAGES.flatMap(({ id, paths }) => paths.map((path) => [path, TICKET_PAGE_COMPONENTS[id]]));
    for (const path of ['/issues', '/issues/add', '/issues/:id'])
      expect(screens.find(([at]) => at === path)?.[1]).toBeTypeOf('function');
  });
});
