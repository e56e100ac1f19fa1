import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { jobsOf } from '#app/server/start-jobs.ts';
import { addDays } from '#platform/contract/date-range.ts';
import { runJob } from '../../../../test/support/run-job.ts';
import { OWN, useTickets } from '../testing/use-tickets.ts';
import { type DayShare, spikeOf } from './fraud-spikes.ts';
import { escalateJob, spikesJob } from './ticket-jobs.ts';

const desk = useTickets();
const { app, sql, done, get, post } = desk;
const NEWEST = '2026-11-19';

const jobs = () => jobsOf(app.context);
const look = () => runJob(app.context.database, jobs(), spikesJob, {});
const found = () =>
  sql<{ publisher: string; category: string; channel: string; evidence: { numbers: Record<string, number> } }>(
    "SELECT publisher, category, sub_category, channel, evidence FROM incident WHERE source = 'fraud_spike' ORDER BY publisher",
  );

/** A day of a publisher: so many events, so many of them fraud. */
const dayOf = (publisher: string, day: string, events: number, fraud: number) =>
  Array.from({ length: events }, (_, n) => ({
    row_id: randomUUID(),
    package: OWN,
    kind: 'install',
    ts: `${day} 12:00:00.000`,
    publisher,
    channel: 'social',
    verdict: n < fraud ? 'fraud' : 'clean',
    reason: n < fraud ? 'ins.duplicate' : '',
  }));

beforeAll(async () => {
  const past = Array.from({ length: 28 }, (_, n) => addDays(NEWEST, -1 - n));
  await app.context.clickhouse.insert('traffic', [
    // Calm for four weeks, then a third of it; always bad; new; too small to say.
    ...past.flatMap((day, n) => dayOf('Jumper', day, 60, n % 4)),
    ...dayOf('Jumper', NEWEST, 200, 70),
    ...past.flatMap((day, n) => dayOf('Steady', day, 60, 20 + (n % 5))),
    ...dayOf('Steady', NEWEST, 200, 75),
    ...dayOf('New', NEWEST, 200, 150),
    ...past.flatMap((day) => dayOf('Small', day, 40, 1)),
    ...dayOf('Small', NEWEST, 40, 20),
  ]);
});

describe('fraud spikes', () => {
  it('become one incident of their publisher and day, however often they are looked for [TKT-GAP-04]', async () => {
    const before = (await done(get(`/api/bi/plots/counts?package_name=${OWN}`))).incidents;
    expect(await look()).toEqual({ opened: 1 });
    expect(await look()).toEqual({ opened: 0 });
    const incidents = await found();
    expect(incidents.map(({ publisher }) => publisher)).toEqual(['Jumper']);
    expect(incidents[0]).toMatchObject({ category: 'Install', sub_category: 'ins.duplicate', channel: 'social' });
    expect(incidents[0]?.evidence.numbers).toMatchObject({ share: 0.35, events: 200, fraud: 70 });
    const volume = await done(
      get(`/api/bi/plots/incident_volume?package_name=${OWN}&start_date=${NEWEST}&end_date=${NEWEST}`),
    );
    expect(volume[0].incidents).toBe(1);
    expect((await done(get(`/api/bi/plots/counts?package_name=${OWN}`))).incidents).toBe(before + 1);
  });

  it('keep what was counted in the ticket that is made of them', async () => {
    const [row] = await sql<{ id: string }>("SELECT id FROM incident WHERE source = 'fraud_spike'");
    const made = await done(post(`/api/bi/ticket/create/${row?.id}`, {}));
    const { incidents } = await done(get(`/api/bi/ticket/${made.id}`));
    expect(incidents[0].frozen.counts).toEqual({ total: 200, fraud: 70, suspect: 0 });
  });
});

describe('a spike', () => {
  const past = (share: (n: number) => number, events = 100): DayShare[] =>
    Array.from({ length: 28 }, (_, n) => ({ day: addDays(NEWEST, -1 - n), events, fraud: share(n) * events }));
  const now = (events: number, fraud: number): DayShare => ({ day: NEWEST, events, fraud });

  it('stands out of the days before, by more than they swing and by a tenth at least', () => {
    const calm = past((n) => 0.05 + (n % 3) / 100);
    expect(spikeOf([...calm, now(500, 200)], NEWEST)).toMatchObject({ share: 0.4, usual: expect.closeTo(0.06) });
    expect(spikeOf([...calm, now(5_000, 600)], NEWEST)).toBeUndefined();
    const wild = past((n) => (n % 2 === 0 ? 0.1 : 0.6));
    expect(spikeOf([...wild, now(500, 300)], NEWEST)).toBeUndefined();
  });

  it('needs a sample and a past', () => {
    const calm = past(() => 0.02);
    expect(spikeOf([...calm, now(99, 60)], NEWEST)).toBeUndefined();
    expect(spikeOf([...calm.slice(0, 6), now(500, 300)], NEWEST)).toBeUndefined();
    expect(spikeOf([...past(() => 0.02, 10), now(500, 300)], NEWEST)).toBeUndefined();
    expect(spikeOf(calm, NEWEST)).toBeUndefined();
  });
});

describe('a ticket past its due day', () => {
  it('gets the next priority once, and again after a later day was given', async () => {
    const late = async () => runJob(app.context.database, jobs(), escalateJob, {});
    const id = await desk.ticket({ priority: 'Medium', due_on: '2026-11-18' });
    const [inTime, closed] = [await desk.ticket({ due_on: '2026-11-20' }), await desk.ticket({ due_on: '2026-11-01' })];
    await done(desk.call('owner', 'DELETE', '/api/bi/ticket/close', { id: closed, reason: 'Done' }));
    expect(await late()).toEqual({ escalated: 1, due: 1 });
    expect(await late()).toEqual({ escalated: 0, due: 0 });
    const seen = await done(get(`/api/bi/ticket/${id}`));
    expect(seen).toMatchObject({ priority: 'High', overdue: true });
    expect(seen.history.at(-1)).toMatchObject({
      field: 'escalated',
      before: 'Medium',
      after: 'High',
      changed_by: 'system',
    });
    expect((await done(get(`/api/bi/ticket/${inTime}`))).priority).toBe('Medium');
    await done(post('/api/bi/ticket/save', { id, due_on: '2026-11-19' }));
    expect(await late()).toEqual({ escalated: 1, due: 0 });
  });
});
