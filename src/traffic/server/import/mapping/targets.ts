import { RAW_COLUMNS, type RawColumnName } from '#traffic/contract/event.ts';

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
  device_id: 'id',
};

/** Columns a field can fill: the time of the event and everything reported about it. */
export const TARGETS: Readonly<Record<string, ValueType>> = {
  ts: 'time',
  ...Object.fromEntries(Object.keys(RAW_COLUMNS).map((name) => [name, SPECIAL[name as RawColumnName] ?? 'text'])),
};

/** Why a value was refused, in words. */
export const VALUE_FAULTS: Readonly<Record<ValueType | 'kind', string>> = {
  text: '',
  id: '',
  agent: '',
  time: 'not a moment that exists between 2000 and tomorrow, in the form chosen for this column',
  money: 'not an amount with at most 14 digits before the decimal mark',
  cost: 'not an amount of 0 or more with at most 14 digits before the decimal mark',
  ip: 'not an IPv4 or IPv6 address',
  country: 'not a country code or English country name',
  flag: 'neither true nor false',
  status: 'not an HTTP status',
  count: 'not a number from 0 to 2,147,483,647',
  currency: 'not a three-letter currency code',
  kind: 'no event kind is chosen for this value',
};
