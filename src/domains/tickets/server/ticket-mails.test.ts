import { beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '#app/server/places.ts';
import { jobsOf } from '#app/server/start-jobs.ts';
import { LOCALE_CODES } from '#platform/contract/locales.ts';
import { openTexts } from '#platform/server/texts.ts';
import { runJob } from '../../../../test/support/run-job.ts';
import { useMailServer } from '../../../../test/support/use-mail-server.ts';
import { OWN, SECOND, useTickets, type Who } from '../testing/use-tickets.ts';
import { tellDue } from './escalate.ts';
import { escalateJob } from './ticket-jobs.ts';

const server = useMailServer();
const desk = useTickets({ smtp: server.url });
const { done, post, call, sql, ticket, incident, ids } = desk;
const comment = (id: number, body: object, who: Who = 'owner') => post(`/api/bi/ticket/${id}/comment`, body, who);
const save = (body: object, who: Who = 'owner') => done(post('/api/bi/ticket/save', body, who));
const watch = (id: number, watching: boolean, who: Who) => done(post(`/api/bi/ticket/${id}/watch`, { watching }, who));
const share = (id: number, name: string) =>
  done(post(`/api/bi/ticket/${id}/share`, { shared_with: [{ kind: 'publisher', name }] }));
const due = () => runJob(desk.app.context.database, jobsOf(desk.app.context), escalateJob, {});

/** Whom the real server got mails for, and what they say. */
async function sent() {
  await desk.app.context.mailer.deliverDue();
  return server.mails().map(({ to, subject, text }) => ({ to: to.join(), subject, text: text.replaceAll('\r', '') }));
}
const receivers = async () => (await sent()).map(({ to }) => to.split('@')[0]).sort();

beforeEach(async () => {
  await sql("UPDATE app_user SET language = 'en'");
  await sent();
  server.empty();
});

describe('who is mentioned', () => {
  it('gets one mail in their own language with what was said, by whom, and the way there', async () => {
    await sql(`UPDATE app_user SET language = 'de' WHERE id = $1`, [ids.colleague]);
    const id = await ticket({ due_on: '2026-12-24', priority: 'High' }, { title: 'Copied shop' });
    await done(comment(id, { text: 'Please look.\nIs it ours?', mentions: [ids.colleague, ids.owner] }));
    const mails = await sent();
    expect(mails.map(({ to }) => to)).toEqual(['colleague@own.example']);
    expect(mails[0]?.subject).toBe(`owner hat Sie erwähnt: #${id} Copied shop`);
    for (const words of [
      'Guten Tag colleague,',
      'owner hat Sie in einem Kommentar erwähnt:',
      '> Please look.\n> Is it ours?',
      'Offen · Hoch · Fällig: ',
      `/issues/${id}?package=${OWN}`,
    ])
      expect(mails[0]?.text).toContain(words);
    expect(await sent()).toHaveLength(1);
  });

  it('reads it in each of the languages, whole', async () => {
    const id = await ticket();
    for (const locale of LOCALE_CODES) {
      server.empty();
      await sql('UPDATE app_user SET language = $1 WHERE id = $2', [locale, ids.colleague]);
      await done(comment(id, { text: 'Look', mentions: [ids.colleague] }));
      const [mail] = await sent();
      expect([locale, mail?.text]).toEqual([locale, expect.not.stringMatching(/mail_|status_|priority_|\{\{/)]);
      expect([locale, mail?.subject]).toEqual([locale, expect.stringContaining(`#${id}`)]);
    }
  });

  it('of a publisher is told only of a ticket that is shared with it', async () => {
    const id = await ticket();
    const ask = { text: 'What is this?', mentions: [ids.publisher] };
    expect((await comment(id, ask)).status).toBe(422);
    expect(await receivers()).toEqual([]);
    await share(id, 'alpha');
    await done(comment(id, ask));
    expect(await receivers()).toEqual(['publisher']);
  });

  it('or not: what those a ticket is shared with answer reaches whoever watches it, and nobody else', async () => {
    const id = await ticket({ assignee_id: ids.colleague });
    await share(id, 'alpha');
    await sent();
    server.empty();
    await done(comment(id, { text: 'It was our new campaign.' }, 'publisher'));
    const mails = await sent();
    expect(mails.map(({ to }) => to.split('@')[0]).sort()).toEqual(['colleague', 'owner']);
    expect(mails[0]?.text).toContain('> It was our new campaign.');
    server.empty();
    await done(comment(id, { text: 'Thank you.' }));
    expect(await receivers()).toEqual([]);
  });

  it('hears of it once the mail server answers again', async () => {
    server.refuse(true);
    const id = await ticket();
    await done(comment(id, { text: 'Look', mentions: [ids.colleague] }));
    expect(await receivers()).toEqual([]);
    server.refuse(false);
    expect(await receivers()).toEqual([]);
    desk.app.clock.advance(31_000);
    expect(await receivers()).toEqual(['colleague']);
    desk.app.clock.advance(31_000);
    expect(await receivers()).toEqual(['colleague']);
  });
});

describe('who is put in charge', () => {
  it('is told once, by whoever did it and not of what they took themselves', async () => {
    const id = await ticket();
    await save({ id, assignee_id: ids.colleague });
    await save({ id, assignee_id: ids.colleague, priority: 'Low' });
    expect((await sent()).map(({ to, subject }) => [to, subject])).toEqual([
      ['colleague@own.example', expect.stringMatching(/^owner put you in charge: #\d+ A copy of the brand$/)],
    ]);
    server.empty();
    await save({ id, assignee_id: ids.owner });
    await save({ id, assignee_id: null });
    expect(await receivers()).toEqual([]);
  });

  it('of several tickets at once gets one mail about all, and none when none was made', async () => {
    const three = [await incident(), await incident(), await incident()];
    const several = (incident_ids: number[]) =>
      post('/api/bi/ticket/create_multiple', { incident_ids, assignee_id: ids.colleague });
    const made = await done(several(three));
    const mails = await sent();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain(`#${made[0].id} A copy of the brand (+2)`);
    for (const { id } of made) expect(mails[0]?.text).toContain(`/issues/${id}?`);
    server.empty();
    expect((await several([await incident(), three[0] ?? 0])).status).toBe(422);
    expect((await several([await incident(), await incident({ package_name: SECOND })])).status).toBe(422);
    expect(await receivers()).toEqual([]);
  });
});

describe('a ticket that falls due', () => {
  it('is told of on its day and once more when that has passed, to who is in charge and who opened it', async () => {
    const [today, late] = ['2026-11-20', '2026-11-19'];
    const first = await ticket({ due_on: today, assignee_id: ids.colleague }, { title: 'Due' });
    const second = await ticket({ due_on: late, assignee_id: ids.colleague }, { title: 'Late' });
    const closed = await ticket({ due_on: late }, { title: 'Closed' });
    await done(call('owner', 'DELETE', '/api/bi/ticket/close', { id: closed, reason: 'Done' }));
    await sent();
    server.empty();
    await due();
    await due();
    const mails = await sent();
    expect(mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      `colleague@own.example Due today: #${first} Due`,
      `colleague@own.example Overdue: #${second} Late`,
      `owner@own.example Due today: #${first} Due`,
      `owner@own.example Overdue: #${second} Late`,
    ]);
    expect(mails.find(({ subject }) => subject.startsWith('Overdue'))?.text).toContain('Open · High · Due: ');
    server.empty();
    await save({ id: first, due_on: late });
    await due();
    expect(await receivers()).toEqual(['colleague', 'owner']);
  });

  it('is told of once to everybody though the program dies while it writes to the second', async () => {
    const id = await ticket({ due_on: '2026-11-20', assignee_id: ids.colleague });
    await sent();
    server.empty();
    const { database, mailer } = desk.app.context;
    let written = 0;
    const dying: typeof mailer.keep = async (tx, mail) => {
      if (++written === 2) throw new Error('killed');
      await mailer.keep(tx, mail);
    };
    const texts = openTexts(ROOT);
    const parts = { database, texts, publicUrl: () => 'http://own.example', now: () => desk.app.clock.now() };
    await expect(tellDue({ ...parts, mailer: { keep: dying } })).rejects.toThrow('killed');
    expect(await receivers()).toEqual([]);
    await due();
    expect((await sent()).filter(({ subject }) => subject.includes(`#${id} `)).map(({ to }) => to)).toHaveLength(2);
    expect(await receivers()).toEqual(['colleague', 'owner']);
  });

  it('is kept from who switched its mails off, lost the package or cannot sign in', async () => {
    const id = await ticket({ due_on: '2026-11-20', assignee_id: ids.colleague });
    await watch(id, false, 'owner');
    await watch(id, true, 'admin');
    expect((await desk.get(`/api/bi/ticket/${id}`)).body.data.watching).toBe(false);
    await sql('DELETE FROM user_package WHERE user_id = $1 AND package_name = $2', [ids.colleague, OWN]);
    await sent();
    server.empty();
    await due();
    expect(await receivers()).toEqual(['admin']);
    await sql('INSERT INTO user_package (user_id, package_name, position) VALUES ($1, $2, 0)', [ids.colleague, OWN]);
    server.empty();
    await done(comment(id, { text: 'Owner?', mentions: [ids.owner, ids.colleague] }, 'admin'));
    expect(await receivers()).toEqual(['colleague']);
    expect((await post(`/api/bi/ticket/${id}/watch`, { watching: true }, 'publisher')).status).toBe(403);
  });
});
