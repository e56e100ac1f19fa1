import { describe, expect, it } from 'vitest';
import { APP_CALLS, MOBILE, SITE, useAlerts, WEB_CALLS } from '../testing/use-alerts.ts';

const { app, tokens, save, saved, settings, sql } = useAlerts();
const stored = async (id: number) =>
  (await sql<{ name: string; settings: { limit: number } }>('SELECT name, settings FROM alert WHERE id = $1', [id]))[0];

describe.each([
  ['a site', WEB_CALLS, SITE],
  ['an app', APP_CALLS, MOBILE],
])('the configuration of alerts of %s', (_, calls, packageName) => {
  const make = async (more = {}) => {
    const answer = await save(more, { packageName, calls });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data[0];
  };
  const get = (id: number, token = tokens.owner) => app.get(`${calls}/${id}`, token);

  it('is read by its id as it is stored, 404 where there is none, 403 of a foreign package [ALRT-API-01][ALRT-API-04][ALRT-ENT-01][ALRT-GAP-02]', async () => {
    const made = await make({ limit: 12.5, severity: 'high' });
    const answer = await get(made.id);
    expect(answer.status).toBe(200);
    const row = await stored(made.id);
    expect(answer.body.data).toMatchObject({
      id: made.id,
      name: row?.name,
      limit: 12.5,
      severity: 'high',
      package_name: packageName,
    });
    expect(row?.settings.limit).toBe(12.5);
    expect((await get(999_999)).status).toBe(404);
    expect((await get(made.id, tokens.stranger)).status).toBe(403);
    expect((await app.call('PUT', `${calls}/${made.id}`, { token: tokens.stranger, body: { limit: 5 } })).status).toBe(
      403,
    );
  });

  it('takes a table: rows with an id are changed, others are new, and one that is wrong leaves all as they were [ALRT-API-02][ALRT-API-04][ALRT-GAP-02]', async () => {
    const made = await make();
    const changed = { ...settings({ limit: 44 }), id: made.id };
    const both = await app.call('POST', calls, {
      token: tokens.owner,
      body: { package_name: packageName, alerts: [changed, settings({ limit: 55 })] },
    });
    expect(both.status, both.text).toBe(200);
    expect(both.body.data.map(({ limit }: { limit: number }) => limit)).toEqual([44, 55]);
    expect((await stored(made.id))?.settings.limit).toBe(44);
    const wrong = await app.call('POST', calls, {
      token: tokens.owner,
      body: { package_name: packageName, alerts: [{ ...changed, limit: 66 }, settings({ limit: 100 })] },
    });
    expect(wrong.status).toBe(422);
    expect((await stored(made.id))?.settings.limit).toBe(44);
  });

  it('changes one setting by PUT and leaves the others [ALRT-API-03][ALRT-API-04][ALRT-GAP-02]', async () => {
    const made = await make({ limit: 20, recipients: ['owner@own.example'] });
    const answer = await app.call('PUT', `${calls}/${made.id}`, { token: tokens.owner, body: { limit: 21 } });
    expect(answer.status, answer.text).toBe(200);
    const again = (await get(made.id)).body.data;
    expect(again).toMatchObject({ ...made, limit: 21, updated_at: again.updated_at });
  });

  it('is not overwritten by who has read it before somebody else saved', async () => {
    const made = await make({ limit: 20 });
    app.clock.advance(1000);
    const put = (body: object) => app.call('PUT', `${calls}/${made.id}`, { token: tokens.owner, body });
    expect((await put({ limit: 21, updated_at: made.updated_at })).status).toBe(200);
    expect((await put({ name: 'Of an old tab', updated_at: made.updated_at })).status).toBe(409);
    expect((await get(made.id)).body.data).toMatchObject({ name: made.name, limit: 21 });
  });

  it('is deleted, and then is not there', async () => {
    const made = await make();
    expect((await app.call('DELETE', `${calls}/${made.id}`, { token: tokens.owner })).status).toBe(200);
    expect((await get(made.id)).status).toBe(404);
  });
});

it('an alert of an app is none of a site, whoever asks', async () => {
  const made = (await save({}, { packageName: MOBILE, calls: APP_CALLS })).body.data[0];
  expect((await app.get(`${WEB_CALLS}/${made.id}`, tokens.owner)).status).toBe(404);
  expect((await save({}, { packageName: MOBILE })).status).toBe(422);
});

it('who sees a part of the package neither reads nor makes alerts of it', async () => {
  const made = await saved();
  for (const token of [tokens.publisher, tokens.agency]) {
    expect((await app.get(`${WEB_CALLS}/${made.id}`, token)).status).toBe(403);
    expect((await save({}, { token })).status).toBe(403);
    expect((await app.get(`/api/alerts/inbox?package_name=${SITE}`, token)).status).toBe(403);
  }
});

describe('before it is saved', () => {
  it.each([
    ['alert_never', { limit: 100 }],
    ['alert_never', { metric: 'total', direction: 'below', limit: 0 }],
    ['alert_always', { limit: -1 }],
    ['alert_always', { direction: 'below', limit: 101 }],
    ['alert_never', { metric: 'freshness', limit: 10_000 }],
    ['alert_window_single', { metric: 'people', limit: 5, window: { unit: 'day', length: 7 } }],
    ['alert_others_each', { comparison: 'others', each: 'package', limit: 4 }],
    ['alert_recipient_unknown', { recipients: ['stranger@own.example'] }],
    ['alert_recipient_unknown', { recipients: ['publisher@own.example'] }],
    ['alert_recipient_unknown', { recipients: ['nobody@own.example'] }],
    ['alert_hook_inside', { hooks: [{ kind: 'webhook', url: 'https://inside.example/hook' }] }],
    ['alert_hook_inside', { hooks: [{ kind: 'slack', url: 'https://127.0.0.1/hook' }] }],
    ['alert_hook_inside', { hooks: [{ kind: 'teams', url: 'https://hooks.example:8443/hook' }] }],
    ['alert_hook_credentials', { hooks: [{ kind: 'webhook', url: 'https://me:secret@hooks.example/hook' }] }],
    ['alert_quiet_none', { quiet: { from: 3, to: 3 } }],
  ] as const)('%s is said of %o', async (code, more) => {
    const answer = await save(more as never);
    expect(answer.status, answer.text).toBe(422);
    expect(answer.body.told.code).toBe(code);
  });

  it('a name is given once', async () => {
    const { name } = await saved();
    expect((await save({ name: name.toUpperCase() })).status).toBe(409);
  });
});
