// @drawn one kind of facts among many
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createPackage } from '#platform/server/access/packages.ts';
import { type Sql, sql, trusted } from '#platform/server/clickhouse/sql.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { useDatabase } from '../../../../../test/support/use-database.ts';
import { importEvents } from '../../testing/import-events.ts';
import { sharedBy } from '../../testing/naive-shares.ts';
import { chance, shuffled } from '../../testing/random-events.ts';
import { LINK_INPUT, LINK_PARTS, linkedRows } from './link-facts.ts';
import { recomputeLinks } from './recompute-links.ts';

const ch = useClickHouse();
const database = useDatabase();
const PACKAGE = 'game';
const FACTS =
  'order_repeat, click_id_repeats, click_device_conflict, click_country_conflict, block_installs_1h, block_installs_7d, address_ids_24h, address_ids_percent, hosted_persons_7d, address_agents_7d, click_id_installers, device_models_7d, burst_publishers';

interface Event {
  row_id: string;
  kind: string;
  ts: string;
  person: number;
  [column: string]: string | number | null;
}
type Facts = Record<'row_id' | 'order_repeat' | 'click_device_conflict' | 'click_country_conflict', string> &
  Record<
    | 'click_id_repeats'
    | 'block_installs_1h'
    | 'block_installs_7d'
    | 'address_ids_24h'
    | 'address_ids_percent'
    | 'hosted_persons_7d'
    | 'address_agents_7d'
    | 'click_id_installers'
    | 'device_models_7d'
    | 'burst_publishers',
    number | null
  >;

beforeEach(async () => {
  await ch.command(sql`TRUNCATE TABLE traffic`);
  await createPackage(database, {
    name: PACKAGE,
    title: 'Game',
    platform: 'web',
    timeZone: 'UTC',
    currency: 'USD',
    dashboardTypes: ['Click'],
  }).catch(() => {});
});

const at = (event: Event): number => Date.parse(`${event.ts.replace(' ', 'T')}Z`);
const uuidOrder = (id: string): string => id.replaceAll('-', '').replace(/^(.{16})(.{16})$/, '$2$1');
const earlier = (a: Event, b: Event): boolean =>
  at(a) < at(b) || (at(a) === at(b) && uuidOrder(a.row_id) < uuidOrder(b.row_id));

const block = (ip: unknown): string =>
  String(ip).startsWith('::ffff:') ? String(ip).replace(/\.\d+$/, '') : String(ip).split(':').slice(0, 3).join(':');

const several = (count = 0): number | null => (count > 1 ? count : null);

/** The definitions, word for word: every event looks at every other. */
function naive(events: readonly Event[], e: Event): Facts {
  const before = events.filter((o) => earlier(o, e));
  const ordered =
    ['app_event', 'web_event', 're_event'].includes(e.kind) && e['order_id'] !== '' && Number(e['revenue']) >= 0;
  const sales = events.filter(
    (o) => ordered && ['app_event', 'web_event', 're_event'].includes(o.kind) && Number(o['revenue']) >= 0,
  );
  const same = sales.filter((o) => o['order_id'] === e['order_id'] && o['event_name'] === e['event_name']);
  const first = same.find((o) => !same.some((p) => earlier(p, o)));
  const repeats = before.filter((o) => o.kind === e.kind && o['click_id'] === e['click_id'] && e['click_id'] !== '');
  const clicks = events.filter((o) => o.kind === 'click' && o['click_id'] === e['click_id'] && e['click_id'] !== '');
  const click = e.kind === 'install' ? clicks.find((o) => !clicks.some((p) => earlier(p, o))) : undefined;
  const differ = (a: unknown, b: unknown) => a !== '' && b !== '' && a !== b;
  const [os, model] = [click?.['os'], String(click?.['device_model'] ?? '').toLowerCase()];
  const installs = events.filter(
    (o) =>
      o.kind === 'install' &&
      o['device_model'] === e['device_model'] &&
      o['os'] === e['os'] &&
      o['device_model'] !== '' &&
      o['ip'] !== '::',
  );
  const all = events.filter((o) => o.kind === 'install' && o['device_model'] !== '' && o['ip'] !== '::');
  /** The most of these events in one stretch of that length which the event lies in. */
  const fullest = (of: readonly Event[], seconds: number) => {
    const ends = of.map(at).filter((end) => end >= at(e) && end <= at(e) + seconds * 1000);
    return Math.max(...ends.map((end) => of.filter((o) => at(o) <= end && at(o) >= end - seconds * 1000).length));
  };
  const beside = installs.filter((o) => block(o['ip']) === block(e['ip']));
  const [near, week7] = [3_600, 7 * 86_400].map((seconds) => (installs.includes(e) ? fullest(beside, seconds) : 0));
  const isSame = (o: Event, p: Event) =>
    ['ip', 'device_model', 'os', 'os_version', 'carrier'].every((column) => o[column] === p[column]);
  const atHome = all.filter((o) => o['ip'] === e['ip'] && o['wifi'] !== 'false');
  const fresh = (o: Event) =>
    o['device_id_class'] === 'valid' &&
    !atHome.some((p) => isSame(p, o) && p['device_id'] === o['device_id'] && earlier(p, o));
  const newIds = atHome.filter(fresh);
  const phone = newIds.filter((o) => isSame(o, e));
  const ids = newIds.includes(e) ? fullest(phone, 86_400) : 0;
  const server = (o: Event) =>
    o['ip_class'] === 'datacenter' && ['click', 'install', 're_click', 'web_event'].includes(o.kind);
  const week = (o: Event, shift: number) => Math.floor((at(o) / 86_400_000 + shift) / 7);
  const home = (o: Event) =>
    o['ip_class'] === 'public' && o['device_id_class'] !== 'valid' && o.kind === 'click' && o.person !== 0;
  const company = (of: (o: Event) => boolean, among: (o: Event) => boolean = () => true) =>
    [0, 3.5].map((shift) => {
      const here = events.filter((o) => of(o) && o['ip'] === e['ip'] && week(o, shift) === week(e, shift));
      return new Set(
        here
          .filter(among)
          .map(({ person }) => person)
          .filter((person) => person !== 0),
      ).size;
    });
  const atPublisher = (of: (o: Event) => boolean) => {
    const own = Math.max(...company(of, (o) => o['publisher'] === e['publisher']));
    return of(e) && 3 * own >= 2 * Math.max(...company(of)) ? own : 0;
  };
  const [hosted, agents] = [server, home].map(atPublisher);
  return {
    row_id: e.row_id,
    order_repeat:
      !first || first === e ? '' : first.person === 0 || first.person === e.person ? 'same_person' : 'another_person',
    click_id_repeats: ['click', 're_click'].includes(e.kind) && repeats.length > 0 ? repeats.length : null,
    click_device_conflict: !click
      ? ''
      : differ(os, e['os']) && os !== 'macOS'
        ? `${os} ≠ ${e['os']}`
        : differ(model, String(e['device_model']).toLowerCase()) && model !== 'k'
          ? `${model} ≠ ${String(e['device_model']).toLowerCase()}`
          : '',
    click_country_conflict:
      click &&
      click['ip_class'] === 'public' &&
      e['ip_class'] === 'public' &&
      differ(click['ip_country'], e['ip_country'])
        ? `${click['ip_country']} ≠ ${e['ip_country']}`
        : '',
    block_installs_1h: several(near),
    block_installs_7d: several(week7),
    address_ids_24h: ids > 1 ? ids : null,
    address_ids_percent: ids > 1 ? Math.round((100 * ids) / fullest(newIds, 86_400)) : null,
    hosted_persons_7d: several(hosted),
    address_agents_7d: several(agents),
    ...sharedBy(events, e),
  };
}

function linkedEvents(count: number, seed: number): Event[] {
  const next = chance(seed);
  const pick = <T>(...values: [T, ...T[]]): T => values[Math.floor(next() * values.length)] ?? values[0];
  return Array.from({ length: count }, (_, index) => {
    const spread = pick(3_000, 1_800_000, 40 * 3_600_000);
    const ms = Date.parse('2026-03-01T00:00:00Z') + Math.floor((next() * spread) / 500) * 500;
    const id = index.toString(16).padStart(12, '0');
    return {
      row_id: `${pick('0a', 'f0', '77')}000000-0000-4000-${pick('8000', 'b000')}-${id}`,
      kind: pick('click', 'install', 'install', 'app_event', 'web_event', 're_click'),
      ts: new Date(ms).toISOString().replace('T', ' ').replace('Z', ''),
      person: Math.floor(next() * 5),
      record_no: index,
      publisher: index % 4 === 0 ? 'Beta' : 'Alpha',
      order_id: pick('', 'o1', 'o2', 'o3'),
      event_name: pick('purchase', 'refund'),
      revenue: pick(5, 5, 0, -5),
      click_id: pick('', 'c1', 'c2', 'c3', `own-${index}`),
      ip: pick(
        '::ffff:198.51.100.7',
        '::ffff:198.51.100.8',
        '::ffff:203.0.113.9',
        '2001:db8:1::1',
        '2001:db8:1:2::1',
        '::',
      ),
      device_model: pick('Pixel 9', 'Pixel 9', 'SM-A1', 'K', ''),
      os: pick('Android', 'Android', 'iOS', 'macOS', ''),
      os_version: pick('14', '15'),
      carrier: pick('', 'Net'),
      wifi: pick('', 'true', 'true', 'false'),
      device_id: `device-${Math.floor(next() * 6)}`,
      device_id_class: pick('valid', 'valid', 'missing'),
      ip_class: pick('public', 'public', 'public', 'vpn', 'datacenter'),
      ip_country: pick('DE', 'US', ''),
    };
  });
}

const COLUMNS = trusted(Object.keys(LINK_INPUT).join(', '));
const cause = (importId: number) => ({
  kind: 'import' as const,
  operation: `import ${importId}`,
  author: 'test',
  reason: '',
});

async function importAll(events: readonly Event[], importId: number): Promise<void> {
  await importEvents(ch, database, PACKAGE, events, importId);
  const own = sql`SELECT ${COLUMNS} FROM traffic WHERE import_id = ${trusted(String(importId))}`;
  await recomputeLinks(
    { clickhouse: ch, database },
    { package: PACKAGE, cause: cause(importId) },
    { linkedTo: own, newIn: importId },
  );
}

const recorded = async (operation: string) =>
  (
    await database.pool.query(
      'SELECT n.from_verdict AS "from", n.to_verdict AS "to", n.events::int AS events FROM verdict_change AS c JOIN verdict_change_count AS n ON n.change_id = c.id WHERE starts_with(c.operation, $1)',
      [operation],
    )
  ).rows;

const stored = () => ch.query<Facts>(sql`SELECT row_id, ${trusted(FACTS)} FROM traffic ORDER BY toString(row_id)`);
const sorted = (facts: Facts[]): Facts[] => facts.sort((a, b) => (a.row_id < b.row_id ? -1 : 1));

/** Every import is several statements on a machine that may be busy. */
const SLOW = 180_000;

describe('facts about events of others', { timeout: SLOW }, () => {
  it.each([2])('equal their definitions, however events are split into imports and ordered (seed %i)', async (seed) => {
    const events = linkedEvents(400, seed);
    const expected = sorted(events.map((event) => naive(events, event)));
    const parts = shuffled(events, seed);
    await importAll(parts.slice(0, 200), 1);
    await importAll(parts.slice(200), 2);
    expect(await stored()).toEqual(expected);
    for (const name of FACTS.split(', '))
      expect([
        name,
        expected.filter((row) => Object.entries(row).some(([key, value]) => key === name && value)).length > 0,
      ]).toEqual([name, true]);
  });

  it('are the same when rows alone with their key are left out, as in a large import', async () => {
    await importEvents(ch, database, PACKAGE, linkedEvents(400, 5), 1);
    for (const link of LINK_PARTS) {
      const names = trusted(Object.keys(link.columns).join(', '));
      const [all, shared] = [false, true].map((sharedOnly) =>
        linkedRows(link, { package: PACKAGE, own: sql`SELECT * FROM traffic`, part: sql`true`, sharedOnly }),
      );
      if (!all || !shared) throw new Error('no rows');
      const found = (rows: Sql) =>
        ch.query(sql`SELECT row_id, ${names} FROM (${link.find(rows, PACKAGE)}) ORDER BY row_id`);
      const alone = await ch.query<{ row_id: string }>(
        sql`SELECT row_id FROM (${all}) WHERE row_id NOT IN (SELECT row_id FROM (${shared}))`,
      );
      const isAlone = new Set(alone.map(({ row_id }) => row_id));
      const [withAll, withShared] = [await found(all), await found(shared)];
      const rows = z.array(z.looseObject({ row_id: z.string() })).parse(withAll);
      expect(withShared).toEqual(rows.filter(({ row_id }) => !isAlone.has(row_id)));
      for (const { row_id, ...facts } of rows)
        if (isAlone.has(row_id))
          expect(Object.values(facts).filter((fact) => fact !== '' && fact !== null)).toEqual([]);
    }
  });

  it('are taken back when the events they looked at are removed, also the second time', async () => {
    const events = linkedEvents(240, 7);
    const [kept, removed] = [events.slice(0, 160), events.slice(160)];
    await importAll(kept, 1);
    await importAll(removed, 2);
    await ch.command(sql`CREATE TABLE links AS traffic ENGINE = Memory`);
    await ch.command(sql`INSERT INTO links SELECT * FROM traffic WHERE import_id = 2`);
    await ch.command(sql`ALTER TABLE traffic DELETE WHERE import_id = 2`, { settings: { mutations_sync: 2 } });
    for (const _attempt of [1, 2]) {
      await recomputeLinks(
        { clickhouse: ch, database },
        { package: PACKAGE, cause: cause(2) },
        { linkedTo: sql`SELECT * FROM links` },
      );
      expect(await stored()).toEqual(sorted(kept.map((event) => naive(kept, event))));
    }
    await ch.command(sql`DROP TABLE links`);
  });

  it('change verdicts with them: new rows silently, stored ones on record', async () => {
    const sale = { kind: 'app_event', person: 1, order_id: 'o1', event_name: 'purchase', revenue: 5 };
    const row = (n: number, minute: number) => ({
      ...sale,
      row_id: `00000000-0000-4000-8000-00000000000${n}`,
      ts: `2026-03-01 00:${String(minute).padStart(2, '0')}:00.000`,
    });
    await importAll([row(1, 10), row(2, 20)], 11);
    const verdicts = () =>
      ch.query<{ verdict: string; reason: string }>(sql`SELECT verdict, reason FROM traffic ORDER BY ts`);
    const duplicate = { verdict: 'fraud', reason: 'evt.duplicate' };
    expect(await verdicts()).toEqual([{ verdict: 'clean', reason: '' }, duplicate]);
    expect(await recorded('import 11')).toEqual([]);
    await importAll([row(3, 5)], 12);
    expect(await verdicts()).toEqual([{ verdict: 'clean', reason: '' }, duplicate, duplicate]);
    expect(await recorded('import 12')).toEqual([{ from: 'clean', to: 'fraud', events: 1 }]);
  });
});
