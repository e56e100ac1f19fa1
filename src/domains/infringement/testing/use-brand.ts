import { beforeAll } from 'vitest';
import { useApp } from '../../../../test/support/use-app.ts';
import { domainJobs } from '../server/domain-jobs.ts';

export const SITE = 'lindt-shoes.example';

/** A shop, who sees it whole, and who does not. */
export function useBrand() {
  const app = useApp();
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    await app.package({
      name: SITE,
      platform: 'web',
      timeZone: 'Asia/Tokyo',
      currency: 'EUR',
      dashboardTypes: ['Visit'],
    });
    await app.package({ name: 'foreign.example' });
    const sign = async (who: string, role: string, packages: string[], more = {}) => {
      tokens[who] = await app.signIn({ email: `${who}@own.example`, role, packages, name: who, ...more });
    };
    await sign('owner', 'customer', [SITE]);
    await sign('vendors', 'agency', [SITE], { vendors: ['V'] });
    await sign('publisher', 'publisher', [SITE], { publishers: ['Bargain Hub'] });
    await sign('stranger', 'customer', ['foreign.example']);
    // What a call enqueues waits: a test that wants it done does it.
    const nobody = () => Promise.reject(new Error('nobody is asked'));
    const names = { addresses: nobody, takesMail: nobody, isDelegated: nobody };
    const { database, packageInfo } = app.context;
    const parts = { database, packageInfo, names, outbound: { getText: nobody }, openIncident: nobody };
    await app.context.jobs.declare(domainJobs({ ...parts, now: () => app.clock.now() }));
  }, 120_000);
  return {
    app,
    get: (path: string, who = 'owner') => app.get(path, tokens[who]),
    send: (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, who = 'owner') =>
      app.call(method, path, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) }),
    upload: (path: string, file: string | Buffer) =>
      app.call('PUT', path, {
        token: tokens.owner ?? '',
        body: Buffer.from(file),
        headers: { 'content-type': 'application/octet-stream' },
      }),
  };
}
