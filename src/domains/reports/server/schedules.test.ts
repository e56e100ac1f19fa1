import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_ATTACHED_BYTES, MOST_SCHEDULES } from '#domains/reports/contract/schedule.ts';
import { readPdf } from '../../../../test/support/pdf-text.ts';
import { REPORT_TYPES } from '../contract/report.ts';
import { reportOf } from '../contract/reports.ts';
import { APP, linesOf } from '../testing/use-reports.ts';
import { useSchedules } from '../testing/use-schedules.ts';
import { personalSchedules } from './personal-data.ts';
import { summaryBoardOf } from './summary-pdf.ts';

const here = useSchedules();
const { app, tokens, people, idOf, add, added, act, one, list, entries, tick, make, run, nextDay } = here;

/** As if the process died between the file and its mail. */
const dying = () => ({
  mailer: { ...app.context.mailer, keep: () => Promise.reject(new Error('the process died')) },
});

beforeEach(async () => {
  await here.sql('DELETE FROM report_schedule; DELETE FROM report_entry');
  await here.allMails();
  here.server.empty();
});

describe('a scheduled report', () => {
  it('is made for each of its people with the rows they may see, and mailed in their language', async () => {
    const { id } = await added({ recipients: [idOf('owner'), idOf('cora'), idOf('pub')] });
    expect(await entries(id)).toEqual([]);
    await run();
    expect(await entries(id)).toEqual([]);
    nextDay();
    await run();
    const made = await entries(id);
    expect(made.map(({ author_id, state, first_day, last_day }) => [author_id, state, first_day, last_day])).toEqual(
      ['owner', 'cora', 'pub'].map((name) => [idOf(name), 'Ready', '2024-03-24', '2024-03-30']),
    );
    // Eight o'clock of the night in which the clocks were put forward.
    expect(made[0]?.slot_at.toISOString()).toBe('2024-03-31T06:00:00.000Z');
    const mails = await here.mailsOnceThereAre(3);
    expect(mails.flatMap(({ to }) => to).sort()).toEqual(['cora@own.example', 'owner@own.example', 'pub@own.example']);
    const report = reportOf('app-install-publisher-report');
    const days = { start_date: '2024-03-24', end_date: '2024-03-30' };
    const to = (name: string) => mails.find((mail) => mail.to[0] === `${name}@own.example`);
    for (const [name, who] of [
      ['owner', 'owner'],
      ['pub', 'publisher'],
    ] as const) {
      const direct = await here.get(`${report.api}/download`, report, days, who);
      expect(to(name)?.files.map(({ bytes }) => bytes.toString('utf8'))).toEqual([direct.text]);
    }
    const publishers = linesOf(to('pub')?.files[0]?.bytes.toString('utf8') ?? '').map(([first]) => first);
    expect(publishers.slice(1).sort()).toEqual(['alpha', 'gamma, inc']);
    const rows = linesOf(to('cora')?.files[0]?.bytes.toString('utf8') ?? '').length - 1;
    expect(to('cora')?.subject).toBe(`Installs, 24. März 2024 – 30. März 2024 · ${APP}`);
    for (const said of [
      'Guten Tag Cora,',
      `Zeilen: ${rows}`,
      'Zeitzone Europe/Berlin',
      'jeden Tag um 08:00 (Europe/Berlin); angelegt hat das Test Person.',
      `/download_reports?package=${APP}`,
      'Nicht mehr an mich senden',
    ])
      expect(to('cora')?.text).toContain(said);
    expect(to('owner')?.text).toContain('Days: Mar 24, 2024 – Mar 30, 2024');
    expect(to('owner')?.text).toContain('On that page you can change, pause or delete the schedule.');
  });

  it('is made once for a run however often it is looked for, and of missed runs the newest alone', async () => {
    const { id } = await added({ covers: 'yesterday' });
    // Off for three days.
    for (let day = 0; day < 3; day++) nextDay();
    await Promise.all([tick(), tick()]);
    await tick();
    const made = await entries(id);
    expect(made).toHaveLength(1);
    const today = app.clock.now().toISOString().slice(0, 10);
    expect(made[0]?.slot_at.toISOString().slice(0, 10)).toBe(today);
    const { next_at, last_at, last_state } = (await one(id)) ?? {};
    expect([last_at, last_state]).toEqual([made[0]?.slot_at.toISOString(), 'Queued']);
    expect(Date.parse(next_at ?? '')).toBe(Date.parse(last_at ?? '') + 86_400_000);
    await make();
    await tick();
    expect(await entries(id)).toHaveLength(1);
    expect(await here.mailsOnceThereAre(1)).toHaveLength(1);
  });

  it('loses no mail and sends none twice when the process dies between the file and its mail', async () => {
    const { id } = await added();
    nextDay();
    await tick();
    await expect(make(dying())).rejects.toThrow('the process died');
    expect([(await entries(id))[0]?.state, await here.allMails()]).toEqual(['Ready', []]);
    await tick();
    await tick();
    await make();
    expect(await here.mailsOnceThereAre(1)).toHaveLength(1);
  });

  it('goes as a link when its file is too large for a mail', async () => {
    const { id } = await added();
    nextDay();
    await tick();
    await expect(make(dying())).rejects.toThrow();
    await here.sql('UPDATE report_entry SET bytes = $2 WHERE schedule_id = $1', [id, MOST_ATTACHED_BYTES + 1]);
    await tick();
    const [mail] = await here.mailsOnceThereAre(1);
    expect(mail?.files).toEqual([]);
    expect(mail?.text).toContain('too large for a mail: please download it');
    expect(mail?.text).toContain(`/download_reports?package=${APP}`);
  });

  it('comes as a workbook, or as the board over the same events in the language of each', async () => {
    const report = 'app-install-report';
    const all = [idOf('owner'), idOf('cora'), idOf('pub')];
    await added({ report, format: 'pdf', name: '', recipients: all, asked: { publisher_name: 'alpha' } });
    await added({ report, format: 'xlsx', recipients: [idOf('owner')] });
    nextDay();
    await run();
    const mails = await here.mailsOnceThereAre(4);
    const files = mails.flatMap(({ to, files: own }) => own.map((file) => ({ to: to[0] ?? '', ...file })));
    expect(files.map(({ name }) => name.split('.').at(-1)).sort()).toEqual(['pdf', 'pdf', 'pdf', 'xlsx']);
    expect(
      files
        .find(({ name }) => name.endsWith('.xlsx'))
        ?.bytes.subarray(0, 2)
        .toString(),
    ).toBe('PK');
    const pdfs = files.filter(({ type }) => type === 'application/pdf');
    const read = new Map(pdfs.map(({ to, bytes }) => [to.split('@')[0], readPdf(bytes)]));
    for (const [name, pdf] of read) expect([name, pdf.pages > 0, pdf.shapes > 10]).toEqual([name, true, true]);
    expect(read.get('owner')?.text).toContain('alpha');
    expect(read.get('owner')?.text).not.toContain('gamma,inc');
    expect(read.get('cora')?.text).toContain('Zeitzone');
    expect(mails.map(({ subject }) => subject.split(',')[0])).toContain('Installationsbericht');
  });
});

it('every kind of report has a board that its summary is printed of', () => {
  for (const [type, datasets] of Object.entries(REPORT_TYPES))
    for (const dataset of Object.values(datasets))
      expect([type, summaryBoardOf(dataset).dataset.id]).toEqual([type, dataset.id]);
});

describe('when something is in the way', () => {
  it('whoever has no account or no package any more is taken off, which the owner is told', async () => {
    const { id } = await added({ recipients: [idOf('owner'), idOf('cora'), idOf('agency')] });
    await here.sql("UPDATE app_user SET disabled_at = now() WHERE email = 'cora@own.example'");
    await here.sql('DELETE FROM user_package WHERE user_id = $1 AND package_name = $2', [idOf('agency'), APP]);
    nextDay();
    await run();
    expect((await entries(id)).map(({ author_id }) => author_id)).toEqual([idOf('owner')]);
    const mails = await here.mailsOnceThereAre(2);
    expect(mails.map(({ to }) => to)).toEqual([['owner@own.example'], ['owner@own.example']]);
    const told = mails.find(({ files }) => files.length === 0);
    expect(told?.subject).toBe(`Installs is not sent to everybody any more · ${APP}`);
    expect(told?.text).toContain('- Cora: account disabled');
    expect(told?.text).toContain('- Test Person: does not see the report any more');
    const offs = (await one(id))?.recipients.map(({ email, off }) => [email.split('@')[0], off]);
    expect(offs?.sort()).toEqual([
      ['agency', 'lost'],
      ['cora', 'disabled'],
      ['owner', null],
    ]);
    nextDay();
    await run();
    expect((await here.allMails()).filter(({ files }) => files.length === 0)).toHaveLength(1);
    await here.sql('UPDATE app_user SET disabled_at = NULL');
    const again = { user_id: idOf('agency'), package_name: APP };
    await here.sql('INSERT INTO user_package (user_id, package_name) VALUES ($1, $2)', Object.values(again));
  });

  it('a schedule stops whose owner lost the package, and says so to the owner and on the page', async () => {
    const { id } = await added({ recipients: [idOf('cora')] });
    await here.sql(`UPDATE user_package SET menu = '{"app-click"}' WHERE user_id = $1`, [idOf('owner')]);
    nextDay();
    await run();
    await here.sql('UPDATE user_package SET menu = NULL');
    expect(await entries(id)).toEqual([]);
    const seen = await one(id, people.colleague);
    expect([seen?.state, seen?.next_at, seen?.why?.message]).toEqual([
      'stopped',
      null,
      'Test Person does not see this report any more',
    ]);
    const [mail, ...more] = await here.mailsOnceThereAre(1);
    expect([mail?.to, more]).toEqual([['owner@own.example'], []]);
    expect(mail?.text).toContain('has stopped: Test Person does not see this report any more.');
    nextDay();
    await run();
    expect(await entries(id)).toEqual([]);
    const resumed = await act(id, 'resume');
    expect(resumed.status, resumed.text).toBe(200);
    expect(resumed.body.data).toMatchObject({ state: 'active', why: null });
    nextDay();
    await run();
    expect(await entries(id)).toHaveLength(1);
  });

  it('a failure is told to the owner once, and again only after all reports were ready', async () => {
    const { id } = await added({ report: 'app-install-report', recipients: [idOf('owner'), idOf('cora')] });
    const columns = (name: string) =>
      here.sql(`UPDATE report_schedule SET asked = asked || jsonb_build_object('columns', $2::text) WHERE id = $1`, [
        id,
        name,
      ]);
    const failures = async () => (await here.allMails()).filter(({ files }) => files.length === 0);
    await columns('no_such');
    for (let day = 0; day < 2; day++) {
      nextDay();
      await run();
    }
    expect((await one(id))?.last_state).toBe('Failed');
    const [told, ...others] = await failures();
    expect([told?.to, others]).toEqual([['owner@own.example'], []]);
    expect(told?.text).toContain('could not be made for');
    expect(told?.text).toContain('The report has no column no_such.');
    await columns('publisher');
    for (let day = 0; day < 2; day++) {
      nextDay();
      await run();
    }
    await columns('no_such');
    nextDay();
    await run();
    expect(await failures()).toHaveLength(2);
  });

  it('a package that is switched off keeps its schedules waiting', async () => {
    const { id } = await added();
    await here.sql('UPDATE package SET active = false WHERE name = $1', [APP]);
    for (let day = 0; day < 2; day++) {
      nextDay();
      await run();
    }
    expect(await entries(id)).toEqual([]);
    await here.sql('UPDATE package SET active = true WHERE name = $1', [APP]);
    await run();
    expect([(await one(id))?.state, (await entries(id)).length]).toEqual(['active', 1]);
  });

  it('a schedule goes with the account that made it, and with a person whom its filters name', async () => {
    const mine = await added({ asked: { search: 'Person@Shop.example' } });
    const named = await added({ name: 'About PERSON@shop.example' });
    const other = await added({ recipients: [idOf('cora')] });
    const { database, clickhouse } = app.context;
    const stores = { database, clickhouse, importFolder: '' };
    const person = { email: 'person@shop.example', accounts: [], names: [] };
    expect(await personalSchedules.count(stores, person)).toBe(2);
    expect(await personalSchedules.count(stores, { ...person, email: 'search' })).toBe(0);
    let erased = 0;
    await personalSchedules.erase(stores, person, async (n) => {
      erased += n;
    });
    expect([erased, (await list()).map(({ id }) => id)]).toEqual([2, [other.id]]);
    expect([mine.id, named.id].includes(other.id)).toBe(false);
    const gone = await app.signIn({ email: 'gone@own.example', role: 'customer', packages: [APP] });
    const [{ id: account }] = (await here.sql("SELECT id FROM app_user WHERE email = 'gone@own.example'")).rows;
    expect((await add({ recipients: [account, idOf('owner')] }, gone)).status).toBe(200);
    expect(await list()).toHaveLength(2);
    await here.sql('DELETE FROM app_user WHERE id = $1', [account]);
    expect(await list()).toHaveLength(1);
  });

  it('without a mail server the reports are made and the screen is told, and nothing is sent later', async () => {
    const off = { mailer: { ...app.context.mailer, mode: 'off' as const } };
    const { id } = await added();
    nextDay();
    await tick(off);
    await make(off);
    expect((await entries(id))[0]?.state).toBe('Ready');
    await tick();
    expect(await here.allMails()).toEqual([]);
    const answer = await app.get(`/api/report-schedules?package_name=${APP}`, tokens.owner);
    expect(answer.body.mail).toBe('smtp');
  });
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
