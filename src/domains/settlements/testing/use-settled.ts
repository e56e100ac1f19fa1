import { beforeAll } from 'vitest';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { type AppOptions, useApp } from '../../../../test/support/use-app.ts';
import { paymentModelTable, paymentTermsTable, publisherPaymentTable } from '../../agreements/server/tables.ts';

export const PKG = 'com.paid';
export const BASE = '/api/reconciliation';
export const ZONE = 'Europe/Berlin';

let seed = 20_261_126;
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * below);
};
const pick = <T>(list: readonly [T, ...T[]]): T => list[random(list.length)] ?? list[0];

interface Sourced {
  publisher: string;
  campaigns: readonly [string, ...string[]];
  kinds: readonly [EventKind, ...EventKind[]];
  names?: readonly [string, ...string[]];
  events: number;
  earns?: string;
}

/** Several sources that differ in what they send, how much of it, and what becomes of it. */
const SOURCES: readonly Sourced[] = [
  { publisher: 'Alpha', campaigns: ['spring', 'autumn'], kinds: ['click', 'click', 'install'], events: 900 },
  {
    publisher: 'Beta',
    campaigns: ['spring', 'sale'],
    kinds: ['web_event'],
    names: ['purchase', 'lead'],
    events: 500,
    earns: 'EUR',
  },
  { publisher: 'Gamma', campaigns: ['launch'], kinds: ['install'], events: 300 },
  { publisher: 'Delta', campaigns: ['launch'], kinds: ['app_event'], names: ['level'], events: 200, earns: 'USD' },
  { publisher: 'Organic', campaigns: ['spring'], kinds: ['click'], events: 50 },
];

/** Two hours before the month begins in UTC, as it begins in Berlin, and some days of the next. */
const FIRST = Date.parse('2026-09-30T18:00:00Z');
const SPAN = 36 * 86_400_000;

export const stampOf = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').replace('Z', '');

let made = 0;
export const eventRow = (more: object) => ({
  row_id: `0000000a-0000-4000-8000-${String(made++).padStart(12, '0')}`,
  package: PKG,
  received_at: '2026-11-10 00:00:00',
  ...more,
});

const eventsOf = ({ publisher, campaigns, kinds, names = [''], events, earns }: Sourced) =>
  Array.from({ length: events }, () => {
    const verdict = pick(['clean', 'clean', 'clean', 'clean', 'suspect', 'fraud', 'fraud', 'filtered']);
    const isListed = verdict === 'clean' && random(9) === 0;
    return eventRow({
      kind: pick(kinds),
      ts: stampOf(FIRST + random(SPAN)),
      publisher,
      campaign: pick(campaigns),
      event_name: pick(names),
      verdict,
      reason: verdict === 'fraud' ? pick(['bot.agent', 'ip.hosting', 'clk.duplicate']) : '',
      hits: isListed || verdict === 'fraud' ? ['bot.agent'] : [],
      whitelist_id: isListed ? 7 : 0,
      handling: pick(['', '', '', '', '', 'over', 'blocked']),
      handling_reason: pick(['', '', '', '', '', '', 'duplicate', 'out_of_window']),
      extra: random(4) === 0 ? { order_status: pick(['Approved', 'rejected', 'pending']) } : {},
      revenue: earns === undefined ? '0' : `${random(90)}.${random(90) + 10}`,
      currency: earns ?? '',
    });
  });

/** A package of which publishers are paid, its traffic, and who may see what of it. */
export function useSettled(options: AppOptions = {}) {
  const app = useApp(options);
  const tokens: Record<string, string> = {};
  const models = new Map<string, number>();

  const pay = async (
    name: string,
    publisher: string,
    terms: Partial<typeof paymentTermsTable.$inferInsert>,
    more: Partial<typeof publisherPaymentTable.$inferInsert> = {},
  ): Promise<void> => {
    const { db } = app.context.database;
    const [model] = await db
      .insert(paymentModelTable)
      .values({ packageName: PKG, name, createdBy: 'owner' })
      .returning({ key: paymentModelTable.key });
    const key = model?.key ?? 0;
    models.set(name, key);
    await version(name, 1, terms);
    await db
      .insert(publisherPaymentTable)
      .values({ packageName: PKG, publisher, paymentModel: key, createdBy: 'owner', ...more });
  };
  const version = async (name: string, number: number, terms: Partial<typeof paymentTermsTable.$inferInsert>) => {
    await app.context.database.db.insert(paymentTermsTable).values({
      key: models.get(name) ?? 0,
      version: number,
      model: 'CPC',
      event: '',
      currency: 'EUR',
      validFrom: '2026-01-01',
      author: 'owner',
      ...terms,
    });
  };

  beforeAll(async () => {
    await app.package({ name: PKG, platform: 'app', timeZone: ZONE, currency: 'EUR' });
    await app.package({ name: 'com.foreign', platform: 'app' });
    const sign = async (name: string, role: string, more = {}) => {
      tokens[name] = await app.signIn({ email: `${name}@paid.example`, role, packages: [PKG], name, ...more });
    };
    await sign('owner', 'customer');
    await sign('second', 'customer');
    await sign('publisher', 'publisher', { publishers: ['Alpha'] });
    await sign('stranger', 'customer', { packages: ['com.foreign'] });
    await app.context.clickhouse.insert('traffic', SOURCES.flatMap(eventsOf));
    await pay('Clicks', 'Alpha', { model: 'CPC', rate: '0.125' });
    await pay('Purchases', 'Beta', { model: 'CPA', event: 'purchase', rate: '3.005', orderStatus: ['approved'] });
    await pay('Installs', 'Gamma', { model: 'CPI', rate: '1.1' }, { cap: 60 });
    await pay('Shares', 'Delta', { model: 'RevShare', percent: '10', currency: 'USD' });
  }, 120_000);

  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, who = 'owner') =>
    app.call(method, `${BASE}${path}`, { token: tokens[who] ?? '', ...(body === undefined ? {} : { body }) });
  return {
    app,
    token: (who: string): string => tokens[who] ?? '',
    version,
    send,
    get: (path: string, who = 'owner') => app.get(`${BASE}${path}`, tokens[who]),
    upload: (path: string, file: string, who = 'owner') =>
      app.call('PUT', `${BASE}${path}`, {
        token: tokens[who] ?? '',
        body: file,
        headers: { 'content-type': 'application/octet-stream' },
      }),
  };
}
