import { beforeEach, describe, expect, it } from 'vitest';
import { APP, linesOf } from '../testing/use-reports.ts';
import { useSchedules } from '../testing/use-schedules.ts';

const here = useSchedules();
const { app, tokens, idOf, add, added, act, one, list, entries, run, nextDay } = here;

const QUESTION = { by: ['publisher', 'weekday'], measures: ['total', 'fraud'], not: ['country:US'] };
const asking = (question: object, more: object = {}) => ({
  report: 'explore',
  name: 'Weekdays',
  asked: undefined,
  question,
  ...more,
});
const DAYS = { fromDate: '2024-03-24', toDate: '2024-03-30' };
/** The same question, asked at once. */
const direct = (token: string, days = DAYS, question: Record<string, string | string[]> = QUESTION) => {
  const parts = Object.entries({ package_name: APP, ...days, ...question });
  const pairs = parts.flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  return app.get(`/api/explore/download?${new URLSearchParams(pairs)}`, token);
};

beforeEach(async () => {
  await here.sql('DELETE FROM report_schedule; DELETE FROM report_entry');
  await here.allMails();
  here.server.empty();
});

describe('a question of Explore on a schedule', () => {
  it('is answered for each of its people with the rows they may see, over days that move along', async () => {
    const { id, report } = await added(asking(QUESTION, { recipients: [idOf('owner'), idOf('cora'), idOf('pub')] }));
    expect(report).toBe('explore');
    nextDay();
    await run();
    const mails = await here.mailsOnceThereAre(3);
    const textFor = (name: string) =>
      mails.find(({ to }) => to[0] === `${name}@own.example`)?.files[0]?.bytes.toString('utf8') ?? '';
    for (const [name, token] of [
      ['owner', tokens.owner],
      ['pub', tokens.publisher],
    ] as const)
      expect(textFor(name)).toBe((await direct(token)).text);
    const publishers = new Set(
      linesOf(textFor('pub'))
        .slice(1)
        .map(([first]) => first),
    );
    expect([...publishers].sort()).toEqual(['alpha', 'gamma, inc']);
    const cora = mails.find(({ to }) => to[0] === 'cora@own.example');
    expect(cora?.subject).toBe(`Weekdays, 24. März 2024 – 30. März 2024 · ${APP}`);
    expect(cora?.text).toContain(`Zeilen: ${linesOf(textFor('cora')).length - 1}`);
    nextDay();
    await run();
    const [later] = (await here.mailsOnceThereAre(6)).slice(3).filter(({ to }) => to[0] === 'owner@own.example');
    const next = await direct(tokens.owner, { fromDate: '2024-03-25', toDate: '2024-03-31' });
    expect(later?.files[0]?.bytes.toString('utf8')).toBe(next.text);
    expect((await entries(id)).map(({ state }) => state)).toEqual(Array(6).fill('Ready'));
    const listed = await app.get(`/api/reports?package_name=${APP}&report=explore`, tokens.owner);
    expect(listed.body.data[0]).toMatchObject({ report: 'explore', scheduled: true, filters: { by: QUESTION.by } });
  });

  it('comes as a workbook, is sent at once by hand, paused and deleted as a report is', async () => {
    const { id } = await added(
      asking({ by: 'hour' }, { format: 'xlsx', name: '', timing: { frequency: 'first_working_day' } }),
    );
    expect((await act(id, 'send')).status).toBe(200);
    await run();
    const [mail] = await here.mailsOnceThereAre(1);
    expect(mail?.files[0]?.name).toMatch(/^explore-hour_.*\.xlsx$/);
    expect(mail?.files[0]?.bytes.subarray(0, 2).toString()).toBe('PK');
    expect(mail?.subject).toMatch(/^Explore, /);
    expect((await one(id))?.next_at).toMatch(/-0[1-3]T06:00:00\.000Z$/);
    expect((await act(id, 'pause')).body.data.state).toBe('paused');
    expect((await app.call('DELETE', `/api/report-schedules/${id}`, { token: tokens.owner })).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  it('whose key, measure or filter went away sends nothing, and its owner is told once which', async () => {
    const { id } = await added(asking(QUESTION, { recipients: [idOf('owner'), idOf('cora')] }));
    const gone = { by: ['publisher', 'moon_phase'], measures: ['total', 'luck'], tide: 'high' };
    await here.sql('UPDATE report_schedule SET asked = $2 WHERE id = $1', [id, JSON.stringify(gone)]);
    for (let day = 0; day < 2; day++) {
      nextDay();
      await run();
    }
    expect((await entries(id)).map(({ state }) => state)).toEqual(Array(4).fill('Failed'));
    const [told, ...others] = await here.allMails();
    expect([told?.to, told?.files, others]).toEqual([['owner@own.example'], [], []]);
    for (const name of ['moon_phase', 'luck', 'tide']) expect(told?.text).toContain(name);
    expect(told?.text).not.toMatch(/no more:[^.]*publisher/);
    expect((await one(id))?.last_state).toBe('Failed');
  });

  it('is refused as a PDF, with unknown keys, for a foreign package, and for people who may not ask it', async () => {
    expect((await add(asking(QUESTION, { format: 'pdf' }))).status).toBe(400);
    expect((await add(asking({ by: ['moon_phase'] }))).status).toBe(422);
    expect((await add(asking(QUESTION, { package_name: 'elsewhere.example' }))).status).toBe(403);
    const facts = asking({ by: ['ctit_seconds'] }, { recipients: [idOf('owner'), idOf('pub')] });
    const refused = await add(facts);
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'Test Person does not see everything that this report asks for',
    ]);
    const others = asking({ ...QUESTION, not: ['publisher:beta'] }, { recipients: [idOf('pub')] });
    expect((await add(others)).body.message).toBe(refused.body.message);
    await here.sql(`UPDATE user_package SET menu = '{"app-click","download-reports"}' WHERE user_id = $1`, [
      idOf('cora'),
    ]);
    const closed = await add(asking(QUESTION, { recipients: [idOf('cora')] }));
    await here.sql('UPDATE user_package SET menu = NULL');
    expect(closed.status).toBe(refused.status);
    expect(await list()).toEqual([]);
  });
});
