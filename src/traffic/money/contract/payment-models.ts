import type { EventKind } from '#traffic/event/contract/event.ts';

/**
 * What one unit of a payment model is, by the field's names. `kinds` are the events it pays for; `event` says whether
 * they are narrowed by name; `takes` which terms it needs.
 */
interface ModelShape {
  kinds: readonly EventKind[];
  /** A rate is of so many units. */
  per: number;
  event: 'none' | 'optional';
  takes: readonly ('rate' | 'percent' | 'fixed')[];
}

const ACTIONS = ['web_event', 'app_event', 're_event'] as const;

export const PAYMENT_MODELS = {
  CPI: { kinds: ['install'], per: 1, event: 'none', takes: ['rate'] },
  CPA: { kinds: ACTIONS, per: 1, event: 'optional', takes: ['rate'] },
  CPC: { kinds: ['click', 're_click'], per: 1, event: 'none', takes: ['rate'] },
  CPM: { kinds: ['impression', 'click_impression', 'vast_tracking'], per: 1000, event: 'none', takes: ['rate'] },
  /** Of a re-engagement: the events of people who came back. */
  CPR: { kinds: ['re_event'], per: 1, event: 'optional', takes: ['rate'] },
  CPL: { kinds: ACTIONS, per: 1, event: 'optional', takes: ['rate'] },
  CPS: { kinds: ACTIONS, per: 1, event: 'optional', takes: ['rate'] },
  CPV: { kinds: ['visit'], per: 1, event: 'none', takes: ['rate'] },
  /** A share of what the events earned. */
  RevShare: { kinds: ACTIONS, per: 1, event: 'optional', takes: ['percent'] },
  /** An amount for the period, whatever came. */
  Fixed: { kinds: [], per: 1, event: 'none', takes: ['fixed'] },
  /** An amount for the period, and for each event a rate, a share of what it earned, or both. */
  Hybrid: { kinds: ACTIONS, per: 1, event: 'optional', takes: ['fixed', 'rate', 'percent'] },
} as const satisfies Record<string, ModelShape>;

export type PaymentModelName = keyof typeof PAYMENT_MODELS;

export const PAYMENT_MODEL_NAMES = [
  'CPI',
  'CPA',
  'CPC',
  'CPM',
  'CPR',
  'CPL',
  'CPS',
  'CPV',
  'RevShare',
  'Fixed',
  'Hybrid',
] as const satisfies readonly PaymentModelName[];
