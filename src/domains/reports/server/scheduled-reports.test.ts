import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_ATTACHED_BYTES } from '#domains/reports/contract/schedule.ts';
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
    const asked = { publisher_name: 'alpha', not: ['publisher:beta'], publisher_type: 'paid' };
    await added({ report, format: 'pdf', name: '', recipients: all, asked });
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
    // What is left out, and a condition, are said as well as what is asked.
    expect(read.get('owner')?.text).toContain('Publisher:alpha·Publisher≠beta·andaconditionbesidethem');
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
    const stores = { database, clickhouse, files: app.context.files };
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
