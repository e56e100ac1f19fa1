import type { DimensionName } from '#traffic/event/contract/dimensions.ts';
import { EVENT_KINDS, type EventKind, type Verdict } from '#traffic/event/contract/event.ts';
import { REASON_GROUPS, REASONS } from '#traffic/event/contract/reasons.ts';

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
  vendor: string;
  campaign: string;
  campaign_id: string;
  channel: string;
  placement: string;
  placement_type: string;
  creative: string;
  system_domain: string;
  page_id: string;
  brand: string;
  content_category: string;
  handling: string;
  handling_reason: string;
  declared_country: string;
  device_model: string;
  device_type: string;
  ip_class: string;
  as_name: string;
  keyword: string;
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
const WEEKS = 4;
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

/** A number for each package, kind and week. */
const placeOf = (row: Pick<SeedRow, 'package' | 'kind'>, week: number): number =>
  ((row.package === SEED_PACKAGES[0] ? 0 : 1) * KINDS.length + KINDS.indexOf(row.kind)) * WEEKS + week;

/** Each package and kind lacks one category, and another one in each week. */
function reasonsOf(row: Pick<SeedRow, 'package' | 'kind'>, week: number): string[] {
  const groups = Object.keys(REASON_GROUPS);
  const always = KINDS.indexOf(row.kind) + (row.package === SEED_PACKAGES[0] ? 0 : 5);
  const lacking = [always, always + 1 + week].map((at) => groups[at % groups.length]);
  return Object.keys(REASONS).filter((reason) => !lacking.includes(reason.split('.')[0]));
}

const letter = (at: number): string => String.fromCharCode(65 + (at % 26));

/**
 * Of everything that can be chosen in a filter some values occur in one package, one kind and one week only, so that an
 * answer which ignores one of the three has too many values.
 */
export function seedTraffic(): SeedRow[] {
  const random = randomOf(20240311);
  const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
  // A row of its own, so that what is drawn for the others stays as it was.
  const further = randomOf(20240312);
  const other = <T>(values: readonly T[]): T => values[further(values.length)] as T;
  const furthest = randomOf(20240313);
  const about = <T>(values: readonly T[]): T => values[furthest(values.length)] as T;
  const last = randomOf(20240314);
  const handled = <T>(values: readonly T[]): T => values[last(values.length)] as T;
  const start = Date.parse('2024-03-10T00:00:00Z');
  const rows: SeedRow[] = [];
  while (rows.length < ROWS) {
    const moment = new Date(start + random(24 * 86_400) * 1000 + random(1000));
    const day = dayFormat.format(moment);
    if (SILENT_DAYS.includes(day)) continue;
    const verdict = pick(['clean', 'clean', 'clean', 'suspect', 'fraud', 'fraud', 'filtered'] as const);
    const installed = new Date(moment.getTime() - random(20) * 86_400_000);
    const place = { package: pick(SEED_PACKAGES), kind: pick(KINDS) };
    const week = Math.floor((moment.getTime() - start) / (7 * 86_400_000));
    const at = placeOf(place, week);
    const own = (what: string): string => `${what}-of-${at}`;
    rows.push({
      ...place,
      ts: engineTime(moment),
      day,
      person: random(200),
      publisher: pick([...PUBLISHERS, own('publisher')]),
      sub_publisher: pick(['site-0', 'site-1', 'site-2', 'site-3', 'site-4', own('site')]),
      vendor: pick(['river', '', own('vendor')]),
      campaign: pick(['spring', 'brand', '', own('campaign')]),
      campaign_id: pick(['1', '2', '', own('id')]),
      channel: pick(['display', 'search', 'social', '', own('channel')]),
      placement: pick([`place-${random(15)}`, own('place')]),
      placement_type: pick(['banner', 'video', '', own('type')]),
      creative: pick(['c0', 'c1', 'c2', own('creative')]),
      system_domain: pick([`exchange-${random(13)}.example`, `exchange-of-${at}.example`]),
      page_id: pick(['/', '/shop', own('/page')]),
      brand: pick(['oak', '', own('brand')]),
      content_category: about(['', 'Sports', 'Weapons', 'News > Crime', 'IAB25-3', 'Adult Education', own('category')]),
      handling: handled(['', 'passed', 'flagged', 'challenged', 'blocked', own('handling')]),
      handling_reason: handled(['', 'place', 'signature_invalid', 'rule: bots', own('check')]),
      declared_country: pick(['DE', 'FR', '', `${letter(Math.floor(at / 26))}${letter(at)}`]),
      device_model: pick(['Pixel 8', 'SM-S911B', '', own('device')]),
      device_type: other(['phone', 'desktop', '', own('kind-of-device')]),
      ip_class: other(['datacenter', 'vpn', 'relay', 'public', '']),
      as_name: other(['Hosting One', 'Hosting Two', '', own('network')]),
      keyword: other(['shoes', 'blue shoes', '', own('keyword')]),
      event_name: pick(['purchase', 'login', own('event')]),
      install_type: pick(['install', 'reinstall']),
      attribution: pick(['primary', 'non-primary', '']),
      install_time: engineTime(installed),
      cost: pick(['0', '0.1', '0.000001', '1.25']),
      currency: pick(['EUR', 'USD']),
      verdict,
      reason: verdict === 'clean' ? '' : verdict === 'filtered' ? 'bot.declared' : pick(reasonsOf(place, week)),
    });
  }
  return rows;
}

/** What a dimension says of a row; '' where it is not reported. */
export function seedValue(row: SeedRow, name: DimensionName): string {
  if (name === 'reason_group') return row.reason.split('.')[0] ?? '';
  if (name === 'country') return row.declared_country;
  const found = Object.entries(row).find(([column]) => column === name);
  if (!found) throw new RangeError(`The seed says nothing of ${name}`);
  return String(found[1]);
}

/** The columns as the engine takes them. */
export const stored = ({ day: _day, ...row }: SeedRow): Omit<SeedRow, 'day'> => row;

/** The day of a time of the engine in `SEED_ZONE`. */
export const seedDay = (time: string): string => dayFormat.format(new Date(`${time.replace(' ', 'T')}Z`));

const engineTime = (moment: Date): string => moment.toISOString().replace('T', ' ').replace('Z', '');
