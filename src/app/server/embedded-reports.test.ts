import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createReportTickets, TICKET_SECONDS } from '#platform/server/access/report-tickets.ts';
import { TEST_NOW, useApp } from '../../../test/support/use-app.ts';
import { createApp } from './create-app.ts';

const app = useApp();
const WEB = 'web.example';
const APP = 'app.example';
const DAYS = '&fromDate=2026-11-14&toDate=2026-11-20';
let ann: string;
let annId: number;

const event = (more: Record<string, unknown>) => ({
  package: WEB,
  kind: 'click',
  ts: '2026-11-18 10:00:00.000',
  publisher: 'alpha',
  verdict: 'clean',
  reason: '',
  ...more,
});

beforeAll(async () => {
  await app.package({ name: WEB });
  await app.package({ name: APP, platform: 'app' });
  await app.package({ name: 'foreign.example' });
  ann = await app.signIn({ email: 'ann@web.example', role: 'customer', packages: [WEB, APP] });
  annId = (await app.get('/api/user/me', ann)).body.data.id;
  await app.context.clickhouse.insert('traffic', [
    ...Array.from({ length: 3 }, () => event({})),
    event({ verdict: 'fraud', reason: 'net.datacenter', publisher: 'beta' }),
    ...Array.from({ length: 7 }, () => event({ kind: 'impression', content_category: 'Sports' })),
    ...Array.from({ length: 2 }, () => event({ kind: 'impression', content_category: 'Weapons' })),
    ...Array.from({ length: 5 }, () => event({ package: APP, kind: 'click' })),
    event({ package: 'foreign.example' }),
  ]);
});

const generate = (dashboard: string, token = ann, name = WEB) =>
  app.get(`/api/quicksight/generate2?package_name=${name}&dashboard=${dashboard}${DAYS}`, token);
async function ticketFor(dashboard: string, token = ann, name = WEB): Promise<string> {
  const { status, body } = await generate(dashboard, token, name);
  expect(status).toBe(200);
  return new URL(body.data.url, 'http://here').hash.replace('#ticket=', '');
}
const open = (ticket: string) => app.get(`/api/quicksight/report?ticket=${encodeURIComponent(ticket)}`);
const refused = async (ticket: string) => {
  const { status, body } = await open(ticket);
  return [status, body.message_code ?? body.message, 'data' in body];
};

describe('an embedded report', () => {
  it('has an address for one session, package and time, and is refused for a package of others [VAST-API-16]', async () => {
    const { body } = await generate('click');
    expect(body.data.url).toMatch(/^\/embedded-report#ticket=ey/);
    expect(Date.parse(body.data.expires_at)).toBe(Date.parse(TEST_NOW) + TICKET_SECONDS * 1000);
    const bea = await app.signIn({ email: 'bea@web.example', role: 'customer', packages: [WEB] });
    expect((await generate('click', bea)).body.data.url).not.toBe(body.data.url);
    expect((await generate('click', ann, 'foreign.example')).status).toBe(403);
    expect((await app.get(`/api/quicksight/generate2?package_name=${WEB}`)).status).toBe(401);
    expect((await generate('somethingelse')).status).toBe(400);
  });

  it.each([
    ['click', WEB, { total: 4, fraud: 1 }],
    ['impression', WEB, { total: 9, fraud: 0 }],
    ['brandsafety', WEB, { total: 9, unsafe: 2, safe: 7 }],
    ['overview', WEB, { total: 13, fraud: 1 }],
    ['click', APP, { total: 5, fraud: 0 }],
  ])('about %s of %s shows its own numbers, without a session beside its ticket', async (dashboard, name, counts) => {
    const { status, body } = await open(await ticketFor(dashboard, ann, name));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      dashboard,
      from: '2026-11-14',
      to: '2026-11-20',
      package: { package_name: name },
    });
    expect(body.data.answers.total.data).toMatchObject(counts);
    const days: { total: number }[] = body.data.answers['date-wise'].data;
    expect(days.reduce((sum, { total }) => sum + total, 0)).toBe(counts.total);
  });

  it('shows a publisher its own part', async () => {
    const pia = await app.signIn({
      email: 'pia@web.example',
      role: 'publisher',
      packages: [WEB],
      publishers: ['beta'],
    });
    const { body } = await open(await ticketFor('click', pia));
    expect(body.data.answers.total.data).toMatchObject({ total: 1, fraud: 1 });
  });

  it('is over after its time, with its session, and with the right to its package', async () => {
    const own = await app.signIn({ email: 'cid@web.example', role: 'customer', packages: [WEB] });
    const before = await ticketFor('click', own);
    app.clock.set(new Date(Date.parse(TEST_NOW) + (TICKET_SECONDS + 1) * 1000).toISOString());
    expect((await refused(before))[0]).toBe(403);
    app.clock.set(TEST_NOW);
    expect((await open(before)).status).toBe(200);
    const { rows } = await app.context.database.pool.query("SELECT id FROM app_user WHERE email = 'cid@web.example'");
    await app.context.database.pool.query('DELETE FROM user_package WHERE user_id = $1', [rows[0].id]);
    expect((await open(before)).status).toBe(403);
    const mine = await ticketFor('click');
    const again = await app.signIn({ email: 'dot@web.example', role: 'customer', packages: [WEB] });
    const ended = await ticketFor('click', again);
    await app.call('POST', '/api/user/logout', { token: again });
    expect((await refused(ended))[0]).toBe(403);
    expect((await open(mine)).status).toBe(200);
  });

  it('opens with nothing but a ticket of its own, as it was signed', async () => {
    const ticket = await ticketFor('click');
    const [head = '', payload = '', signature = ''] = ticket.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...claims, package_name: APP })).toString('base64url');
    expect((await refused(`${head}.${other}.${signature}`))[0]).toBe(403);
    expect((await refused(ann))[0]).toBe(403);
    expect((await refused('x'))[0]).toBe(403);
    // A ticket is no session either.
    expect((await app.get('/api/user/me', ticket)).status).toBe(401);
    const strange = createReportTickets(Buffer.alloc(32), app.app as never, () => new Date(TEST_NOW));
    const forged = await strange.issue({ sessionId: claims.sid, userId: annId, viewer: null } as never, {
      package_name: WEB,
      dashboard: 'click',
      from: '2026-11-14',
      to: '2026-11-20',
    });
    expect((await refused(forged.ticket))[0]).toBe(403);
  });
});

it('an outside report is told who asks for what until when, under a signature, and may stand in a frame', async () => {
  const secret = 'a secret of more than thirty-two characters';
  const config = { ...app.context.config, outsideEmbed: { url: 'https://bi.example/embed?board=7', secret } };
  const { http } = await createApp({ ...app.context, config });
  const answer = await http.inject({
    url: `/api/quicksight/generate2?package_name=${WEB}&dashboard=click${DAYS}`,
    headers: { authorization: ann },
  });
  const { url, outside } = answer.json().data;
  expect(outside).toBe(true);
  const address = new URL(url);
  expect(address.origin + address.pathname).toBe('https://bi.example/embed');
  const said = Object.fromEntries(address.searchParams);
  const { board, signature, ...signed } = said;
  expect(board).toBe('7');
  const expires = String(Date.parse(TEST_NOW) / 1000 + TICKET_SECONDS);
  expect(signed).toEqual({
    user: String(annId),
    package: WEB,
    dashboard: 'click',
    from: '2026-11-14',
    to: '2026-11-20',
    expires,
  });
  const text = Object.entries(signed)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
  expect(signature).toBe(createHmac('sha256', secret).update(text).digest('hex'));
  const policy = String(answer.headers['content-security-policy']);
  expect(policy).toContain("frame-src 'self' https://bi.example;");
  expect(
    (
      await http.inject({
        url: `/api/quicksight/generate2?package_name=foreign.example`,
        headers: { authorization: ann },
      })
    ).statusCode,
  ).toBe(403);
  await http.close();
});
