import { beforeAll, beforeEach, expect, it } from 'vitest';
import { sql as ch, typed } from '#platform/server/clickhouse/sql.ts';
import { TEST_NOW } from '../../../../test/support/use-app.ts';
import { clicks, SITE, TODAY, useAlerts } from '../testing/use-alerts.ts';

const alerts = useAlerts();
const { app, tokens, hooks, saved, evaluate, deliver, sql, eventsOf, insert } = alerts;

beforeAll(() => insert(clicks({ day: TODAY, publisher: 'Spike', clean: 20, fraud: 80 })));
const remove = (publisher: string) =>
  app.context.clickhouse.command(ch`DELETE FROM traffic WHERE publisher = ${typed('String', publisher)}`);

beforeEach(async () => {
  app.clock.set(TEST_NOW);
  await sql('DELETE FROM alert');
  hooks.received.splice(0);
});

it('another publisher that rises later the same day is told too, once, in the same entry of the inbox', async () => {
  const { id } = await saved({ hooks: [{ kind: 'webhook', url: 'https://hooks.example/j' }], severity: 'high' });
  await evaluate();
  await deliver();
  const inbox = async () => (await app.get(`/api/alerts/inbox?package_name=${SITE}`, tokens.owner)).body;
  const [entry] = (await inbox()).data;
  expect(entry).toMatchObject({ told: 'sent', due_at: null, ended_at: null });
  await app.call('PUT', `/api/alerts/inbox/${entry.id}`, {
    token: tokens.owner,
    body: { read: true, acknowledged: true },
  });
  await insert(clicks({ day: TODAY, publisher: 'Joins', clean: 0, fraud: 120 }));
  await evaluate();
  await Promise.all([evaluate(), evaluate()]);
  await deliver();
  expect(hooks.received.map(({ body }) => JSON.parse(body).data.publisher)).toEqual(['Spike', 'Joins']);
  const [event] = await eventsOf(id);
  expect(event?.found.causes.map(({ publisher }) => publisher)).toEqual(['Joins', 'Spike']);
  expect((await inbox()).data).toMatchObject([{ id: entry.id, read: false, acknowledged: false }]);
  expect(await sql('SELECT publisher FROM incident WHERE key LIKE $1 ORDER BY id', [`${id} %`])).toEqual([
    { publisher: 'Spike' },
    { publisher: 'Joins' },
  ]);
  await remove('Joins');
});

it('what joins within the cool-down stands in the inbox alone, and a message that waits tells of it as it goes', async () => {
  const cool = await saved({ cool_down: 24, hooks: [{ kind: 'webhook', url: 'https://hooks.example/c' }] });
  const quiet = await saved({
    quiet: { from: 8, to: 15 },
    hooks: [{ kind: 'webhook', url: 'https://hooks.example/q' }],
  });
  const stateOf = async (of: number) =>
    (await app.get(`/api/alerts/inbox?package_name=${SITE}`, tokens.owner)).body.data.find(
      (row: { alert_id: number }) => row.alert_id === of,
    );
  await evaluate();
  await deliver();
  expect(await stateOf(quiet.id)).toMatchObject({ told: 'waits', due_at: '2026-11-20T14:00:00.000Z' });
  await insert(clicks({ day: TODAY, publisher: 'Joins', clean: 0, fraud: 120 }));
  await evaluate();
  await deliver();
  expect(await stateOf(cool.id)).toMatchObject({ told: 'cool_down', found: { publisher: 'Joins' } });
  app.clock.set('2026-11-20T14:00:01Z');
  await deliver();
  const told = hooks.received.map(({ url, body }) => [url, JSON.parse(body).data.publisher]);
  expect(told).toEqual([
    ['/c', 'Spike'],
    ['/q', 'Joins'],
  ]);
  await remove('Joins');
});

it('what holds no longer ends by itself with its reason and sends nothing more, and goes on when it holds again', async () => {
  const { id } = await saved({
    quiet: { from: 8, to: 15 },
    hooks: [{ kind: 'webhook', url: 'https://hooks.example/e' }],
  });
  const gone = clicks({ day: TODAY, publisher: 'Gone', clean: 0, fraud: 120 });
  const own = await saved({ filters: { publisher: ['Gone'] } });
  await insert(gone);
  await evaluate();
  const box = async (state: string) =>
    (await app.get(`/api/alerts/inbox?package_name=${SITE}&state=${state}`, tokens.owner)).body;
  expect((await box('open')).unread).toBe(2);
  await remove('Gone');
  await evaluate();
  expect((await box('open')).data.map((row: { alert_id: number }) => row.alert_id)).toEqual([id]);
  expect((await box('ended')).data).toMatchObject([{ alert_id: own.id, ended_why: 'no_data' }]);
  expect(await sql("SELECT 1 FROM audit_entry WHERE action = 'alert.end'")).toHaveLength(1);
  // Clean traffic of the same publisher takes its share below the limit.
  await insert(clicks({ day: TODAY, publisher: 'Spike', campaign: 'more', clean: 900 }));
  await evaluate();
  expect((await box('open')).total).toBe(0);
  expect((await app.get(`/api/alerts/${id}/deliveries`, tokens.owner)).body.data[0]).toMatchObject({
    state: 'dropped',
  });
  await app.context.clickhouse.command(ch`DELETE FROM traffic WHERE campaign = 'more'`);
  await evaluate();
  app.clock.set('2026-11-20T14:00:01Z');
  await deliver();
  expect(hooks.received.map(({ url }) => url)).toEqual(['/e']);
});
