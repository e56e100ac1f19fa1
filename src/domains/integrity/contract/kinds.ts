import { COUNTRIES } from '#platform/contract/countries.ts';

/** What links and pixels of ours bring, each with rules of its own. */
export const INTEGRITY_KINDS = ['click', 'impression'] as const;
export type IntegrityKind = (typeof INTEGRITY_KINDS)[number];

/** Conversions have rules, too: those of user acquisition. */
export const RULE_KINDS = [...INTEGRITY_KINDS, 'acquisition'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

export const RULE_ACTIONS = ['allow', 'flag', 'block'] as const;
export type RuleAction = (typeof RULE_ACTIONS)[number];

/** What the signature of a link says. `missing`: the link was not made here, or somebody has cut it off. */
export const SIGNATURES = ['valid', 'missing', 'invalid', 'expired', 'replayed'] as const;
export type Signature = (typeof SIGNATURES)[number];

/** `static`: may be followed for months. `per_click`: signed by the publisher's server, for minutes and once. */
export const LINK_MODES = ['static', 'per_click'] as const;

interface Field {
  valueType: 'string' | 'number' | 'ip';
  /** Values there are, where it is one of few: no other is ever found there. */
  values?: readonly string[];
  /** Values people look for first, as events write them; there are others. */
  common?: readonly string[];
  /** Of a number, both ends included. */
  range?: { min: number; max: number };
  /** Of a request that came it is always known. */
  always?: true;
}

/** For counts nobody reaches: what a rule holds as a number is kept readable. */
const MOST = 1_000_000;
const MOST_MONTHS = 600;

/** What rules may look at. Facts are those of events (`traffic/event/contract/facts.ts`); the rest is of the request. */
export const RULE_FIELDS = {
  signature: { valueType: 'string', values: SIGNATURES, always: true },
  country: { valueType: 'string', values: COUNTRIES },
  ip_class: { valueType: 'string', values: ['datacenter', 'vpn', 'crawler', 'relay', 'private', 'public'] },
  ip: { valueType: 'ip' },
  ua_class: { valueType: 'string', values: ['browser', 'app', 'bot', 'library', 'headless', 'malformed', 'empty'] },
  // Agents may name others than these; they are typed.
  os: {
    valueType: 'string',
    common: ['Android', 'iOS', 'Windows', 'macOS', 'Linux', 'Ubuntu', 'ChromeOS', 'Windows Phone', 'Tizen', 'webOS'],
  },
  browser: {
    valueType: 'string',
    common: [
      'Chrome',
      'Chrome WebView',
      'Chrome Headless',
      'Safari',
      'Mobile Safari',
      'iOS WebView',
      'Firefox',
      'Firefox iOS',
      'Edge',
      'Edge Mobile',
      'Opera',
      'Opera Mobile',
      'Samsung Internet',
      'Android Browser',
      'Huawei Browser',
      'MIUI Browser',
      'UCBrowser',
      'Yandex',
      'Facebook',
      'Instagram',
      'TikTok',
      'GSA',
      'IE',
    ],
  },
  device_type: { valueType: 'string', values: ['desktop', 'mobile', 'tablet', 'tv', 'other'] },
  browser_age_months: { valueType: 'number', range: { min: 0, max: MOST_MONTHS } },
  os_unsupported_months: { valueType: 'number', range: { min: -MOST_MONTHS, max: MOST_MONTHS } },
  device_conflict: { valueType: 'string' },
  device_id_class: { valueType: 'string', values: ['valid', 'zero', 'malformed', 'missing'] },
  publisher: { valueType: 'string' },
  sub_publisher: { valueType: 'string' },
  referrer_host: { valueType: 'string' },
  hour: { valueType: 'number', range: { min: 0, max: 23 }, always: true },
  address_per_minute: { valueType: 'number', range: { min: 0, max: MOST }, always: true },
  event_name: { valueType: 'string' },
  seconds_after_click: { valueType: 'number', range: { min: 0, max: MOST * 100 } },
} as const satisfies Record<string, Field>;
export type RuleField = keyof typeof RULE_FIELDS;
export const RULE_FIELD_NAMES = Object.keys(RULE_FIELDS) as RuleField[];

/** Of conversions only. */
const OF_CONVERSIONS: readonly RuleField[] = ['event_name', 'seconds_after_click'];
/** Of the request that a conversion has not. */
const OF_REQUESTS: readonly RuleField[] = ['signature', 'referrer_host', 'address_per_minute'];

export const fieldsFor = (kind: RuleKind): RuleField[] =>
  RULE_FIELD_NAMES.filter((name) => !(kind === 'acquisition' ? OF_REQUESTS : OF_CONVERSIONS).includes(name));

export const OPERATORS = ['is', 'is_not', 'contains', 'starts_with', 'over', 'under', 'in_network', 'missing'] as const;
export type Operator = (typeof OPERATORS)[number];

const OF_TYPE: Readonly<Record<Field['valueType'], readonly Operator[]>> = {
  string: ['is', 'is_not', 'contains', 'starts_with', 'missing'],
  number: ['over', 'under', 'missing'],
  ip: ['in_network', 'missing'],
};

export const fieldOf = (name: RuleField): Field => RULE_FIELDS[name];

/** Names of a closed list have no parts to look for; what is always known is never missing. */
export function operatorsFor(name: RuleField): readonly Operator[] {
  const { valueType, values, always } = fieldOf(name);
  const left: readonly Operator[] = [
    ...(values ? (['contains', 'starts_with'] as const) : []),
    ...(always ? (['missing'] as const) : []),
  ];
  return OF_TYPE[valueType].filter((operator) => !left.includes(operator));
}
