import { describe, expect, it } from 'vitest';
import { useApp } from '../../../../test/support/use-app.ts';

const app = useApp();
const PERSON = { name: 'Ada Admin', email: 'ada@own.example', password: 'a good password' };
const state = async () => (await app.get('/api/setup/state')).body;
const setUp = (token: string, more: object = {}) =>
  app.call('POST', '/api/setup/administrator', { body: { token, ...PERSON, ...more } });

describe('the first run', () => {
  it('refuses a wrong token and says which field of the form is wrong', async () => {
    expect(await state()).toEqual({ needed: true });
    const wrong = await setUp('x'.repeat(32));
    expect([wrong.status, wrong.body.message]).toEqual([403, 'This first-run link is used up or wrong']);
    const token = (await app.app.setupToken()) ?? '';
    for (const [field, value, message] of [
      ['name', 'a', 'Too Short!'],
      ['email', 'x@', 'Invalid email'],
      ['password', '1234567', 'Minimum 8 chars required'],
      ['password', 'Password1', 'This password is too common'],
    ] as const) {
      const answer = await setUp(token, { [field]: value });
      expect([answer.status, answer.body.field, answer.body.message]).toEqual([422, field, message]);
    }
    expect(await state()).toEqual({ needed: true });
  });

  it('makes exactly one administrator, however many use the link at once', async () => {
    const token = (await app.app.setupToken()) ?? '';
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => setUp(token, { email: `ada${index}@own.example`, role: 'publisher' })),
    );
    const [made, ...more] = answers.filter(({ status }) => status === 200);
    expect([made?.body.user.role, more.length]).toEqual(['admin', 0]);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(7);
    expect((await app.get('/api/user/me', made?.body.token)).body.data).toEqual(made?.body.user);
    expect([await state(), await app.app.setupToken()]).toEqual([{ needed: false }, null]);
    expect((await setUp(token, { email: 'late@own.example' })).status).toBe(403);
  });
});
