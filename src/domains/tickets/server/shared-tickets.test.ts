import { describe, expect, it } from 'vitest';
import { OWN, useTickets } from '../testing/use-tickets.ts';
import { personalTickets } from './personal-data.ts';

const desk = useTickets();
const { done, get, post, call, sql, ticket, ids } = desk;
const share = (id: number, ...names: string[]) =>
  done(post(`/api/bi/ticket/${id}/share`, { shared_with: names.map((name) => ({ kind: 'publisher', name })) }));
const comment = (id: number, body: object, who: Parameters<typeof post>[2] = 'owner') =>
  post(`/api/bi/ticket/${id}/comment`, body, who);
const idsSeen = async (who: Parameters<typeof get>[1]) =>
  (await get(`/api/bi/report?package_name=${OWN}&limit=100`, who)).body.data.map(({ id }: { id: number }) => id);
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const attach = (id: number, name: string, body: Buffer, who: Parameters<typeof call>[0] = 'owner', headers = {}) =>
  desk.app.call('PUT', `/api/bi/ticket/${id}/attachment?file_name=${encodeURIComponent(name)}`, {
    token: desk.tokens[who],
    body,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  });

describe('a publisher', () => {
  it('sees the tickets that were shared with it, no other, and may answer there', async () => {
    const [shared, own] = [await ticket({ publisher: 'beta' }), await ticket({ publisher: 'alpha' })];
    expect(await idsSeen('publisher')).toEqual([]);
    await share(shared, 'alpha');
    expect(await idsSeen('publisher')).toEqual([shared]);
    expect((await get(`/api/bi/ticket/${own}`, 'publisher')).status).toBe(403);
    expect((await get(`/api/bi/ticket/${shared}`, 'rival')).status).toBe(403);
    await done(comment(shared, { text: 'We have stopped it. Is that enough?' }, 'publisher'));
    expect((await comment(own, { text: 'Hello' }, 'publisher')).status).toBe(403);
    expect((await post('/api/bi/ticket/save', { id: shared, priority: 'Low' }, 'publisher')).status).toBe(403);
    const { comments } = await done(get(`/api/bi/ticket/${shared}`));
    expect(comments).toMatchObject([{ author: 'publisher', text: 'We have stopped it. Is that enough?' }]);
    await share(shared, 'beta');
    expect(await idsSeen('publisher')).toEqual([]);
    expect(await idsSeen('rival')).toEqual([shared]);
  });

  it('reads neither what is internal nor who works on it, in lists, plots and incidents too', async () => {
    const id = await ticket({ assignee_id: ids.colleague, customer_id: ids.owner });
    await share(id, 'alpha', 'gamma');
    await done(comment(id, { text: 'Between us', internal: true }));
    await done(comment(id, { text: 'For both' }));
    const seen = await done(get(`/api/bi/ticket/${id}`, 'publisher'));
    expect(seen.comments.map(({ text }: { text: string }) => text)).toEqual(['For both']);
    expect(seen).toMatchObject({ assignee: null, customer: null, shared_with: [], may_change: false });
    const fields = seen.history.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(['created']);
    expect((await comment(id, { text: 'Secret', internal: true }, 'publisher')).status).toBe(422);
    const between = { text: 'Between us', internal: true, mentions: [ids.publisher] };
    expect((await comment(id, between)).body.told).toMatchObject({ code: 'no_access' });
    const counts = await done(get(`/api/bi/plots/counts?package_name=${OWN}`, 'publisher'));
    expect(counts).toMatchObject({ tickets: 1, incidents: 1 });
    const incidents = await get(`/api/bi/lazyreport?package_name=${OWN}`, 'publisher');
    expect(incidents.body.total).toBe(1);
    const foreign = await done(get(`/api/bi/ticket/${await ticket()}`));
    expect((await get(`/api/bi/360?id=${foreign.incident_id}`, 'publisher')).status).toBe(403);
    await share(id);
  });
});

describe('who is kept to vendors', () => {
  it('may put themselves in charge of what they see, and learns of nobody else', async () => {
    const mine = { package_name: OWN, title: 'Mine too', assignee_id: ids.agency };
    const made = await done(post('/api/bi/ticket/create/new', mine, 'agency'));
    expect(await done(get(`/api/bi/ticket/people?package_name=${OWN}`, 'agency'))).toEqual([
      { id: ids.agency, name: 'agency' },
    ]);
    expect(await done(get(`/api/bi/ticket/customers?package_name=${OWN}`, 'agency'))).toEqual([]);
    await sql('DELETE FROM ticket WHERE id = $1', [made.id]);
  });

  it('sees what is shared with them and what they opened themselves', async () => {
    const before = await ticket();
    const made = await done(post('/api/bi/ticket/create/new', { package_name: OWN, title: 'Mine' }, 'agency'));
    expect(await idsSeen('agency')).toEqual([made.id]);
    expect((await get(`/api/bi/ticket/${before}`, 'agency')).status).toBe(403);
    const handed = { shared_with: [{ kind: 'publisher', name: 'beta' }] };
    expect((await post(`/api/bi/ticket/${made.id}/share`, handed, 'agency')).status).toBe(422);
  });
});

describe('a mention', () => {
  it('names somebody who can read the ticket, or the comment is refused', async () => {
    const id = await ticket();
    const ask = (...mentions: number[]) => comment(id, { text: 'Please look', mentions });
    await done(ask(ids.colleague, ids.admin));
    for (const who of ['stranger', 'publisher', 'rival', 'agency'] as const)
      expect((await ask(ids[who])).body.told).toMatchObject({ code: 'no_access' });
    await share(id, 'alpha');
    await done(ask(ids.publisher));
    expect((await ask(ids.rival)).status).toBe(422);
    const { comments } = await done(get(`/api/bi/ticket/${id}`));
    expect(comments).toHaveLength(2);
    expect(comments[0].mentions.map(({ name }: { name: string }) => name).sort()).toEqual(['admin', 'colleague']);
  });
});

describe('an attachment', () => {
  it('is stored and given back byte for byte to those who read the ticket', async () => {
    const id = await ticket();
    const answer = await attach(id, 'screen.png', PNG);
    expect(answer.body.data.bytes).toBe(PNG.length);
    const path = `/api/bi/ticket/${id}/attachment/${answer.body.data.id}`;
    const file = await get(path, 'colleague');
    expect(file.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(String(file.headers['content-disposition'])).toContain('attachment; filename="screen.png"');
    expect((await get(path, 'stranger')).status).toBe(403);
    const other = await ticket();
    expect((await get(`/api/bi/ticket/${other}/attachment/${answer.body.data.id}`)).status).toBe(404);
  });

  it('of 2 GB is refused before it is read, and so is one that is longer than it says', async () => {
    const id = await ticket();
    const started = performance.now();
    const huge = await attach(id, 'huge.png', PNG, 'owner', { 'content-length': String(2_000_000_000) });
    expect([huge.status, performance.now() - started < 2_000]).toEqual([413, true]);
    const long = await attach(id, 'long.txt', Buffer.alloc(10_000_001, 'a'), 'owner', { 'content-length': '12' });
    expect([400, 413]).toContain(long.status);
    expect(await sql('SELECT id FROM ticket_attachment WHERE ticket_id = $1', [id])).toEqual([]);
  });

  it('that is something else than its name says is refused, and so are kinds that could run', async () => {
    const id = await ticket();
    for (const [name, body] of [
      ['script.png', Buffer.from('<script>alert(1)</script>')],
      ['data.csv', PNG],
      ['report.pdf', Buffer.from('MZ a program')],
      ['book.xlsx', Buffer.from('PK\u0003\u0004 an archive of something else')],
      ['page.html', Buffer.from('<p>')],
      ['run.exe', Buffer.from('MZ')],
      ['none', Buffer.from('text')],
    ] as const)
      expect([name, (await attach(id, name, body)).status]).toEqual([name, 415]);
    expect((await attach(id, 'empty.txt', Buffer.alloc(0))).status).toBe(422);
    expect((await attach(id, 'ok.csv', Buffer.from('a,b\n1,ü\n'))).status).toBe(200);
  });
});

describe('what tickets say of a person', () => {
  it('is found and emptied, while the case stays', async () => {
    const { database, clickhouse } = desk.app.context;
    const stores = { database, clickhouse, files: desk.app.context.files };
    const person = { email: 'Jane@shop.example', accounts: [], names: [] };
    const id = await ticket({ title: 'Claim of jane@shop.example', description: 'See jane@shop.example' });
    await done(comment(id, { text: 'jane@shop.example wrote' }));
    await attach(id, 'mail.txt', Buffer.from('From: jane@shop.example'));
    expect(await personalTickets.count(stores, person)).toBe(3);
    await personalTickets.erase(stores, person, async () => {});
    expect(await personalTickets.count(stores, person)).toBe(0);
    const seen = await done(get(`/api/bi/ticket/${id}`));
    expect(seen).toMatchObject({ title: '…', description: '', attachments: [] });
  });
});
