import { beforeAll, describe, expect, it } from 'vitest';
import { DASHBOARD_TYPES } from '#platform/contract/dashboard-types.ts';
import { FORBIDDEN_CHARACTERS_MESSAGE } from '#platform/contract/safe-text.ts';
import { useApp } from '../../../../test/support/use-app.ts';

const app = useApp();
let admin = '';
const others: string[] = [];

beforeAll(async () => {
  admin = await app.signIn({ email: 'admin@own.example', role: 'admin' });
  for (const role of ['agency', 'advertiser', 'customer', 'publisher', 'something else'])
    others.push(await app.signIn({ email: `${role.replace(' ', '-')}@own.example`, role }));
});

const GOOD = {
  package_name: 'shop.example',
  package_title: 'The shop',
  platform: 'web',
  time_zone: 'Europe/Berlin',
  currency: 'EUR',
};
const create = (fields: Record<string, unknown> = {}, token = admin, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/config/package', { token, headers, body: { ...GOOD, ...fields } });

describe('creating a package', () => {
  it('makes it once: a taken name is a conflict and is not handed over', async () => {
    const made = await create();
    expect([made.status, made.body.message, made.body.data]).toMatchObject([
      200,
      'Created successfully !',
      { ...GOOD, demo: false, suspect_counts_as: 'clean', today: '2026-11-20' },
    ]);
    const again = await create({ package_title: 'Another title' });
    expect([again.status, again.body.code, again.body.field]).toEqual([409, 'conflict', 'package_name']);
    const { data } = (await app.get('/api/config/package/all', admin)).body;
    expect(data.map((each: { package_title: string }) => each.package_title)).toEqual(['The shop']);
  });

  it('leaves one row when the same call is made ten times at once with one key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create({ package_name: 'once.example' }, admin, headers)),
    );
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await create({ package_name: 'once.example' }, admin, headers)).status).toBe(200);
    expect((await create({ package_name: 'twice.example' }, admin, headers)).status).toBe(422);
  });

  it('is for administrators only, whatever a role is called', async () => {
    for (const token of others) {
      expect((await create({ package_name: 'mine.example' }, token)).status).toBe(403);
      expect((await app.get('/api/config/package/all', token)).status).toBe(403);
    }
  });

  it('says which field is wrong', async () => {
    for (const [field, values] of Object.entries({
      package_name: [
        '',
        'ab',
        '-x.example',
        '../etc',
        'a b',
        'ä.example',
        'a'.repeat(121),
        7,
        null,
        undefined,
        ['a.example'],
      ],
      package_title: ['', 'x', 'x'.repeat(121), {}, 'line\nbreak', 'right\u202Eleft', 'nul\u0000'],
      platform: ['', 'Web', 'ios', undefined],
      time_zone: ['', 'Mars/Olympus', 'europe/berlin '],
      currency: ['', 'eur', 'XXXX'],
    }))
      for (const value of values) {
        const answer = await create({ package_name: 'new.example', [field]: value });
        expect([field, value, answer.status, answer.body.field]).toEqual([field, value, 422, field]);
      }
  });

  it('takes the fifteen dashboard types as the specification spells them, and no other [CONST-01]', async () => {
    const types = [
      'Click',
      'Event',
      'Impression',
      'Visit',
      'Install',
      'Web_Event',
      'INSTALL',
      'EVENT',
      'RE_CLICK',
      'RE_EVENT',
      'CLICK_IMPRESSION',
      'Reengagement_Events',
      'App_Event',
      'Mtrackit',
      'VAST',
    ];
    expect([...DASHBOARD_TYPES].sort()).toEqual([...types].sort());
    const all = await create({ package_name: 'types.example', dashboardType: types });
    expect([all.status, all.body.data.dashboardType]).toEqual([200, types]);
    for (const type of ['click', 'CLICK', 'install', 'Vast', 'Re_Click', 'Web Event', '', 7]) {
      const answer = await create({ package_name: 'new.example', dashboardType: [type] });
      expect([type, answer.status, answer.body.code]).toEqual([type, 422, 'refused']);
    }
  });

  it('refuses the forbidden characters in the title with the exact text, in full width too', async () => {
    expect(FORBIDDEN_CHARACTERS_MESSAGE).toBe('These #$^{}<>;?\\`~ characters are not allowed.');
    for (const character of [...'#$^{}<>;?\\`~', '＃', '＜', '；']) {
      const answer = await create({ package_name: 'new.example', package_title: `A ${character} title` });
      expect([character, answer.status, answer.body.code, answer.body.message, answer.body.error]).toEqual([
        character,
        422,
        'forbidden_characters',
        FORBIDDEN_CHARACTERS_MESSAGE,
        FORBIDDEN_CHARACTERS_MESSAGE,
      ]);
    }
  });
});
