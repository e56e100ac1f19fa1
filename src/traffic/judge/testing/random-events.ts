import type { EventKind } from '#traffic/event/contract/event.ts';

/** A row of `traffic` as tests insert it; columns left out take the engine's defaults. */
export interface TestEvent {
  row_id: string;
  package: string;
  kind: EventKind;
  ts: string;
  import_id: number;
  person: number;
  publisher: string;
  campaign: string;
  install_type: string;
  device_id_class: string;
  ip_class: string;
  ua_class: string;
  ip: string;
  device_id: string;
  record_no: number;
}

/** A small repeatable source of chance (mulberry32): a failing seed can be run again. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const uuid = (next: () => number): string =>
  Array.from({ length: 8 }, () =>
    Math.floor(next() * 65_536)
      .toString(16)
      .padStart(4, '0'),
  )
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

const KINDS: EventKind[] = [
  'click',
  're_click',
  'impression',
  'visit',
  'click_impression',
  'install',
  'app_event',
  're_event',
];

/** Few people, few seconds, many ties: everything windows can stumble over. */
export function randomEvents(count: number, seed: number, packageName = 'shop'): TestEvent[] {
  const next = chance(seed);
  const pick = <T>(...values: [T, ...T[]]): T => values[Math.floor(next() * values.length)] ?? values[0];
  const start = Date.parse('2026-03-01T00:00:00Z');
  return Array.from({ length: count }, (_, record_no) => {
    const spread = pick(5_000, 60_000, 3_600_000, 40 * 86_400_000);
    const ms = start + Math.floor((next() * spread) / 500) * 500;
    const person = Math.floor(next() * 8);
    return {
      row_id: uuid(next),
      package: packageName,
      kind: pick(...(KINDS as [EventKind, ...EventKind[]])),
      ts: new Date(ms).toISOString().replace('T', ' ').replace('Z', ''),
      import_id: 1,
      person,
      publisher: pick('p1', 'p2'),
      campaign: pick('', 'c1', 'p1'),
      install_type: pick('install', '', 'reinstall'),
      device_id_class: pick('valid', 'valid', 'valid', 'zero'),
      ip_class: pick('public', 'public', 'datacenter', 'vpn', ''),
      ua_class: pick('browser', 'browser', 'app', 'bot', 'library', 'empty'),
      ip: pick('::ffff:203.0.113.5', '::ffff:198.51.100.7', '2001:db8::1', '::'),
      device_id: `device-${person}`,
      record_no,
    };
  });
}

/** The same events in another order. */
export function shuffled<T>(values: readonly T[], seed: number): T[] {
  const next = chance(seed);
  return values
    .map((value) => ({ value, key: next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
