import { DIMENSIONS, type Dimension, type DimensionName, isDimension } from './dimensions.ts';
import { FACTS, type FactName } from './facts.ts';
import { LIST_FACTS, TRAFFIC_FIELDS } from './fields.ts';
import { CALENDAR_KEYS, TIME_KEYS, type TimeKey } from './time-keys.ts';

/** A fact that is no dimension, and no entry of a list, which publishers must never infer. */
export type FactKey = Exclude<FactName, DimensionName>;
/** Everything events can be told apart by. */
export type KeyName = 'kind' | DimensionName | TimeKey | FactKey;

/**
 * What a block list names of an event and no dimension is. The program asks by them for itself; they are offered to
 * nobody, since an address is a person's. A site is the declared one, else the one that brought the event.
 */
export const BLOCK_KEYS = ['address', 'network', 'site', 'app'] as const;
export type BlockKey = (typeof BLOCK_KEYS)[number];
/** Everything a question can tell events apart by. */
export type AskedKey = KeyName | BlockKey;
export const isBlockKey = (name: string): name is BlockKey => BLOCK_KEYS.some((known) => known === name);

const FACT_KEYS = (Object.keys(FACTS) as FactName[]).filter(
  (name): name is FactKey => !LIST_FACTS.has(name) && !isDimension(name),
);
export const isFactKey = (name: string): name is FactKey => FACT_KEYS.some((known) => known === name);

/** In the order in which they are offered: what and when, then what was reported, then what we found out. */
const KEYS: Readonly<Record<string, Dimension>> = {
  kind: { label: 'Kind', description: 'Kind of the event' },
  ...TIME_KEYS,
  ...DIMENSIONS,
  ...Object.fromEntries(FACT_KEYS.map((name) => [name, FACTS[name]])),
};

export const KEY_NAMES = Object.keys(KEYS) as KeyName[];
/** @throws RangeError for a name that no key has */
export function keyOf(name: KeyName): Dimension {
  const found = KEYS[name];
  if (!found) throw new RangeError(`No key ${name}`);
  return found;
}

export const isKeyName = (name: string): name is KeyName => Object.hasOwn(KEYS, name);
/** Those that are no dimensions: lists of events are narrowed by them under their own names as well. */
export type MoreKey = Exclude<KeyName, DimensionName | 'kind'>;
export const MORE_KEYS = KEY_NAMES.filter((name): name is MoreKey => name !== 'kind' && !isDimension(name));

/** What a key tells of an event, in the order in which they are offered. */
export type KeyGroup = 'when' | 'what' | 'found';

export function keyGroup(name: KeyName): KeyGroup {
  if (Object.hasOwn(TIME_KEYS, name)) return 'when';
  return isFactKey(name) ? 'found' : 'what';
}

/** Keys whose values have an order of their own. */
export const ORDERED_KEYS: ReadonlySet<string> = new Set(['hour', 'weekday', ...CALENDAR_KEYS]);

/** Facts that are numbers: rows are counted by steps of them, and their middle can be told. `asn` only names a network. */
export const NUMBER_FACTS = FACT_KEYS.filter((name) => FACTS[name].valueType === 'number' && name !== 'asn');

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ROUND_COUNTS = [1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000, 1_000_000];
const ROUND_TIMES = [
  [1, 2, 5, 10, 20, 30],
  [1, 2, 5, 10, 20, 30].map((n) => n * MINUTE),
  [1, 2, 6, 12].map((n) => n * HOUR),
  [1, 2, 3, 7, 14, 30, 90, 365].map((n) => n * DAY),
].flat();
const PERCENTS = [1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/** Where the steps of a number begin: at these, at 0, and mirrored below it. Facts are whole numbers. */
export function stepsOf(name: KeyName): readonly number[] | undefined {
  const isNumber = name === 'days_after_install' || NUMBER_FACTS.some((known) => known === name);
  if (!isNumber) return undefined;
  const unit = TRAFFIC_FIELDS[name]?.unit;
  const round = unit === 'seconds' ? ROUND_TIMES : name.endsWith('_percent') ? PERCENTS : ROUND_COUNTS;
  return [LEAST, ...round.map((n) => -n).reverse(), 0, ...round];
}

/** Below every fact. */
const LEAST = -2_147_483_648;

/** First and last whole number of the step that begins at `from`; `to` is null for the last step, `from` for the first. */
export function stepAt(name: KeyName, from: number): { from: number | null; to: number | null } | undefined {
  const steps = stepsOf(name);
  const at = steps?.indexOf(from) ?? -1;
  if (!steps || at < 0) return undefined;
  const next = steps[at + 1];
  return { from: from === LEAST ? null : from, to: next === undefined ? null : next - 1 };
}
