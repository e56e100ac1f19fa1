import { RAW_COLUMNS, type RawColumnName } from '#traffic/event/contract/event.ts';
import type { ImportMessageCode } from '#traffic/intake/contract/import-messages.ts';

/** How the text of a field becomes a value. */
export type ValueType =
  | 'text'
  | 'id'
  | 'time'
  | 'money'
  | 'cost'
  | 'ip'
  | 'country'
  | 'flag'
  | 'status'
  | 'count'
  | 'currency'
  | 'agent';

const SPECIAL: Partial<Record<RawColumnName, ValueType>> = {
  click_time: 'time',
  impression_time: 'time',
  install_begin_time: 'time',
  referrer_click_time: 'time',
  install_time: 'time',
  revenue: 'money',
  cost: 'cost',
  currency: 'currency',
  ip: 'ip',
  declared_country: 'country',
  wifi: 'flag',
  http_status: 'status',
  receipt_check: 'flag',
  ad_width: 'count',
  ad_height: 'count',
  video_seconds: 'count',
  fill_seconds: 'count',
  quantity: 'count',
  device_id: 'id',
};

/** Columns a field can fill: the time of the event and everything reported about it. */
export const TARGETS: Readonly<Record<string, ValueType>> = {
  ts: 'time',
  ...Object.fromEntries(Object.keys(RAW_COLUMNS).map((name) => [name, SPECIAL[name as RawColumnName] ?? 'text'])),
};

/** What is wrong with a value of this type; text and ids take anything. */
const VALUE_FAULTS: Readonly<Partial<Record<ValueType, ImportMessageCode>>> = {
  time: 'not_a_time',
  money: 'not_an_amount',
  cost: 'not_a_cost',
  ip: 'not_an_address',
  country: 'not_a_country',
  flag: 'not_a_flag',
  status: 'not_a_status',
  currency: 'not_a_currency',
};

/** Why the value of a field was refused. */
export function faultCode(target: string, value: string): ImportMessageCode {
  if (target === 'ts' && value === '') return 'time_empty';
  return target === 'kind' ? 'no_kind' : (VALUE_FAULTS[TARGETS[target] ?? 'text'] ?? 'not_a_time');
}
