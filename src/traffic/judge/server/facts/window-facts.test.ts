import { beforeEach, describe, expect, it } from 'vitest';
import { type Sql, sql } from '#platform/server/clickhouse/sql.ts';
import { trafficColumns } from '#traffic/event/server/traffic-columns.ts';
import { sample } from '../../../../../test/support/sample.ts';
import { useClickHouse } from '../../../../../test/support/use-clickhouse.ts';
import { chance, randomEvents, shuffled, type TestEvent } from '../../testing/random-events.ts';
import { withFacts } from '../../testing/with-facts.ts';
import { withWindowFacts } from '../../testing/with-window-facts.ts';
import { origins } from './window-facts.ts';

const ch = useClickHouse();
beforeEach(() => ch.command(sql`TRUNCATE TABLE traffic`));

interface Facts {
  row_id: string;
  repeat_gap_seconds: number | null;
  clicks_1m: number | null;
  clicks_1h: number | null;
  clicks_24h: number | null;
  install_repeat_days: number | null;
}

const at = (event: TestEvent): number => Date.parse(`${event.ts.replace(' ', 'T')}Z`);

/** The engine orders UUIDs by their second half, then by their first. */
const uuidOrder = (id: string): bigint => {
  const digits = id.replaceAll('-', '');
  return BigInt(`0x${digits.slice(16)}${digits.slice(0, 16)}`);
};

type AdEvent = TestEvent & { placement: string; creative: string };

function adEvents(count: number, seed: number): AdEvent[] {
  const next = chance(seed * 13);
  const half = (text: string) => (next() < 0.5 ? text : '');
  return randomEvents(count, seed).map((event) => ({ ...event, placement: half('slot'), creative: half('blue') }));
}

/** The definitions, word for word and slowly: every event looks at every other. */
function naive(events: readonly AdEvent[]): Facts[] {
  const flow = (e: TestEvent) => (e.kind === 're_click' ? 'click' : e.kind);
  const before = (a: TestEvent, b: TestEvent) =>
    at(a) < at(b) || (at(a) === at(b) && uuidOrder(a.row_id) < uuidOrder(b.row_id));
  const ad = (e: AdEvent) =>
    JSON.stringify([
      e.campaign !== '' ? `c${e.campaign}` : `p${e.publisher}`,
      ...(e.device_id_class === 'valid' ? [] : [e.placement, e.creative]),
    ]);
  return events.map((e) => {
    const own = events.filter((other) => other.person === e.person);
    const known = e.person !== 0;
    const counted = known && ['click', 're_click', 'impression', 'click_impression', 'visit'].includes(e.kind);
    const clicks = (seconds: number) => {
      const times = own.filter((o) => flow(o) === flow(e)).map(at);
      const ends = times.filter((end) => end >= at(e) && end <= at(e) + seconds * 1000);
      const within = (end: number) => times.filter((time) => time <= end && time >= end - seconds * 1000).length;
      return counted ? Math.max(...ends.map(within)) : null;
    };
    const same = own.filter((o) => o.kind === e.kind && ad(o) === ad(e) && before(o, e)).map(at);
    const repeats =
      known && ['click', 're_click', 'impression', 'click_impression'].includes(e.kind) && same.length > 0;
    const booked = own
      .filter((o) => o.kind === 'install' && o.install_type !== 'reinstall' && o.device_id_class === 'valid')
      .filter((o) => before(o, e))
      .map(at);
    const again = known && e.kind === 'install' && e.device_id_class === 'valid' && booked.length > 0;
    return {
      row_id: e.row_id,
      repeat_gap_seconds: repeats ? Math.floor((at(e) - Math.max(...same)) / 1000) : null,
      clicks_1m: clicks(60),
      clicks_1h: clicks(3_600),
      clicks_24h: clicks(86_400),
      install_repeat_days: again ? Math.floor((at(e) - Math.max(...booked)) / 86_400_000) : null,
    };
  });
}

const byRow = <T extends { row_id: string }>(rows: T[]): T[] => rows.sort((a, b) => (a.row_id < b.row_id ? -1 : 1));
const ROWS = sql`SELECT * FROM traffic`;
const facts = async () =>
  byRow(
    await ch.query<Facts>(
      sql`SELECT row_id, repeat_gap_seconds, clicks_1m, clicks_1h, clicks_24h, install_repeat_days FROM (${withWindowFacts(ROWS)})`,
    ),
  );

describe('withWindowFacts', () => {
  it.each(sample('windows', [1, 2, 3, 4], 2))('equals the definitions computed slowly (seed %i)', async (seed) => {
    const events = adEvents(600, seed);
    await ch.insert('traffic', events);
    expect(await facts()).toEqual(byRow(naive(events)));
  });

  it('gives the first click of a burst the number of the last', async () => {
    const seconds = [0, 10, 20, 30, 2_000, 90_000];
    await ch.insert(
      'traffic',
      seconds.map((second, index) => ({
        row_id: `00000000-0000-0000-0000-00000000000${index}`,
        package: 'p',
        kind: 'click',
        person: 5,
        ts: new Date(Date.UTC(2026, 2, 1) + second * 1000).toISOString().replace('T', ' ').replace('Z', ''),
      })),
    );
    const found = await facts();
    expect(found.map(({ clicks_1m }) => clicks_1m)).toEqual([4, 4, 4, 4, 1, 1]);
    expect(found.map(({ clicks_1h }) => clicks_1h)).toEqual([5, 5, 5, 5, 5, 1]);
  });

  it('does not show the order of arrival', async () => {
    const events = adEvents(400, 9);
    await ch.insert('traffic', events);
    const once = await facts();
    await ch.command(sql`TRUNCATE TABLE traffic`);
    for (let i = 0; i < 400; i += 100) await ch.insert('traffic', shuffled(events, 3).slice(i, i + 100));
    expect(await facts()).toEqual(once);
  });

  it('keeps all columns of traffic in their order and types', async () => {
    const shaped = await ch.query<{ name: string; type: string }>(sql`DESCRIBE (${withOrigin(withWindowFacts(ROWS))})`);
    const stored = [...(await trafficColumns(ch, 'traffic'))].map(([name, type]) => `${name} ${type}`);
    expect(shaped.map(({ name, type }) => `${name} ${type}`)).toEqual(stored);
  });

  it('takes linear time for one person with very many clicks', async () => {
    await ch.command(sql`INSERT INTO traffic (row_id, package, kind, person, ts)
      SELECT generateUUIDv4(number), 'p', 'click', 7, toDateTime64('2026-03-01 00:00:00', 3, 'UTC') + toIntervalMillisecond(number * 10)
      FROM numbers(300000)`);
    const started = performance.now();
    const [most] = await ch.query<{ clicks: number }>(
      sql`SELECT max(clicks_24h) AS clicks FROM (${withWindowFacts(ROWS)})`,
    );
    expect(most?.clicks).toBe(300_000);
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});

const withOrigin = (rows: Sql): Sql =>
  withFacts(rows, [{ names: ['origin_reason', 'origin_verdict'], from: origins(rows) }]);

describe('the origin of events', () => {
  it('gives events the reason of the latest install of their person when it is fraud', async () => {
    const row = (minute: number, kind: string, rest: object) => ({
      row_id: `00000000-0000-0000-0000-0000000000${10 + minute}`,
      package: 'p',
      ts: `2026-03-01 00:${String(minute).padStart(2, '0')}:00.000`,
      kind,
      person: 5,
      ...rest,
    });
    await ch.insert('traffic', [
      row(0, 'app_event', {}),
      row(1, 'install', { verdict: 'fraud', reason: 'clk.injection' }),
      row(2, 'app_event', {}),
      row(3, 'install', { verdict: 'suspect', reason: 'net.anonymizer' }),
      row(4, 're_event', {}),
      row(5, 'install', { verdict: 'fraud', reason: 'dev.emulator' }),
      { ...row(6, 'app_event', {}), ts: '2026-03-01 00:05:00.000' },
      row(7, 'app_event', { person: 0 }),
      row(8, 'click', {}),
    ]);
    const found = await ch.query<{ origin_reason: string; origin_verdict: string }>(
      sql`SELECT origin_reason, origin_verdict FROM (${withOrigin(ROWS)}) ORDER BY row_id`,
    );
    expect(found.map((f) => f.origin_reason)).toEqual([
      '',
      '',
      'clk.injection',
      '',
      'net.anonymizer',
      '',
      'dev.emulator',
      '',
      '',
    ]);
    expect(found.map((f) => f.origin_verdict)).toEqual(['', '', 'fraud', '', 'suspect', '', 'fraud', '', '']);
  });

  it('gives a click the reason of the next install of its person at the same source, if that comes within 30 days', async () => {
    const row = (number: number, day: string, kind: string, rest: object) => ({
      row_id: `00000000-0000-0000-0000-0000000000${10 + number}`,
      package: 'p',
      ts: `2026-${day} 00:00:00.000`,
      kind,
      person: 5,
      publisher: 'Alpha',
      sub_publisher: 'a1',
      ...rest,
    });
    const fraud = { verdict: 'fraud', reason: 'dev.emulator' };
    await ch.insert('traffic', [
      row(0, '03-01', 'click', {}),
      row(1, '03-01', 'click', { sub_publisher: 'a2' }),
      row(2, '03-01', 'click', { publisher: 'Beta' }),
      row(3, '03-02', 'click', { person: 6 }),
      row(4, '03-03', 'click', {}),
      row(5, '03-03', 'install', { verdict: 'suspect', reason: 'ins.incent' }),
      row(6, '03-04', 'click', {}),
      row(7, '03-05', 'install', {}),
      row(8, '03-06', 'click', {}),
      row(9, '03-07', 'click', {}),
      row(10, '04-06', 'install', fraud),
      row(11, '04-07', 'click', {}),
      row(12, '04-07', 'impression', {}),
    ]);
    const found = await ch.query<{ origin_reason: string; origin_verdict: string }>(
      sql`SELECT origin_reason, origin_verdict FROM (${withOrigin(ROWS)}) WHERE kind != 'install' ORDER BY row_id`,
    );
    const said = found.map((f) => `${f.origin_verdict} ${f.origin_reason}`.trim());
    expect(said.slice(0, 5)).toEqual(['suspect ins.incent', '', '', '', 'suspect ins.incent']);
    // Followed by a clean install; by none within 30 days; by a fraudulent one on the thirtieth; by none.
    expect(said.slice(5)).toEqual(['', '', 'fraud dev.emulator', '', '']);
  });
});
