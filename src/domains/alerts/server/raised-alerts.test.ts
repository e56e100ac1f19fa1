import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addDays } from '#platform/contract/date-range.ts';
import { sql as ch } from '#platform/server/clickhouse/sql.ts';
import { TEST_NOW } from '../../../../test/support/use-app.ts';
import { clicks, quietWeeks, SITE, TODAY, useAlerts } from '../testing/use-alerts.ts';

const alerts = useAlerts();
const { app, tokens, hooks, saved, evaluate, deliver, sql, eventsOf, insert, delivered } = alerts;

beforeAll(async () => {
  await app.context.clickhouse.command(ch`TRUNCATE TABLE traffic`);
  await insert(quietWeeks());
  // Today from nine on: three campaigns of one publisher turn to fraud.
  await insert(
    ['c1', 'c2', 'c3'].flatMap((campaign) =>
      clicks({ day: TODAY, publisher: 'Spike', campaign, clean: 20, fraud: 80 }),
    ),
  );
});
beforeEach(async () => {
  app.clock.set(TEST_NOW);
  await sql('DELETE FROM alert');
  hooks.received.splice(0);
  hooks.answer(204);
});

it('a spike is raised once, as one cause for all campaigns of its publisher, however often and by whomever it is reckoned [ALRT-GAP-01]', async () => {
  const { id } = await saved({ each: 'campaign' });
  await evaluate();
  // The second as after a stop: nothing of the first is remembered but what is stored.
  await Promise.all([evaluate(), evaluate()]);
  app.clock.advance(300_000);
  await evaluate();
  const events = await eventsOf(id);
  expect(events.map(({ period }) => period)).toEqual([TODAY]);
  expect(events[0]?.found.causes.map(({ publisher, parts }) => [publisher, parts.toSorted()])).toEqual([
    ['Spike', ['c1', 'c2', 'c3']],
  ]);
  const inbox = await app.get(`/api/alerts/inbox?package_name=${SITE}`, tokens.owner);
  expect(inbox.body.data.map((row: { alert_id: number }) => row.alert_id)).toEqual([id]);
});

it('a run that is killed after the result was kept sends each message once', async () => {
  const { id } = await saved({
    recipients: ['owner@own.example'],
    hooks: [{ kind: 'webhook', url: 'https://hooks.example/a' }],
  });
  await evaluate();
  await evaluate();
  // Killed between claim and answer: the lease runs out, and another takes over.
  await sql("UPDATE alert_delivery SET tries = 1, due_at = '2026-11-20T12:00:30Z' WHERE channel = 'webhook'");
  await deliver();
  app.clock.advance(60_000);
  await Promise.all([deliver(), deliver()]);
  await deliver();
  expect(hooks.received).toHaveLength(1);
  await expect.poll(async () => (await delivered()).length).toBe(1);
  expect((await eventsOf(id)).length).toBe(1);
});

it('the same weekday of four weeks is what a share is compared with, and quiet publishers are not named', async () => {
  const { id } = await saved({ comparison: 'weekday', limit: 4, each: 'package', metric: 'fraud' });
  await evaluate();
  const [event] = await eventsOf(id);
  expect(event?.period).toBe(TODAY);
  const quiet = await saved({ comparison: 'weekday', limit: 4, filters: { publisher: ['Steady'] } });
  await evaluate();
  expect(await eventsOf(quiet.id)).toEqual([]);
});

it('what was over before the alert was made raises nothing', async () => {
  await insert(clicks({ day: addDays(TODAY, -1), publisher: 'Yesterday', clean: 10, fraud: 90 }));
  const { id } = await saved();
  await evaluate();
  expect((await eventsOf(id)).map(({ period }) => period)).toEqual([TODAY]);
});

it('a condition and filters narrow what is looked at', async () => {
  const none = await saved({ filters: { publisher: ['Other'] } });
  const some = await saved({ condition: { field: 'publisher', op: 'startsWith', value: 'Sp' } });
  await evaluate();
  expect(await eventsOf(none.id)).toEqual([]);
  expect((await eventsOf(some.id)).length).toBe(1);
});

it('a mail says what happened, why and how sure, with its curve, and leads to the figures filtered so', async () => {
  await saved({ comparison: 'weekday', limit: 4, metric: 'fraud', each: 'package', recipients: ['owner@own.example'] });
  await evaluate();
  await deliver();
  await expect.poll(async () => (await delivered()).length).toBe(1);
  const [mail] = alerts.mails.mails();
  expect(mail?.to).toEqual(['owner@own.example']);
  expect(mail?.text).toContain('Fraud of');
  expect(mail?.text).toContain('Usual on this weekday is 30');
  expect(mail?.text).toMatch(/usual deviations away/);
  expect(mail?.text).toMatch(/[▁▂▃▄▅▆▇█]{20}/u);
  expect(mail?.text).toMatch(
    /\/explore\?package=site\.example&from=2026-10-24&to=2026-11-20&by=date&measures=total%2Cfraud/,
  );
});

it('who lost the package gets nothing, and the log says so', async () => {
  const { id } = await saved({ recipients: ['colleague@own.example'] });
  await evaluate();
  await sql("UPDATE app_user SET disabled_at = now() WHERE email = 'colleague@own.example'");
  await deliver();
  const log = await app.get(`/api/alerts/${id}/deliveries`, tokens.owner);
  expect(log.body.data.map((row: { state: string }) => row.state)).toEqual(['dropped']);
  expect(await delivered()).toEqual([]);
  await sql("UPDATE app_user SET disabled_at = NULL WHERE email = 'colleague@own.example'");
});

it('a webhook is signed as Standard Webhooks says, Slack and Teams get what they read', async () => {
  const url = 'https://hooks.example/';
  const alert = await saved({
    hooks: [
      { kind: 'webhook', url: `${url}own` },
      { kind: 'slack', url: `${url}slack` },
      { kind: 'teams', url: `${url}teams` },
    ],
  });
  await evaluate();
  await deliver();
  const by = (path: string) => hooks.received.find((each) => each.url === path);
  const own = by('/own');
  const key = Buffer.from(String(alert.secret).replace('whsec_', ''), 'base64');
  const signed = `${own?.headers['webhook-id']}.${own?.headers['webhook-timestamp']}.${own?.body}`;
  expect(own?.headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  expect(own?.headers['webhook-timestamp']).toBe(String(Date.parse(TEST_NOW) / 1000));
  expect(JSON.parse(own?.body ?? '')).toMatchObject({
    type: 'alert.raised',
    data: { alert_id: alert.id, package_name: SITE, publisher: 'Spike', value: 80, limit: 30 },
  });
  expect(JSON.parse(by('/slack')?.body ?? '').blocks[1].text.text).toContain('Spike');
  const card = JSON.parse(by('/teams')?.body ?? '').attachments[0];
  expect(card.contentType).toBe('application/vnd.microsoft.card.adaptive');
  expect(JSON.stringify(card.content.body)).toContain('Spike');
});

it('a webhook that answers 500 for a day is kept and shown, and goes out when it is sent again', async () => {
  hooks.answer(500);
  const { id } = await saved({ hooks: [{ kind: 'webhook', url: 'https://hooks.example/down' }] });
  await evaluate();
  const log = async () => (await app.get(`/api/alerts/${id}/deliveries`, tokens.owner)).body.data[0];
  for (let hour = 0; hour < 24; hour++) {
    await deliver();
    app.clock.advance(3_600_000);
  }
  // The session of this test lasts no day.
  app.clock.set(TEST_NOW);
  const down = await log();
  expect(down).toMatchObject({ state: 'waiting', status: 500, error: 'HTTP 500' });
  expect(down.tries).toBeGreaterThan(5);
  const ids = new Set(hooks.received.map(({ headers }) => headers['webhook-id']));
  expect(ids.size).toBe(1);
  hooks.answer(200);
  expect((await app.call('POST', `/api/alerts/deliveries/${down.id}`, { token: tokens.owner })).status).toBe(200);
  await deliver();
  expect(await log()).toMatchObject({ state: 'sent', status: 200, tries: 1 });
});

it('quiet hours put messages off to their end, and the cool-down keeps the next one in the inbox alone', async () => {
  const noon = await saved({
    quiet: { from: 8, to: 15 },
    hooks: [{ kind: 'webhook', url: 'https://hooks.example/q' }],
  });
  await evaluate();
  await deliver();
  expect(hooks.received).toEqual([]);
  // Three in Berlin.
  app.clock.set('2026-11-20T14:00:01Z');
  await deliver();
  expect(hooks.received.map(({ url }) => url)).toEqual(['/q']);
  await sql('UPDATE alert SET settings = settings || \'{"cool_down": 48}\' WHERE id = $1', [noon.id]);
  await insert(clicks({ day: addDays(TODAY, 1), publisher: 'Spike', clean: 10, fraud: 90, hour: 6 }));
  app.clock.set('2026-11-21T12:00:00Z');
  await evaluate();
  expect((await eventsOf(noon.id)).map(({ told }) => told)).toEqual(['sent', 'cool_down']);
});

it('a grave one opens an incident, once', async () => {
  const { id } = await saved({ severity: 'high' });
  await evaluate();
  await deliver();
  await deliver();
  const rows = await sql<{ publisher: string; title: string }>(
    "SELECT publisher, title FROM incident WHERE source = 'alert' AND key LIKE $1",
    [`${id} %`],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.publisher).toBe('Spike');
});

it('each reads, puts off, acknowledges and mutes for oneself', async () => {
  const { id } = await saved({ recipients: ['owner@own.example'] });
  await evaluate();
  const box = async (token = tokens.owner, state = 'open') =>
    (await app.get(`/api/alerts/inbox?package_name=${SITE}&state=${state}`, token)).body;
  const [row] = (await box()).data;
  const handle = (body: object) => app.call('PUT', `/api/alerts/inbox/${row.id}`, { token: tokens.owner, body });
  expect((await box()).unread).toBe(1);
  const bell = async (token: string) =>
    (await app.get(`/api/alerts/unread?package_name=${SITE}`, token)).body.data?.unread;
  expect([await bell(tokens.owner), await bell(tokens.agency), await bell(tokens.stranger)]).toEqual([1, 0, undefined]);
  await handle({ read: true });
  expect(await bell(tokens.owner)).toBe(0);
  expect((await box()).unread).toBe(0);
  expect((await box(tokens.colleague)).unread).toBe(1);
  await handle({ snooze: 24 });
  expect((await box()).total).toBe(0);
  expect((await box(tokens.owner, 'snoozed')).total).toBe(1);
  await handle({ snooze: 0, acknowledged: true });
  expect((await box(tokens.owner, 'acknowledged')).total).toBe(1);
  await app.call('PUT', `/api/alerts/${id}/mute`, { token: tokens.owner, body: { muted: true } });
  await sql('DELETE FROM alert_event');
  await evaluate();
  expect((await sql('SELECT 1 FROM alert_delivery')).length).toBe(0);
  expect((await box()).total).toBe(0);
});

it('looking back names the days on which it would have been raised, and writes nothing', async () => {
  const day = addDays(TODAY, -20);
  await insert(clicks({ day, publisher: 'Then', clean: 10, fraud: 90 }));
  const answer = await app.call('POST', '/api/alerts/preview', {
    token: tokens.owner,
    body: { package_name: SITE, ...alerts.settings() },
  });
  expect(answer.status, answer.text).toBe(200);
  const days = answer.body.data.raised.map((found: { day: string }) => found.day);
  expect(days).toContain(day);
  expect(days).toContain(TODAY);
  expect(answer.body.data.days_with_data).toBe(60);
  expect(await sql('SELECT 1 FROM alert_event')).toEqual([]);
});

it('whoever wants one mail a day gets all of it at eight in the morning, once, and grave ones at once', async () => {
  const wish = (every: string) => app.call('PUT', '/api/alerts/mails', { token: tokens.owner, body: { every } });
  const recipients = ['owner@own.example', 'colleague@own.example'];
  expect((await wish('day')).status).toBe(200);
  expect((await app.get('/api/alerts/mails', tokens.owner)).body.data).toEqual({ every: 'day' });
  expect((await app.get('/api/alerts/mails', tokens.colleague)).body.data).toEqual({ every: 'each' });
  const to = async (name: string) => (await delivered()).filter((mail) => mail.to.includes(`${name}@own.example`));
  const before = [(await to('owner')).length, (await to('colleague')).length];
  await saved({ name: 'One of two', recipients });
  await saved({ name: 'Two of two', recipients, metric: 'fraud', limit: 40 });
  await saved({ name: 'Grave', recipients, severity: 'high' });
  await evaluate();
  await deliver();
  await expect.poll(async () => (await to('colleague')).length).toBe((before[1] ?? 0) + 3);
  expect((await to('owner')).slice(before[0]).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('Alert Grave'),
  ]);
  // Of a mail that is under way another process takes over when its lease is past, as it is after a leap of the clock.
  await expect.poll(() => sql("SELECT 1 FROM mail WHERE state = 'waiting'")).toEqual([]);
  app.clock.set('2026-11-21T06:59:00Z');
  await deliver();
  expect((await to('owner')).length).toBe((before[0] ?? 0) + 1);
  app.clock.set('2026-11-21T07:00:00Z');
  await Promise.all([deliver(), deliver()]);
  await deliver();
  await expect.poll(async () => (await to('owner')).length).toBe((before[0] ?? 0) + 2);
  const mail = (await to('owner')).at(-1);
  expect(mail?.subject).toBe('2 alerts');
  expect(mail?.text).toContain('2 alerts were raised since the last mail');
  expect(mail?.text.match(/\/explore\?package=site/g)).toHaveLength(2);
  expect(await sql("SELECT 1 FROM alert_delivery WHERE state <> 'sent' AND channel = 'mail'")).toEqual([]);
  app.clock.set(TEST_NOW);
  // What waits for Monday comes at once when the wish is taken back.
  await wish('week');
  await saved({ name: 'Of the week', recipients: ['owner@own.example'] });
  await evaluate();
  const [waits] = await sql<{ due_at: Date }>("SELECT due_at FROM alert_delivery WHERE state = 'waiting'");
  expect(waits?.due_at.toISOString()).toBe('2026-11-23T07:00:00.000Z');
  await wish('each');
  await deliver();
  await expect.poll(async () => (await to('owner')).length).toBe((before[0] ?? 0) + 3);
});
