import { beforeAll, expect } from 'vitest';
import { useApp } from '../../../../test/support/use-app.ts';

const BASE = '/api/reconciliation';
export const OWN = 'com.paying';
export const FOREIGN = 'com.foreign';
export const CPI = { model: 'CPI', rate: '1.25', currency: 'EUR', valid_from: '2026-11-01' };

const event = (n: number, more: object) => ({
  package: OWN,
  row_id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  ts: `2026-11-${String(10 + (n % 7)).padStart(2, '0')} 12:00:00.000`,
  received_at: '2026-11-20 00:00:00',
  kind: 'web_event',
  verdict: 'clean',
  ...more,
});

/** Events that say in several ways how far their orders are, of two packages. */
const EVENTS = [
  ...Array.from({ length: 3 }, (_, n) => event(n, { extra_map: { order_status: 'Confirmed' }, currency: 'JPY' })),
  ...Array.from({ length: 2 }, (_, n) => event(10 + n, { extra_map: { status: 'refunded' }, currency: 'EUR' })),
  event(20, { extra_map: { conversion_status: 'on_hold', status: 'approved' } }),
  event(21, {}),
  event(22, { extra_map: { order_status: 'unheard' } }),
  event(23, { extra_map: { order_status: 'paid' }, package: FOREIGN, currency: 'SEK' }),
  // Longer ago than thirty days.
  event(24, { extra_map: { order_status: 'disputed' }, ts: '2026-10-01 12:00:00.000' }),
];

/** A package that pays, and who may say what of it. */
export function useAgreements() {
  const app = useApp();
  const tokens: Record<string, string> = {};
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    await app.package({ name: OWN, platform: 'app', timeZone: 'Europe/Berlin', currency: 'EUR' });
    await app.package({ name: FOREIGN, platform: 'app' });
    const sign = async (name: string, role: string, more = {}) => {
      tokens[name] = await app.signIn({ email: `${name}@pay.example`, role, packages: [OWN], name, ...more });
    };
    await sign('customer', 'customer');
    await sign('publisher', 'publisher', { publishers: ['north'] });
    await sign('vendor', 'agency', { vendors: ['Acme'] });
    await sign('stranger', 'customer', { packages: [FOREIGN] });
    await app.context.clickhouse.insert('traffic', EVENTS);
  }, 120_000);
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, who = 'customer') =>
    app.call(method, `${BASE}/${path}`, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) });
  return {
    app,
    ids,
    send,
    get: (path: string, who = 'customer') => app.get(`${BASE}/${path}`, tokens[who]),
    rows: async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
      (await app.context.database.pool.query(text, values)).rows,
    /** Its number is known as `as` from then on. */
    make: async (path: string, body: object, as: string) => {
      const made = await send('POST', path, { package_name: OWN, ...body });
      expect([made.status, made.body.message]).toEqual([200, 'Created successfully !']);
      ids[as] = made.body.data.key;
      return made.body.data;
    },
  };
}
