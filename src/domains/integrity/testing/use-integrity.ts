import { beforeAll } from 'vitest';
import { importEvents } from '#traffic/judge/testing/import-events.ts';
import { useApp } from '../../../../test/support/use-app.ts';

export const APP = 'com.own';
export const CURL = 'curl/8.4.0';
export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** An app with two campaigns, a publisher, and some traffic of its links; the publisher's and another's. */
export function useIntegrity() {
  const app = useApp();
  const tokens: Record<string, string> = {};
  const ids = { campaign: 0, other: 0, publisher: 0 };
  const keys = { campaign: '', publisher: '' };

  const get = (path: string, who = 'customer') => app.get(path, tokens[who]);
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, who = 'customer') =>
    app.call(method, path, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) });

  beforeAll(async () => {
    await app.package({ name: APP, platform: 'app', timeZone: 'UTC' });
    await app.package({ name: 'com.foreign', platform: 'app' });
    const sign = async (name: string, role: string, packages: string[], more = {}) => {
      tokens[name] = await app.signIn({ email: `${name}@own.example`, role, packages, name, ...more });
    };
    await sign('customer', 'customer', [APP]);
    await sign('publisher', 'publisher', [APP], { publishers: ['p1'] });
    await sign('stranger', 'customer', ['com.foreign']);
    const campaign = async (campaign_name: string) =>
      (
        await send('POST', '/api/mtrackit/campaign', {
          package_name: APP,
          campaign_name,
          landing_page: 'https://shop.example/start',
          time_zone: 'UTC',
          currency: 'EUR',
          // What the rules of the package say is no part of these tests.
          protection: { suspect: 'pass', fraud: 'pass' },
        })
      ).body.data;
    const [spring, winter] = [await campaign('Spring'), await campaign('Winter')];
    ids.campaign = spring.id;
    ids.other = winter.id;
    keys.campaign = spring.tracking_link.split('/').at(-1).split('?')[0];
    const publisher = (await send('POST', '/api/mtrackit/publisher_add', { package_name: APP, name: 'p1' })).body.data;
    ids.publisher = publisher.id;
    keys.publisher = publisher.key;
    const row = (
      n: number,
      kind: string,
      handling: string,
      handling_reason: string,
      ip_country: string,
      publisherName = 'p1',
    ) => ({
      row_id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      kind,
      ts: '2026-11-19 12:00:00.000',
      publisher: publisherName,
      campaign: 'Spring',
      campaign_id: keys.campaign,
      handling,
      handling_reason,
      ip_country,
    });
    await importEvents(
      app.context.clickhouse,
      app.context.database,
      APP,
      [
        row(1, 'click', 'passed', '', 'DE'),
        row(2, 'click', 'blocked', 'place', 'US'),
        row(3, 'click', 'blocked', 'signature_invalid', 'DE', 'p2'),
        row(4, 'click', '', '', 'DE'),
        row(5, 'impression', 'passed', '', 'FR'),
      ],
      1,
    );
  }, 120_000);

  return { app, get, send, ids, keys };
}
