import { beforeAll } from 'vitest';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { paymentModelTable, paymentTermsTable, publisherPaymentTable } from '../../agreements/server/tables.ts';

export const PKG = 'com.credited';
export const OTHER = 'com.other';
const BASE = '/api/reconciliation/reattribution';
export const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

let seed = 19_820_611;
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * below);
};
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;

const HOUR = 3_600_000;
const FIRST = Date.parse('2026-09-30T20:00:00Z');
const SPAN = 33 * 24 * HOUR;
const stamp = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').replace('Z', '');

let made = 0;
/** An id of many phones. */
export const SHARED = '0000abcd-0000-4000-9000-0000000000aa';

/** A row of traffic, numbered. */
export const row = (more: object, name = PKG) => ({
  row_id: `0000000b-0000-4000-8000-${String(made++).padStart(12, '0')}`,
  package: name,
  received_at: '2026-11-10 00:00:00',
  ...more,
});

const device = (n: number): string => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`;

const SOURCES = ['Alpha', 'Beta', 'Gamma', 'Delta', 'organic'] as const;
/** What Delta brings is often stolen, what Gamma brings often made up. */
const REASONS: Record<string, readonly string[]> = {
  Delta: ['clk.injection', 'clk.flooding', 'dev.click_mismatch', 'bot.automation'],
  Gamma: ['bot.automation', 'dev.emulator', 'ins.duplicate', 'clk.hijack'],
};

/** One person: some clicks and views of several publishers, an install or event, and what the export says of others. */
function personOf(n: number, kind: EventKind, name: string): object[] {
  const at = FIRST + random(SPAN);
  const who = { device_id: device(n), device_id_class: 'valid', device_model: `model ${n % 7}` };
  const touches = Array.from({ length: random(5) }, () => {
    const publisher = pick(SOURCES.slice(0, 4));
    const bad = random(3) === 0;
    return {
      ...who,
      kind: pick(['click', 'click', 'impression']),
      ts: stamp(at - random(200) * HOUR - random(HOUR)),
      publisher,
      campaign: pick(['spring', 'autumn']),
      click_id: random(2) === 0 ? `click-${name}-${n}-${random(3)}` : '',
      verdict: bad ? 'fraud' : 'clean',
      reason: bad ? pick(['clk.frequency', 'bot.declared', 'evt.inherited']) : '',
      handling: random(9) === 0 ? 'blocked' : '',
    };
  });
  const credited = pick([...touches.filter(({ kind: each }) => each === 'click'), undefined]);
  const publisher = credited?.publisher ?? pick(SOURCES);
  const bad = random(10) < (publisher === 'Delta' ? 6 : publisher === 'Alpha' ? 1 : 4);
  const told = Object.fromEntries(
    [1, 2].flatMap((place) =>
      random(3) === 0
        ? [
            [`contributor_${place}_media_source`, pick(['Alpha', 'Beta', 'Epsilon', 'Organic'])],
            [`contributor_${place}_campaign`, 'told'],
            [`contributor_${place}_touch_type`, pick(['click', 'impression'])],
            [`contributor_${place}_touch_time`, stamp(at - random(60) * HOUR).slice(0, 19)],
          ]
        : [],
    ),
  );
  const earned = kind === 'app_event' ? { install_time: stamp(at) } : {};
  return [
    ...touches,
    {
      ...who,
      ...earned,
      kind,
      ts: stamp(kind === 'app_event' ? at + random(48) * HOUR : at),
      publisher,
      campaign: credited?.campaign ?? pick(['spring', 'autumn']),
      event_name: kind === 'install' ? 'install' : pick(['purchase', 'level']),
      click_id: credited?.click_id ?? '',
      click_time: publisher === 'organic' ? null : (credited?.ts ?? stamp(at - random(190) * HOUR)),
      verdict: bad ? pick(['fraud', 'fraud', 'suspect']) : pick(['clean', 'clean', 'clean', 'clean', 'filtered']),
      reason: bad ? pick(REASONS[publisher] ?? ['clk.flooding', 'bot.automation']) : '',
      decision: random(40) === 0 ? 'clean' : 'none',
      attribution: random(25) === 0 ? 'non-primary' : '',
      install_type: random(25) === 0 ? 're-attribution' : '',
      handling_reason: random(30) === 0 ? 'out_of_window' : '',
      revenue: kind === 'install' ? '0' : `${random(40)}.25`,
      cost: publisher === 'Gamma' ? '0.35' : '0',
      currency: 'EUR',
      extra: { ...told, ...(random(6) === 0 ? { attribution_lookback: pick(['1d', '12h', '30d']) } : {}) },
    },
  ];
}

const personsOf = (name: string, installs: number, events: number): object[] => [
  ...Array.from({ length: installs }, (_, n) => personOf(n, 'install', name)).flat(),
  ...Array.from({ length: events }, (_, n) =>
    personOf(10_000 + n, n % 3 === 0 ? 'web_event' : 'app_event', name),
  ).flat(),
];

/** A package with installs and events that somebody else should have been credited for, agreements, and who sees it. */
export function useReattribution() {
  const app = useApp();
  const tokens: Record<string, string> = {};

  const pay = async (publisher: string, terms: Partial<typeof paymentTermsTable.$inferInsert>): Promise<void> => {
    const { db } = app.context.database;
    const [model] = await db
      .insert(paymentModelTable)
      .values({ packageName: PKG, name: `of ${publisher}`, createdBy: 'owner' })
      .returning({ key: paymentModelTable.key });
    const key = model?.key ?? 0;
    const version = { key, version: 1, event: '', currency: 'EUR', validFrom: '2026-01-01', author: 'owner' };
    await db.insert(paymentTermsTable).values({ ...version, model: 'CPI', ...terms });
    await db
      .insert(publisherPaymentTable)
      .values({ packageName: PKG, publisher, paymentModel: key, createdBy: 'owner' });
  };

  beforeAll(async () => {
    for (const name of [PKG, OTHER])
      await app.package({ name, platform: 'app', timeZone: 'Europe/Berlin', currency: 'EUR' });
    const sign = async (name: string, role: string, more = {}) => {
      tokens[name] = await app.signIn({
        email: `${name}@credited.example`,
        role,
        packages: [PKG, OTHER],
        name,
        ...more,
      });
    };
    await sign('owner', 'customer');
    await sign('publisher', 'publisher', { packages: [PKG], publishers: ['Alpha'] });
    await sign('stranger', 'customer', { packages: [OTHER] });
    const rows = [
      ...personsOf(PKG, 700, 500).map((each) => row(each)),
      ...personsOf(OTHER, 40, 30).map((each) => row(each, OTHER)),
    ];
    await app.context.clickhouse.insert('traffic', rows);
    await pay('Alpha', { rate: '1.105' });
    await pay('Beta', { rate: '2' });
    await pay('Delta', { rate: '0.99', currency: 'USD' });
  }, 120_000);

  return {
    app,
    get: (path: string, who = 'owner') => app.get(`${BASE}${path}`, tokens[who]),
    post: (path: string, body: unknown, who = 'owner') =>
      app.call('POST', `${BASE}${path}`, { token: tokens[who] ?? '', body }),
  };
}
