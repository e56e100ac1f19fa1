import { describe, expect, it, vi } from 'vitest';
import { createApp } from '#app/server/create-app.ts';
import { useHookServer } from '../../../../test/support/use-hook-server.ts';
import { APP, BASE, usePackages } from '../testing/use-packages.ts';

const host = useHookServer();
const { app, send } = usePackages();
const CLICK = `${BASE}/analytics_click`;
const click = {
  package_name: APP,
  action: 'open',
  publisher: 'p1',
  dashboard_type: 'Install',
  configuration_name: 'Slow installs of p1',
};
const stored = async () =>
  (
    await app.context.database.pool.query(
      'SELECT package_name, action, publisher, dashboard_type, configuration_name, clicked_at, status FROM configuration_click ORDER BY id',
    )
  ).rows;

describe('a click on a configuration', () => {
  it('is stored as it was, by our own server, without who clicked [PCFG-API-15]', async () => {
    expect((await send('POST', CLICK, click)).status).toBe(200);
    expect(await stored()).toEqual([{ ...click, clicked_at: app.clock.now(), status: null }]);
    expect((await send('POST', CLICK, { ...click, package_name: 'com.foreign' })).status).toBe(403);
    expect((await send('POST', CLICK, { ...click, action: 'anything' })).status).toBe(422);
    expect((await send('POST', CLICK, click, 'publisher')).status).toBe(403);
    const administrator = await app.signIn({ email: 'root@own.example', role: 'admin' });
    const body = { ...click, package_name: 'com.nowhere' };
    expect((await app.call('POST', CLICK, { token: administrator, body })).status).toBe(404);
    expect(await stored()).toHaveLength(1);
  });

  it('is posted once to the host that the operator named, and kept with what that answered [PCFG-API-15]', async () => {
    const config = { ...app.context.config, clicksUrl: 'https://clicks.example/in?account=7' };
    const server = await createApp({ ...app.context, config }, { outbound: host.outbound });
    await server.http.ready();
    const token = await app.signIn({ email: 'clicker@own.example', role: 'customer', packages: [APP], name: 'c' });
    const answer = await server.http.inject({
      method: 'POST',
      url: CLICK,
      headers: { authorization: token },
      payload: { ...click, action: 'delete' },
    });
    expect(answer.statusCode).toBe(200);
    await vi.waitFor(async () => expect((await stored()).at(-1)).toMatchObject({ action: 'delete', status: 204 }));
    expect(host.received.map(({ host: name, url, body }) => [name, url, JSON.parse(body)])).toEqual([
      ['clicks.example', '/in?account=7', { ...click, action: 'delete', clicked_at: app.clock.now().toISOString() }],
    ]);
    await server.http.close();
  });
});
