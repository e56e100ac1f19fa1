import { describe, expect, it } from 'vitest';
import { OWN, SECOND, useTickets } from '../testing/use-tickets.ts';

const desk = useTickets();
const { done, get, post, sql, ticket, incident, ids, call } = desk;
const BULK = '/api/bi/ticket/update_priority_and_status_bulk';
const detail = async (id: number) => done(get(`/api/bi/ticket/${id}`));
const save = (body: object, who: Parameters<typeof post>[2] = 'owner', headers = {}) =>
  post('/api/bi/ticket/save', body, who, headers);
const close = (body: object) => call('owner', 'DELETE', '/api/bi/ticket/close', body);
const active = async () => (await done(get(`/api/bi/plots/counts?package_name=${OWN}`))).active;

describe('a ticket', () => {
  it('is created of the chosen incident, with its facts, and names it [TKT-API-21] [TKT-ENT-02]', async () => {
    const facts = { publisher: 'alpha', channel: 'social', country: 'DE', category: 'Brand', brand: 'Shoes' };
    const [, chosen] = [await incident(), await incident({ ...facts, title: 'The chosen one' })];
    const body = { priority: 'High', customer_id: ids.owner, description: 'Why is this?', due_on: '2026-12-01' };
    const made = await done(post(`/api/bi/ticket/create/${chosen}`, body));
    expect(made).toMatchObject({ ...facts, incident_id: chosen, title: 'The chosen one', priority: 'High' });
    const { incidents, ...seen } = await detail(made.id);
    expect(seen).toMatchObject({
      status: 'Open',
      priority: 'High',
      customer: { id: ids.owner, name: 'owner' },
      description: 'Why is this?',
      due_on: '2026-12-01',
      created_by: 'owner',
    });
    expect(incidents.map(({ id }: { id: number }) => id)).toEqual([chosen]);
    expect((await post(`/api/bi/ticket/create/999999`, {})).status).toBe(404);
  });

  it('by hand writes its incident down with it', async () => {
    const wanted = { package_name: OWN, title: 'Seen by hand', publisher: 'alpha #1' };
    const made = await done(post('/api/bi/ticket/create/new', wanted));
    const [row] = await sql('SELECT source, title, publisher FROM incident WHERE id = $1', [made.incident_id]);
    expect(row).toEqual({ source: 'manual', title: 'Seen by hand', publisher: 'alpha #1' });
    expect((await post('/api/bi/ticket/create/new', { title: 'No package' })).body.field).toBe('package_name');
    expect((await post('/api/bi/ticket/create/new', { package_name: OWN })).body.field).toBe('title');
    expect((await post('/api/bi/ticket/create/new', { ...wanted, package_name: 'foreign.example' })).status).toBe(403);
  });

  it('of several incidents is made for each, or for none when one refuses [TKT-API-22]', async () => {
    const three = [await incident(), await incident(), await incident({ package_name: SECOND })];
    const several = (incident_ids: number[]) =>
      post('/api/bi/ticket/create_multiple', { incident_ids, priority: 'Low' });
    const made = await done(several(three));
    expect(made.map((row: { incident_id: number }) => row.incident_id)).toEqual(three);
    expect(made.map((row: { package_name: string }) => row.package_name)).toEqual([OWN, OWN, SECOND]);
    const before = await sql('SELECT id FROM ticket');
    const taken = await several([await incident(), three[0] ?? 0, await incident()]);
    expect([taken.status, taken.body.told.code]).toEqual([422, 'has_ticket']);
    const foreign = await several([await incident(), await incident({ package_name: 'foreign.example' })]);
    expect(foreign.status).toBe(403);
    expect(await sql('SELECT id FROM ticket')).toHaveLength(before.length);
  });

  it('goes from status to status as is allowed, anything else is 409 and changes nothing [TKT-GAP-01]', async () => {
    const all = ['Open', 'In Progress', 'Resolved', 'Closed', 'Reopened'];
    const allowed: Record<string, string[]> = {
      Open: ['In Progress'],
      'In Progress': ['Resolved'],
      Resolved: ['Closed', 'Reopened'],
      Closed: ['Reopened'],
      Reopened: ['In Progress'],
    };
    const id = await ticket();
    for (const from of all)
      for (const to of all.filter((each) => each !== from)) {
        await sql('UPDATE ticket SET status = $1 WHERE id = $2', [from, id]);
        const answer = await save({ id, status: to });
        expect([from, to, answer.status]).toEqual([from, to, allowed[from]?.includes(to) ? 200 : 409]);
        const [row] = await sql<{ status: string }>('SELECT status FROM ticket WHERE id = $1', [id]);
        expect(row?.status).toBe(answer.status === 200 ? to : from);
      }
    expect((await save({ id, status: 'Paused' })).status).toBe(422);
  });

  it('keeps priority and status that are saved, each with an entry of its history [TKT-API-24] [TKT-GAP-01]', async () => {
    const id = await ticket();
    await done(save({ id, priority: 'Critical', status: 'In Progress' }));
    await done(save({ id, assignee_id: ids.colleague, title: 'Another title' }));
    const seen = await detail(id);
    expect(seen).toMatchObject({ priority: 'Critical', status: 'In Progress', assignee: { name: 'colleague' } });
    const said = seen.history.map((each: Record<string, string>) => [each['field'], each['before'], each['after']]);
    expect(said).toEqual(
      [
        ['created', '', 'Open'],
        ['title', '', ''],
        ['priority', 'Medium', 'Critical'],
        ['status', 'Open', 'In Progress'],
        ['assignee', '', 'colleague'],
      ].sort((a, b) => said.findIndex((x: string[]) => x[0] === a[0]) - said.findIndex((x: string[]) => x[0] === b[0])),
    );
    expect(seen.history.every((each: Record<string, string>) => each['changed_by'] === 'owner')).toBe(true);
  });

  it('that somebody else changed meanwhile is not overwritten', async () => {
    const id = await ticket();
    const { version } = await detail(id);
    const seen = { 'if-match': `"${version}"` };
    await done(save({ id, priority: 'High' }, 'colleague', seen));
    expect((await save({ id, priority: 'Low' }, 'owner', seen)).status).toBe(409);
    expect((await detail(id)).priority).toBe('High');
  });

  it('is closed with a reason and stays, found by its status, gone from the active ones [TKT-API-23] [TKT-GAP-02] [CLI-GAP-05]', async () => {
    const [id, second] = [await ticket(), await ticket()];
    const before = await active();
    expect((await close({ id })).status).toBe(422);
    await done(close({ id, reason: 'False alarm' }));
    await done(call('owner', 'DELETE', `/api/bi/ticket/close?id=${second}&reason=Twice`));
    expect(await active()).toBe(before - 2);
    expect(await detail(id)).toMatchObject({ status: 'Closed', closing_reason: 'False alarm' });
    const closed = await get(`/api/bi/report?package_name=${OWN}&status=Closed&limit=100`);
    expect(closed.body.data.map((row: { id: number }) => row.id)).toEqual(expect.arrayContaining([id, second]));
    expect((await close({ id, reason: 'Again' })).status).toBe(409);
    await done(save({ id, status: 'Reopened' }));
    const { history } = await detail(id);
    const statuses = history.filter((each: { field: string }) => each.field === 'status');
    expect(statuses.map((each: { after: string }) => each.after)).toEqual(['Closed', 'Reopened']);
  });

  it('that is closed is changed only by whoever reopens it; comments are taken as before', async () => {
    const [id, other] = [await ticket({ title: 'As it was closed' }), await ticket()];
    const { version } = await detail(id);
    await done(close({ id, reason: 'Settled' }));
    const edits = [
      { title: 'Another one' },
      { priority: 'Low' },
      { assignee_id: ids.colleague },
      { due_on: '2026-12-01' },
    ];
    for (const edit of edits)
      expect((await save({ id, ...edit }, 'owner', { 'if-match': `"${version}"` })).body.told.code).toBe(
        'closed_ticket',
      );
    expect((await post(BULK, { ids: [other, id], priority: 'High' })).status).toBe(409);
    expect((await post(`/api/bi/ticket/${id}/incidents`, { incident_ids: [await incident()] })).status).toBe(409);
    expect(await detail(id)).toMatchObject({
      title: 'As it was closed',
      priority: 'Medium',
      assignee: null,
      due_on: null,
    });
    await done(post(`/api/bi/ticket/${id}/comment`, { text: 'Was that all?' }));
    await done(save({ id, status: 'Reopened', priority: 'High' }));
    await done(save({ id, title: 'Another one' }));
    expect(await detail(id)).toMatchObject({ status: 'Reopened', priority: 'High', title: 'Another one' });
  });

  it('and others change together in one call, or none of them [TKT-API-25]', async () => {
    const five = [await ticket(), await ticket(), await ticket(), await ticket(), await ticket()];
    const body = { ids: five, priority: 'High', status: 'In Progress' };
    expect(await done(post(BULK, body))).toEqual({ changed: 5 });
    const rows = () => sql('SELECT DISTINCT priority, status FROM ticket WHERE id = ANY($1)', [five]);
    expect(await rows()).toEqual([{ priority: 'High', status: 'In Progress' }]);
    const other = await ticket();
    const refused = await post(BULK, { ids: [...five, other], priority: 'Low', status: 'Resolved' });
    expect([refused.status, refused.body.told.values.id]).toEqual([409, other]);
    expect(await rows()).toEqual([{ priority: 'High', status: 'In Progress' }]);
  });

  it('of another package is 403, one there is not 404 [TKT-API-18]', async () => {
    const [first, second] = [await ticket({ title: 'First' }), await ticket({ title: 'Second' })];
    expect((await detail(second)).title).toBe('Second');
    expect((await detail(first)).title).toBe('First');
    expect((await get(`/api/bi/ticket/${first}`, 'stranger')).status).toBe(403);
    expect((await get('/api/bi/ticket/999999')).status).toBe(404);
    expect((await save({ id: first, priority: 'Low' }, 'stranger')).status).toBe(403);
  });

  it('has customers to be assigned and workers, of the package alone [TKT-API-19]', async () => {
    const customers = await done(get(`/api/bi/ticket/customers?package_name=${OWN}`));
    expect(customers).toEqual([{ id: ids.owner, name: 'owner' }]);
    expect(await done(get('/api/bi/ticket/customers', 'admin'))).toEqual([
      { id: ids.owner, name: 'owner' },
      { id: ids.stranger, name: 'stranger' },
    ]);
    const id = await ticket();
    expect((await save({ id, customer_id: ids.stranger })).body.told.code).toBe('no_customer');
    for (const who of ['publisher', 'agency', 'stranger'] as const)
      expect((await save({ id, assignee_id: ids[who] })).body.told.code).toBe('no_assignee');
    const people = await done(get(`/api/bi/ticket/people?package_name=${OWN}`));
    expect(people.map(({ name }: { name: string }) => name)).toEqual(['admin', 'colleague', 'owner']);
  });

  it('can be changed though its assignee lost the package meanwhile', async () => {
    const id = await ticket({ assignee_id: ids.colleague });
    await sql('DELETE FROM user_package WHERE user_id = $1', [ids.colleague]);
    await done(save({ id, assignee_id: ids.colleague, priority: 'High' }));
    expect((await save({ id: await ticket(), assignee_id: ids.colleague })).status).toBe(422);
    await sql('INSERT INTO user_package (user_id, package_name, position) VALUES ($1, $2, 0)', [ids.colleague, OWN]);
  });

  it('is overdue when its day is over where the package reports, and one more incident is no second case', async () => {
    const zone = (name: string) => sql('UPDATE package SET time_zone = $1 WHERE name = $2', [name, OWN]);
    const [id, other] = [await ticket({ due_on: '2026-11-20' }), await ticket()];
    expect((await detail(id)).overdue).toBe(false);
    // There it is the 21st already.
    await zone('Pacific/Kiritimati');
    expect((await detail(id)).overdue).toBe(true);
    const late = await get(`/api/bi/report?package_name=${OWN}&overdue=yes`);
    expect(late.body.data.map((row: { id: number }) => row.id)).toEqual([id]);
    await zone('Europe/Berlin');
    const [free, taken] = [await incident(), (await detail(other)).incident_id];
    expect(await done(post(`/api/bi/ticket/${id}/incidents`, { incident_ids: [free] }))).toEqual({ attached: 1 });
    const answer = await post(`/api/bi/ticket/${id}/incidents`, { incident_ids: [taken] });
    expect(answer.body.told).toMatchObject({ code: 'has_ticket', values: { ticket: other } });
    expect((await detail(id)).incidents).toHaveLength(2);
  });

  it('has the priorities the control offers, with the active tickets of each [TKT-API-20]', async () => {
    await ticket({ priority: 'Critical' });
    const offered = await done(get(`/api/bi/ticket/priority?package_name=${OWN}`));
    expect(offered.map((each: { priority: string }) => each.priority)).toEqual(['Low', 'Medium', 'High', 'Critical']);
    for (const { priority, active: said } of offered) {
      const [row] = await sql<{ n: number }>(
        "SELECT count(*)::int AS n FROM ticket WHERE package_name = $1 AND priority = $2 AND status IN ('Open', 'In Progress', 'Reopened')",
        [OWN, priority],
      );
      expect([priority, said]).toEqual([priority, row?.n]);
    }
  });
});
