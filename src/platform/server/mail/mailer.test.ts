import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDatabase } from '../../../../test/support/use-database.ts';
import { type Inbox, readMail, startMailServer } from '../../../../test/support/use-mail-server.ts';
import { TestClock } from '../clock.ts';
import { folderFiles } from '../files/folder-files.ts';
import { createMailer, NO_SERVER, RETRY_SECONDS } from './mailer.ts';

const database = useDatabase();
const clock = new TestClock('2026-11-20T12:00:00Z');
const now = () => clock.now();
const folder = mkdtempSync(join(tmpdir(), 'adsieve-mail-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const files = folderFiles(folder);
const stores = () => ({ db: database.db, files });

let inbox: Inbox;
const mailer = (url = inbox.url) =>
  createMailer({ mode: 'test', smtp: { url, from: 'Adsieve <adsieve@own.example>' } }, stores(), now);
const mail = { to: 'ann@own.example', subject: 'Your code', text: 'It is 123456.', kind: 'sign_in_code' };
const newest = async () => (await mailer().list(1))[0];

beforeEach(async () => {
  inbox = await startMailServer();
  await database.pool.query('DELETE FROM mail');
});
afterEach(() => inbox.close());

describe('mail through a mail server', () => {
  it('arrives with sender, recipient, subject and text, and the stored text is wiped', async () => {
    expect(await mailer().sendNow({ ...mail, html: '<p>It is 123456.</p>' })).toBe(true);
    const [arrived] = inbox.mails;
    expect([arrived?.from, arrived?.to]).toEqual(['adsieve@own.example', ['ann@own.example']]);
    for (const part of ['Subject: Your code', 'From: Adsieve <adsieve@own.example>', 'It is 123456.', '<p>'])
      expect(arrived?.source).toContain(part);
    expect(await newest()).toMatchObject({ state: 'sent', body: '', html: null, attempts: 1 });
    await mailer().sendNow({ ...mail, subject: '123456 is your code' });
    expect(inbox.mails[1]?.source).toContain('Subject: 123456 is your code');
    clock.advance(1000);
    expect((await mailer().list(9)).map(({ subject }) => subject)).not.toContain('123456 is your code');
  });

  it('carries a Japanese subject and text unharmed', async () => {
    await mailer().sendNow({ ...mail, subject: '確認コード：広告不正', text: 'コードは 123456 です。' });
    const source = inbox.mails[0]?.source ?? '';
    const words = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(source)?.[1] ?? '';
    const decoded = words
      .split(/\s+/)
      .map((word) => /^=\?UTF-8\?B\?(.+)\?=$/i.exec(word)?.[1] ?? '')
      .map((base64) => Buffer.from(base64, 'base64').toString('utf8'))
      .join('');
    expect(decoded).toBe('確認コード：広告不正');
    const body = source.split('\r\n\r\n').at(-1) ?? '';
    expect(Buffer.from(body, 'base64').toString('utf8').trim()).toBe('コードは 123456 です。');
  });

  it('never makes two recipients or a header out of one address or subject', async () => {
    await mailer().sendNow({ ...mail, subject: 'Hello\r\nBcc: eve@evil.example' });
    await mailer().sendNow({ ...mail, to: 'ann@own.example, eve@evil.example' });
    for (const { to, source } of inbox.mails) {
      expect(to).not.toContain('eve@evil.example');
      expect(source).not.toMatch(/^Bcc:/m);
    }
  });

  it('that was written with the path of a file names the file since', async () => {
    const path = '/srv/adsieve/data/reports/report-7';
    const old = JSON.stringify({ path, name: 'a.csv', type: 'text/csv' });
    await database.pool.query(
      `INSERT INTO mail (id, kind, recipient, subject, body, state, attempts, created_at, due_at, attachment)
       VALUES (gen_random_uuid(), 'report_ready', 'a@b.co', 's', 'b', 'sent', 0, now(), now(), $1)`,
      [old],
    );
    await database.pool.query(readFileSync('db/postgres/0175_files_by_name.sql', 'utf8'));
    await database.pool.query(readFileSync('db/postgres/0222_mails_of_several_files.sql', 'utf8'));
    expect((await newest())?.attachments).toEqual([{ file: 'reports/report-7', name: 'a.csv', type: 'text/csv' }]);
  });

  it('carries files under their names, whole, and fails visibly when one is gone', async () => {
    const bytes = Buffer.from(Array.from({ length: 3000 }, (_, n) => n % 256));
    await files.write('reports/report-7', bytes);
    const attachment = {
      file: 'reports/report-7' as const,
      name: 'Übersicht – 総計.xlsx',
      type: 'application/vnd.ms-excel',
    };
    const second = { file: 'reports/report-8' as const, name: 'b.xml', type: 'application/xml' };
    await files.write(second.file, '<b/>');
    expect(await mailer().sendNow({ ...mail, attachments: [attachment, second] })).toBe(true);
    const [arrived] = inbox.mails.map(readMail);
    expect(arrived?.text.trim()).toBe(mail.text);
    expect(arrived?.files).toEqual([
      { name: attachment.name, type: attachment.type, bytes },
      { name: 'b.xml', type: 'application/xml', bytes: Buffer.from('<b/>') },
    ]);
    expect(await newest()).toMatchObject({ state: 'sent', attachments: null });
    await files.remove('reports/report-7');
    clock.advance(1000);
    expect(await mailer().sendNow({ ...mail, attachments: [second, attachment] })).toBe(false);
    expect(await newest()).toMatchObject({ state: 'waiting', error: 'The attached file is not there any more' });
    expect(inbox.mails).toHaveLength(1);
  });

  it('is kept with what else a transaction changes, or not at all', async () => {
    const within = (fails: boolean) =>
      database.db.transaction(async (tx) => {
        await mailer().keep(tx, mail);
        if (fails) throw new Error('the rest broke');
      });
    await expect(within(true)).rejects.toThrow('the rest broke');
    expect(await newest()).toBeUndefined();
    await within(false);
    await mailer().deliverDue();
    expect(inbox.mails).toHaveLength(1);
  });

  it('signs in to the server when the address has a name and a password, and says what is wrong otherwise', async () => {
    await inbox.close();
    inbox = await startMailServer('s3cret');
    await mailer().verify();
    expect(await mailer().sendNow(mail)).toBe(true);
    const wrong = mailer(inbox.url.replace('s3cret', 'wrong'));
    await expect(wrong.verify()).rejects.toThrow(/wrong password/);
    expect(await wrong.sendNow(mail)).toBe(false);
    expect((await wrong.state()).lastError).toContain('wrong password');
  });

  it('is tried again while the server is down or refuses, and arrives once it is back', async () => {
    inbox.refuses = true;
    expect(await mailer().sendNow(mail)).toBe(false);
    expect(await newest()).toMatchObject({ state: 'waiting', attempts: 1, error: expect.stringContaining('full') });
    await mailer().deliverDue();
    expect((await newest())?.attempts).toBe(1);
    inbox.refuses = false;
    clock.advance(RETRY_SECONDS[0] * 1000);
    await Promise.all([mailer().deliverDue(), mailer().deliverDue(), mailer().deliverDue()]);
    expect(inbox.mails).toHaveLength(1);
    expect(await newest()).toMatchObject({ state: 'sent', attempts: 2, error: null });
  });

  it('is given up after a day of tries, visibly and without its text', async () => {
    const down = mailer('smtp://127.0.0.1:9');
    await down.send(mail);
    await vi.waitFor(async () => expect((await newest())?.error).not.toBeNull());
    for (const seconds of RETRY_SECONDS) {
      clock.advance(seconds * 1000);
      await down.deliverDue();
    }
    expect(await newest()).toMatchObject({ state: 'failed', body: '', attempts: RETRY_SECONDS.length + 1 });
    expect(await down.state()).toMatchObject({ waiting: 0, failed: 1, lastError: expect.stringContaining('9') });
  });
});

describe('mail without a mail server', () => {
  it('is kept for the operator to read', async () => {
    const local = createMailer({ mode: 'development', smtp: undefined }, stores(), now);
    expect(await local.sendNow(mail)).toBe(true);
    expect([local.mode, (await local.list(9))[0]]).toMatchObject(['mailbox', { state: 'kept', body: mail.text }]);
    clock.advance(8 * 24 * 3600 * 1000);
    await local.send({ ...mail, subject: 'Later' });
    expect((await local.list(9)).map(({ subject }) => subject)).toEqual(['Later']);
  });

  it('fails in production, says why, and keeps nothing to be read', async () => {
    const off = createMailer({ mode: 'production', smtp: undefined }, stores(), now);
    expect([off.mode, await off.sendNow(mail)]).toEqual(['off', false]);
    expect((await off.list(1))[0]).toMatchObject({ state: 'failed', body: '', error: NO_SERVER });
    await expect(off.verify()).rejects.toThrow(NO_SERVER);
  });
});
