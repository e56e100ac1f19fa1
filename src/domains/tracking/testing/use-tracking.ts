import { beforeAll } from 'vitest';
import { useApp } from '../../../../test/support/use-app.ts';

export const APP = 'com.own';
export const BASE = '/api/mtrackit';

/** The least a campaign needs, and what a test wants besides. */
export const campaignBody = (campaign_name: string, more: object = {}) => ({
  package_name: APP,
  campaign_name,
  landing_page: 'https://shop.example/start?id={click_id}',
  time_zone: 'Europe/Berlin',
  currency: 'EUR',
  ...more,
});

/** A package that has links of its own, and who may what of it. */
export function useTracking() {
  const app = useApp();
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    await app.package({ name: APP, platform: 'app', timeZone: 'Europe/Berlin', dashboardTypes: ['Mtrackit'] });
    await app.package({ name: 'com.foreign', platform: 'app' });
    const sign = async (name: string, role: string, more = {}) => {
      tokens[name] = await app.signIn({ email: `${name}@own.example`, role, packages: [APP], name, ...more });
    };
    await sign('customer', 'customer');
    await sign('publisher', 'publisher', { publishers: ['p1'] });
    await sign('vendor', 'agency', { vendors: ['Acme'] });
    tokens['stranger'] = await app.signIn({
      email: 'stranger@foreign.example',
      role: 'customer',
      packages: ['com.foreign'],
    });
  }, 120_000);
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, who = 'customer') =>
    app.call(method, path, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) });
  return {
    app,
    send,
    tokenOf: (who: string) => tokens[who] ?? '',
    get: (path: string, who = 'customer') => app.get(path, tokens[who]),
  };
}
