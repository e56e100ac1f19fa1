import { describe, expect, it } from 'vitest';
import { TICKET_PAGES } from '../contract/pages.ts';
import { OWN, useTickets } from '../testing/use-tickets.ts';
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

  it('have their screens: the list, the form and the ticket [TKT-GAP-03]', () => {
    const screens = TICKET_PAGES.flatMap(({ id, paths }) => paths.map((path) => [path, TICKET_PAGE_COMPONENTS[id]]));
    for (const path of ['/issues', '/issues/add', '/issues/:id'])
      expect(screens.find(([at]) => at === path)?.[1]).toBeTypeOf('function');
  });
});
