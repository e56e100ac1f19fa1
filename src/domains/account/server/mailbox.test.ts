import { describe, expect, it } from 'vitest';
import { createMailer } from '#platform/server/mail/mailer.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { createMailbox } from './mailbox-routes.ts';

const app = useApp();
const open = (token: string) => app.call('POST', '/api/mailbox/open', { body: { token } });
const read = (key: string) => app.call('POST', '/api/mailbox', { body: { key } });

describe('the local mailbox', () => {
  it('opens once with the token of the console, for an hour, and for nobody else, its files too', async () => {
    await app.context.mailer.send({ to: 'ann@own.example', subject: 'Hello', text: 'A link', kind: 'test' });
    const token = app.app.mailboxToken ?? '';
    expect([(await read(token)).status, (await read('-')).status, (await open('guess')).status]).toEqual([
      403, 403, 403,
    ]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(token)));
    const [opened, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    const { key } = opened?.body.data ?? {};
    expect((await read(key)).body.data).toMatchObject([{ to: 'ann@own.example', subject: 'Hello', text: 'A link' }]);
    const { files } = app.context;
    await files.write('reports/report-1', 'a,b');
    const attachment = { file: 'reports/report-1' as const, name: 'Über alles.csv', type: 'text/csv' };
    await app.context.mailer.send({
      to: 'ann@own.example',
      subject: 'File',
      text: 'Here',
      kind: 'test',
      attachments: [attachment],
    });
    const fileOf = (id: string, by = key) => app.call('POST', '/api/mailbox/file', { body: { key: by, id } });
    const [withFile, without] = (await read(key)).body.data;
    expect([withFile.files, without.files]).toEqual([[{ name: 'Über alles.csv', bytes: 3 }], []]);
    const file = await fileOf(withFile.id);
    expect([file.status, file.text]).toEqual([200, 'a,b']);
    expect(String(file.headers['content-disposition'])).toContain('Über alles.csv');
    expect([(await fileOf(withFile.id, 'guess')).status, (await fileOf(without.id)).status]).toEqual([403, 404]);
    await files.remove('reports/report-1');
    expect((await fileOf(withFile.id)).status).toBe(404);
    expect((await read(key)).body.data[0].files).toEqual([{ name: 'Über alles.csv', bytes: null }]);
    app.clock.advance(3600_000);
    expect([(await read(key)).status, (await fileOf(withFile.id)).status]).toEqual([403, 403]);
  });

  it('is not there in production or with a mail server', () => {
    const { database, files } = app.context;
    const now = () => app.clock.now();
    const smtp = { url: 'smtp://127.0.0.1:9', from: 'a@b.co' };
    for (const config of [
      { mode: 'production' as const, smtp: undefined },
      { mode: 'development' as const, smtp },
    ])
      expect(createMailbox(createMailer(config, { db: database.db, files }, now), files, now).token).toBeNull();
  });
});
