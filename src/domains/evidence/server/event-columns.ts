import type { Cell } from '#platform/server/csv.ts';
import type { FileColumn, FileKind } from '#platform/server/file-columns.ts';
import { maskText } from '#traffic/rules/server/publisher-view.ts';
import type { EvidenceEvent } from './evidence-events.ts';
import type { Seen } from './rules-seen.ts';

/** Whether an event is claimed by this file, and if not, why not. */
export type Claim = 'claimed' | 'before' | 'late';

interface Told {
  event: EvidenceEvent;
  seen: Seen;
  claim: Claim;
  /** Decimal text; '' where it is not claimed or nobody knows. */
  amount: string;
  currency: string;
  masked: boolean;
}

type Column = readonly [label: string, value: (told: Told) => Cell, kind?: FileKind];

const of = (name: keyof EvidenceEvent & string): Column => [name, ({ event }) => String(event[name] ?? '')];
/** Who somebody is: in part only, where that was asked for. */
const personal = (name: 'ip' | 'device_id' | 'user_id' | 'click_id' | 'order_id'): Column => [
  name,
  ({ event: { [name]: value }, masked }) => (masked && value !== '' ? maskText(value) : value),
];

/** Columns of `events.csv` and `events.parquet`. `verify/` finds category, claim, amount and currency by their names. */
const COLUMNS: readonly Column[] = [
  ['id', ({ event }) => event.row_id],
  ['time', ({ event }) => event.time, 'moment'],
  of('day'),
  of('kind'),
  of('event'),
  of('publisher'),
  of('sub_publisher'),
  of('campaign'),
  of('ad_set'),
  of('placement'),
  ['category', ({ event }) => event.bucket],
  ['claim', ({ claim }) => claim],
  ['amount', ({ amount }) => amount, 'money'],
  ['currency', ({ currency }) => currency],
  of('verdict'),
  of('reason'),
  ['reasons', ({ seen }) => seen.reasons],
  ['rules', ({ event }) => event.hits.join(' ')],
  ['observed', ({ seen }) => seen.observed],
  ['limits', ({ seen }) => seen.limits],
  ['lists', ({ seen }) => seen.lists],
  ['rule_set', ({ event }) => event.rule_version, 'count'],
  of('country'),
  of('os'),
  of('device_type'),
  personal('ip'),
  of('as_name'),
  personal('device_id'),
  personal('user_id'),
  personal('click_id'),
  personal('order_id'),
  of('user_agent'),
];

export const FILE_COLUMNS: readonly FileColumn[] = COLUMNS.map(([label, , kind = 'plain']) => ({ label, kind }));
export const CSV_HEAD: readonly string[] = COLUMNS.map(([label]) => label);

export const cellsOf = (told: Told): Cell[] => COLUMNS.map(([, value]) => value(told));
