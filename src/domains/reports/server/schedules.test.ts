import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_SCHEDULES } from '#domains/reports/contract/schedule.ts';
import { APP } from '../testing/use-reports.ts';
import { useSchedules } from '../testing/use-schedules.ts';

const here = useSchedules();
const { app, tokens, people, idOf, add, added, act, one, list, entries, make, run, nextDay } = here;

beforeEach(async () => {
  await here.sql('DELETE FROM report_schedule; DELETE FROM report_entry');
  await here.allMails();
  here.server.empty();
});

describe('a schedule', () => {
  it('is changed, paused, resumed, deleted and put back by whoever made it or an administrator', async () => {
    const { id } = await added();
    const put = (token: string, more: object = {}) => {
      const { package_name: _, report: __, ...settings } = here.body(more);
      return app.call('PUT', `/api/report-schedules/${id}`, { token, body: settings });
    };
    expect((await put(people.colleague)).status).toBe(403);
    expect((await put(tokens.stranger)).status).toBe(403);
    expect((await act(id, 'pause', people.colleague)).status).toBe(403);
    const weekly = { timing: { frequency: 'weekly', weekday: 1 }, hour: 17, covers: 'last_week' };
    expect((await put(people.admin, weekly)).body.data).toMatchObject(weekly);
    expect((await one(id))?.next_at?.slice(11)).toBe('15:00:00.000Z');
    expect((await act(id, 'pause')).body.data).toMatchObject({ state: 'paused', next_at: null });
    for (let day = 0; day < 8; day++) nextDay();
    await run();
    expect(await entries(id)).toEqual([]);
    const { body } = await act(id, 'resume');
    expect(Date.parse(body.data.next_at)).toBeGreaterThan(app.clock.now().getTime());
    const remove = () => app.call('DELETE', `/api/report-schedules/${id}`, { token: tokens.owner });
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 200]);
    expect(await one(id)).toBeUndefined();
    for (let day = 0; day < 8; day++) nextDay();
    await run();
    expect(await entries(id)).toEqual([]);
    await act(id, 'restore');
    expect((await one(id))?.state).toBe('active');
    await run();
    expect(await entries(id)).toEqual([]);
  });

  it('is sent by hand at once, though not again while it is on its way or was just sent', async () => {
    const { id, next_at } = await added({ covers: 'month_to_date' });
    const day = app.clock.now().toISOString().slice(0, 10);
    const [first, second] = await Promise.all([act(id, 'send'), act(id, 'send')]);
    expect([first?.status, second?.status].filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(await entries(id)).toHaveLength(1);
    expect((await act(id, 'send')).status).toBe(409);
    await make();
    expect((await entries(id))[0]).toMatchObject({ state: 'Ready', last_day: day, first_day: `${day.slice(0, 7)}-01` });
    await here.mailsOnceThereAre(1);
    expect((await act(id, 'send')).body.message).toContain('sent by hand just now');
    expect((await one(id))?.next_at).toBe(next_at);
    app.clock.advance(6 * 60_000);
    expect((await act(id, 'send')).status).toBe(200);
    await make();
    expect(await here.mailsOnceThereAre(2)).toHaveLength(2);
  });

  it('is left by whoever is sent to, and stops when nobody is left', async () => {
    const { id } = await added({ recipients: [idOf('cora'), idOf('pub')] });
    expect((await list(tokens.publisher)).map(({ recipients }) => recipients.map(({ email }) => email))).toEqual([
      ['pub@own.example'],
    ]);
    expect((await act(id, 'pause', tokens.publisher)).status).toBe(403);
    expect((await act(id, 'leave', tokens.publisher)).body.data.received).toBe(false);
    expect(await list(tokens.publisher)).toEqual([]);
    nextDay();
    await run();
    expect((await entries(id)).map(({ author_id }) => author_id)).toEqual([idOf('cora')]);
    await act(id, 'leave', people.colleague);
    expect(await one(id)).toMatchObject({ state: 'stopped', why: { told: { code: 'schedule_without_people' } } });
    expect((await act(id, 'send')).status).toBe(422);
  });

  it('is refused where it asks what its people may not see, or is for people who may not see it', async () => {
    const recipients = [idOf('pub')];
    const part = await add({ recipients, asked: { publisher_name: 'beta' } });
    expect([part.status, part.body.field, part.body.message]).toEqual([
      422,
      'recipients',
      'Test Person does not see everything that this report asks for',
    ]);
    expect((await add({ recipients, asked: { publisher_name: 'alpha' } })).status).toBe(200);
    expect((await add({ recipients: [idOf('stranger')] })).body.told.code).toBe('schedule_recipient_unknown');
    const others = await add({ recipients: [idOf('pub'), idOf('owner')] }, tokens.publisher);
    expect(others.body.told.code).toBe('schedule_for_oneself');
    expect((await add({ recipients }, tokens.publisher)).status).toBe(200);
    expect((await add({ recipients: [idOf('agency')] }, tokens.agency)).status).toBe(200);
    expect((await add({}, tokens.stranger)).status).toBe(403);
    expect((await add({ report: 'web-event-report' })).status).toBe(422);
    expect((await add({ report: 'no-such' })).status).toBe(404);
    const seen = await list(tokens.publisher);
    expect(seen).toHaveLength(2);
    const offered = async (token: string) =>
      (
        await app.get(`/api/report-schedules/people?package_name=${APP}&report=app-install-report`, token)
      ).body.data.map(({ email }: { email: string }) => email);
    expect(await offered(tokens.publisher)).toEqual(['pub@own.example']);
    const all = await offered(tokens.owner);
    expect(all).toEqual(expect.arrayContaining(['boss@own.example', 'cora@own.example', 'pub@own.example']));
    expect(all).not.toContain('stranger@own.example');
  });

  it('has limits that are said: schedules of a package, people of one, and what a field takes', async () => {
    for (const [more, field] of [
      [{ recipients: [] }, 'recipients'],
      [{ recipients: Array.from({ length: 21 }, (_, n) => n + 1) }, 'recipients'],
      [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
      [{ time_zone: "UTC'; DROP" }, 'time_zone'],
      [{ hour: 24 }, 'hour'],
      [{ timing: { frequency: 'weekly', weekday: 8 } }, 'timing.weekday'],
      [{ timing: { frequency: 'monthly' } }, 'timing.day'],
      [{ format: 'parquet' }, 'format'],
    ] as const) {
      const answer = await add(more);
      expect([more, answer.status, answer.body.field]).toEqual([more, 422, field]);
    }
    expect((await add({ asked: { start_date: '2024-03-01' } })).status).toBe(400);
    const first = await added();
    await here.sql(
      `INSERT INTO report_schedule (package_name, report, name, asked, format, timing, hour, time_zone, covers, owner_id, next_at)
        SELECT package_name, report, name, asked, format, timing, hour, time_zone, covers, owner_id, next_at
        FROM report_schedule, generate_series(1, $2) WHERE id = $1`,
      [first.id, MOST_SCHEDULES - 1],
    );
    const full = await add();
    expect([full.status, full.body.message]).toEqual([422, 'A package can have at most 50 schedules']);
    await app.call('DELETE', `/api/report-schedules/${first.id}`, { token: tokens.owner });
    expect((await add()).status).toBe(200);
    expect((await act(first.id, 'restore')).status).toBe(422);
  });

  it('of any name makes no header, no formula and no file beside its own', async () => {
    for (const name of ['Hello\r\nBcc: eve@evil.example', '<script>', 'x'.repeat(300), 'a\u202egnp.exe'])
      expect([name, (await add({ name })).status]).toEqual([name, 422]);
    for (const name of ['=cmd()', '__proto__', 'تقرير "يومي", 日報 🐟', 'Subject: x, To: eve@evil.example'])
      await added({ name });
    nextDay();
    await run();
    const mails = await here.mailsOnceThereAre(4);
    expect(mails.map(({ subject }) => subject.replace(/, \w{3} \d+, 2024 – .*$/, '')).sort()).toEqual(
      ['=cmd()', 'Subject: x, To: eve@evil.example', '__proto__', 'تقرير "يومي", 日報 🐟'].sort(),
    );
    for (const { to, headers, files } of mails) {
      expect(to).toEqual(['owner@own.example']);
      expect(headers.filter((name) => ['bcc', 'cc', 'to', 'subject'].includes(name)).sort()).toEqual(['subject', 'to']);
      expect(files[0]?.name).toMatch(/^app-install-publisher-report-install_shop\.example_/);
    }
  });
});
