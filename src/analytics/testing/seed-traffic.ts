import { EVENT_KINDS, type EventKind, type Verdict } from '#traffic/event/contract/event.ts';
import { REASONS } from '#traffic/event/contract/reasons.ts';

/** A row of `traffic` as far as boards look at it. */
export interface SeedRow {
  package: string;
  kind: EventKind;
  ts: string;
  /** Day in `SEED_ZONE`. */
  day: string;
  person: number;
  publisher: string;
  sub_publisher: string;
  campaign: string;
  channel: string;
  placement: string;
  placement_type: string;
  creative: string;
  system_domain: string;
  device_model: string;
  event_name: string;
  install_type: string;
  attribution: string;
  install_time: string;
  cost: string;
  currency: string;
  verdict: Verdict;
  reason: string;
}

export const SEED_ZONE = 'Europe/Berlin';
export const SEED_PACKAGES = ['shop.example', 'other.example'] as const;
/** Two days in the midst have no traffic at all; the clocks are put forward on 31 March. */
export const SEED_RANGE = { from: '2024-03-11', to: '2024-04-02' } as const;
const SILENT_DAYS = ['2024-03-20', '2024-03-21'];
const ROWS = 6000;

/** Small deterministic generator (mulberry32): the same rows on every machine. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: SEED_ZONE });

/** Names with commas, quotes, formulas and no name at all are part of every real export. */
const PUBLISHERS = ['alpha', 'beta', 'gamma, inc', '=1+1', 'ünï"code', 'delta', 'epsilon', ''];
const KINDS = EVENT_KINDS.filter((kind) => !kind.startsWith('vast'));

export function seedTraffic(): SeedRow[] {
  const random = randomOf(20240311);
  const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
  const reasons = Object.keys(REASONS);
  const start = Date.parse('2024-03-10T00:00:00Z');
  const rows: SeedRow[] = [];
  while (rows.length < ROWS) {
    const moment = new Date(start + random(24 * 86_400) * 1000 + random(1000));
    const day = dayFormat.format(moment);
    if (SILENT_DAYS.includes(day)) continue;
    const verdict = pick(['clean', 'clean', 'clean', 'suspect', 'fraud', 'fraud'] as const);
    const installed = new Date(moment.getTime() - random(20) * 86_400_000);
    rows.push({
      package: pick(SEED_PACKAGES),
      kind: pick(KINDS),
      ts: engineTime(moment),
      day,
      person: random(200),
      publisher: pick(PUBLISHERS),
      sub_publisher: `site-${random(6)}`,
      campaign: pick(['spring', 'brand', '']),
      channel: pick(['display', 'search', 'social', '']),
      placement: `place-${random(15)}`,
      placement_type: pick(['banner', 'video', '']),
      creative: `c${random(4)}`,
      system_domain: `exchange-${random(13)}.example`,
      device_model: pick(['Pixel 8', 'SM-S911B', '']),
      event_name: pick(['purchase', 'login']),
      install_type: pick(['install', 'reinstall']),
      attribution: pick(['primary', 'non-primary', '']),
      install_time: engineTime(installed),
      cost: pick(['0', '0.1', '0.000001', '1.25']),
      currency: pick(['EUR', 'USD']),
      verdict,
      reason: verdict === 'clean' ? '' : pick(reasons),
    });
  }
  return rows;
}

/** The columns as the engine takes them. */
export const stored = ({ day: _day, ...row }: SeedRow): Omit<SeedRow, 'day'> => row;

const engineTime = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '');
