import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BOARDS } from '#analytics/contract/boards/registry.ts';
import { EVENT_KINDS, RAW_COLUMNS } from '#traffic/event/contract/event.ts';
import { DAY, startOfDay } from './calendar.ts';
import { BAD_SITE } from './publishers.ts';
import { generateEvents, type LabelledEvent, type ScenarioOptions } from './scenario.ts';
import { SCENARIO_KEYS, type ScenarioKey } from './scenarios/catalogue.ts';
import { SALE_DAYS_BACK, STEP_DAYS, STREAMS } from './streams.ts';

const base = { seed: 20260731, endDay: '2026-11-20', days: 90, events: 60_000 } as const;
const web = [...generateEvents({ ...base, package: 'web' })];
const app = [...generateEvents({ ...base, package: 'app' })];
const all = [...web, ...app];

const hash = (options: ScenarioOptions): string => {
  const sum = createHash('sha256');
  for (const row of generateEvents(options)) sum.update(JSON.stringify(row));
  return sum.digest('hex');
};

function countBy(rows: readonly LabelledEvent[], key: (row: LabelledEvent) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  return counts;
}

const daysBack = (row: LabelledEvent): number =>
  Math.floor((startOfDay(base.endDay) + DAY - 1 - Date.parse(row.event.ts)) / DAY);
const fraudShare = (rows: readonly LabelledEvent[]): number =>
  rows.filter((row) => row.label.truth === 'fraud').length / rows.length;
const of = (rows: readonly LabelledEvent[], scenario: ScenarioKey): LabelledEvent[] =>
  rows.filter((row) => row.label.scenario === scenario);

/** Boards of what no tracker credits to anybody. */
const UNCREDITED = ['app-click', 'app-re-click', 'app-click-impression'];

describe('the demo scenario', () => {
  it('gives the same events for the same options and others for another seed', () => {
    const options = { seed: 5, endDay: '2026-11-20', days: 30, events: 5000, package: 'app' } as const;
    expect(hash(options)).toBe(hash(options));
    expect(hash({ ...options, seed: 6 })).not.toBe(hash(options));
  });

  it('gives about the wanted number of events, inside the wanted days, in order of time', () => {
    for (const rows of [web, app]) {
      expect(Math.abs(rows.length - base.events) / base.events).toBeLessThan(0.01);
      expect(rows.every(({ event }, i) => i === 0 || event.ts >= (rows[i - 1]?.event.ts ?? ''))).toBe(true);
      expect(rows[0]?.event.ts.slice(0, 10)).toBe('2026-08-23');
      expect(rows.at(-1)?.event.ts.slice(0, 10)).toBe('2026-11-20');
    }
  });

  it('has every kind of event, and only columns of the contract with a value', () => {
    const kinds = countBy(all, (row) => row.event.kind);
    for (const kind of EVENT_KINDS) expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(500);
    const known = new Set(['kind', 'ts', ...Object.keys(RAW_COLUMNS)]);
    for (const { event } of all) {
      for (const [column, value] of Object.entries(event)) {
        if (!known.has(column) || value === '' || value === undefined) throw new Error(`${column}=${value}`);
      }
    }
  });

  it('feeds every board of a package: honest and fraudulent events of its kind, and both attributions', () => {
    for (const { id, dataset } of BOARDS) {
      const own = dataset.platform === 'web' ? web : dataset.platform === 'app' ? app : [...web, ...app];
      const rows = own.filter(({ event }) => dataset.kinds.some((kind) => kind === event.kind));
      for (const truth of ['clean', 'fraud'])
        expect([id, truth, rows.filter(({ label }) => label.truth === truth).length > 30]).toEqual([id, truth, true]);
      if (dataset.platform !== 'app' || dataset.kinds.length > 1 || UNCREDITED.includes(id)) continue;
      const credits = countBy(rows, ({ event }) => event.attribution ?? '');
      expect([id, [...credits.keys()].sort()]).toEqual([
        id,
        id === 'app-event' ? ['non-primary', 'primary'] : ['primary'],
      ]);
    }
  });

  it('plays every scenario with its share', () => {
    for (const [use, rows] of [
      ['web', web],
      ['app', app],
    ] as const) {
      const shares = STREAMS[use].reduce((sum, stream) => sum + stream.share, 0);
      const counts = countBy(rows, (row) => row.label.scenario);
      for (const key of new Set(STREAMS[use].map((stream) => stream.scenario))) {
        const wanted =
          STREAMS[use].filter((stream) => stream.scenario === key).reduce((sum, stream) => sum + stream.share, 0) /
          shares;
        const share = (counts.get(key) ?? 0) / rows.length;
        // Installs of fraud pass part of their share on to inherited events.
        expect(share, key).toBeGreaterThan(wanted * 0.5);
        expect(share, key).toBeLessThan(wanted * 1.15 + 0.0005);
      }
    }
    const seen = new Set(all.map((row) => row.label.scenario));
    expect(SCENARIO_KEYS.filter((key) => !seen.has(key))).toEqual([]);
  });

  it('keeps cause before effect: installs after clicks, events after installs', () => {
    const spoofed = new Set(of(app, 'sdk_spoofing').map(({ event }) => event.device_id));
    for (const { event, label } of all) {
      const { click_time = '', install_time = event.ts, kind, ts } = event;
      expect(install_time <= ts, label.scenario).toBe(true);
      if (kind === 'install' || kind === 'app_event')
        expect(click_time <= install_time || spoofed.has(event.device_id), label.scenario).toBe(true);
      if (event.impression_time) expect(event.impression_time <= event.ts).toBe(true);
      if (event.install_begin_time && event.click_time) {
        expect(event.install_begin_time < event.click_time, label.scenario).toBe(label.scenario === 'click_injection');
      }
    }
  });

  it('books every install with a click on a click event of the same device', () => {
    const clicks = new Map(
      app.filter(({ event }) => event.kind === 'click').map(({ event }) => [event.click_id, event]),
    );
    const installs = of(app, 'app_people').filter(({ event }) => event.kind === 'install' && event.click_id);
    expect(installs.length).toBeGreaterThan(1000);
    for (const { event } of installs) {
      const click = clicks.get(event.click_id);
      expect([click?.device_id, click?.ts, click?.publisher]).toEqual([
        event.device_id,
        event.click_time,
        event.publisher,
      ]);
    }
  });

  it('knows days and nights, Sundays, office hours and the sale', () => {
    const berlin = web.filter(({ event, label }) => event.declared_country === 'DE' && label.scenario === 'web_people');
    const hours = countBy(berlin, ({ event }) => event.ts.slice(11, 13));
    expect(hours.get('19') ?? 0).toBeGreaterThan((hours.get('02') ?? 0) * 6);
    const weekday = (row: LabelledEvent): string => String(new Date(row.event.ts).getUTCDay());
    const players = countBy(of(app, 'app_people'), weekday);
    expect(players.get('6') ?? 0).toBeGreaterThan((players.get('2') ?? 0) * 1.15);
    const office = countBy(of(web, 'office_network'), weekday);
    expect((office.get('0') ?? 0) + (office.get('6') ?? 0)).toBeLessThan((office.get('2') ?? 0) / 2);
    const days = countBy(web, (row) => String(daysBack(row)));
    expect(days.get(String(SALE_DAYS_BACK)) ?? 0).toBeGreaterThan((days.get(String(SALE_DAYS_BACK - 7)) ?? 0) * 1.5);
    const robots = countBy(of(app, 'click_flooding'), ({ event }) => event.ts.slice(11, 13));
    expect(Math.max(...robots.values()) / Math.min(...robots.values())).toBeLessThan(1.6);
  });
});

describe('the publishers of the demo', () => {
  const by = (rows: readonly LabelledEvent[], publisher: string): LabelledEvent[] =>
    rows.filter(({ event }) => event.publisher === publisher);

  it('has honest ones, dirty ones and small ones', () => {
    for (const name of ['Quellana Search', 'Paperlark Social', 'Calmera Retargeting'])
      expect(fraudShare(by(web, name))).toBe(0);
    expect(fraudShare(by(web, 'Vossel Display'))).toBeGreaterThan(0.7);
    expect(fraudShare(by(app, 'Tapsorrow Network'))).toBeGreaterThan(0.9);
    expect(by(web, 'Tulloway Letters').length).toBeLessThan(100);
    expect(by(app, 'Dunmarrow Games').length).toBeLessThan(100);
    expect(fraudShare(web)).toBeGreaterThan(0.1);
    expect(fraudShare(app)).toBeLessThan(0.25);
  });

  it('has one whose fraud sits on one site', () => {
    const bad = by(all, 'Mirabeck Native').filter(({ event }) => event.sub_publisher === BAD_SITE.name);
    const good = by(all, 'Mirabeck Native').filter(({ event }) => event.sub_publisher !== BAD_SITE.name);
    expect(fraudShare(bad)).toBe(1);
    expect(fraudShare(good)).toBe(0);
  });

  it('has one whose fraud starts four weeks before the end', () => {
    for (const rows of [by(web, 'Ostrana Exchange'), by(app, 'Ostrana Exchange')]) {
      expect(fraudShare(rows.filter((row) => daysBack(row) >= STEP_DAYS))).toBe(0);
      expect(fraudShare(rows.filter((row) => daysBack(row) < STEP_DAYS))).toBeGreaterThan(0.5);
    }
  });
});

describe('planted fraud looks like its story', () => {
  it('floods flat and injects late, while honest installs are fast but never instant', () => {
    const delays = (scenario: ScenarioKey): number[] =>
      of(app, scenario)
        .filter(({ event }) => event.kind === 'install' && event.click_time)
        .map(({ event }) => (Date.parse(event.ts) - Date.parse(event.click_time ?? '')) / 1000);
    const inOneHour = (list: number[]): number => list.filter((delay) => delay < 3600).length / list.length;
    expect(Math.min(...delays('app_people'))).toBeGreaterThan(30);
    expect(inOneHour(delays('app_people'))).toBeGreaterThan(0.68);
    expect(inOneHour(delays('click_flooding'))).toBeLessThan(0.2);
    expect(Math.max(...delays('short_ctit'))).toBeLessThan(9);
  });

  it('sends duplicates within seconds and bursts of many clicks', () => {
    expect(of(web, 'duplicate_clicks').filter((row) => row.label.truth === 'fraud').length).toBeGreaterThan(200);
    const people = countBy(of(web, 'click_bursts'), ({ event }) => `${event.ip} ${event.user_agent}`);
    expect(Math.min(...people.values())).toBeGreaterThanOrEqual(9);
    for (const { event } of of(web, 'fast_clicks')) {
      if (event.kind !== 'click') continue;
      expect(Date.parse(event.ts) - Date.parse(event.impression_time ?? '')).toBeLessThan(1000);
    }
  });

  it('leaves the SDK out of inherited events and keeps the device of the fraudulent install', () => {
    const fraudulent = new Set(
      app
        .filter(({ event, label }) => event.kind === 'install' && label.truth === 'fraud')
        .map(({ event }) => event.device_id),
    );
    const inherited = of(app, 'inherited_events');
    expect(inherited.length).toBeGreaterThan(500);
    expect(inherited.every(({ event }) => event.sdk_version === undefined && event.kind === 'app_event')).toBe(true);
    expect(inherited.every(({ event }) => fraudulent.has(event.device_id))).toBe(true);
  });

  it('lets honest people look a little odd without crossing what people do', () => {
    const compared = countBy(
      of(web, 'price_compare').filter(({ event }) => event.kind === 'click'),
      ({ event }) => `${event.ip} ${event.user_agent}`,
    );
    expect(Math.max(...compared.values())).toBe(4);
    const types = countBy(
      of(app, 'reinstallers').filter(({ event }) => event.kind === 'install'),
      ({ event }) => event.install_type ?? '',
    );
    expect([...types.keys()].sort()).toEqual(['install', 'reinstall']);
  });

  it('shares a few addresses among many honest people behind carriers', () => {
    for (const rows of [of(web, 'web_carrier_nat'), of(app, 'app_carrier_nat')]) {
      expect(new Set(rows.map(({ event }) => event.ip)).size).toBeLessThanOrEqual(4);
      expect(rows.length).toBeGreaterThan(300);
    }
    expect(new Set(of(web, 'office_network').map(({ event }) => event.ip)).size).toBe(1);
  });
});
