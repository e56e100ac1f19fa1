import type { EventKind } from '#traffic/event/contract/event.ts';

export type Unit = 'events' | 'percent' | 'money' | 'yes/no';

/** A number on a board with its meaning: tooltips, table heads, CSV heads and the API documentation read it from here. */
export interface Measure {
  label: string;
  unit: Unit;
  description: string;
}

export const MEASURES = {
  total: { label: 'Total', unit: 'events', description: 'All events: clean and fraud' },
  clean: { label: 'Clean', unit: 'events', description: 'Events that count as clean; total minus fraud' },
  fraud: { label: 'Fraud', unit: 'events', description: 'Events that count as fraud' },
  suspect: {
    label: 'Suspect',
    unit: 'events',
    description: 'Events with a sign that is not proof; the policy of the package counts them as clean or as fraud',
  },
  clean_percentage: { label: 'Clean %', unit: 'percent', description: 'Clean events of all events' },
  fraud_percentage: { label: 'Fraud %', unit: 'percent', description: 'Fraudulent events of all events' },
  percentage: { label: 'Share of fraud', unit: 'percent', description: 'Part of all fraud of the range' },
  wilson_low: { label: 'Fraud % at least', unit: 'percent', description: 'Lower end of the 95 % interval of fraud %' },
  wilson_high: { label: 'Fraud % at most', unit: 'percent', description: 'Upper end of the 95 % interval of fraud %' },
  too_few: { label: 'Too few', unit: 'yes/no', description: 'Too few events for the percentage to mean anything' },
  cost_at_risk: { label: 'Cost at risk', unit: 'money', description: 'What the fraudulent events cost, by currency' },
  unique_events: {
    label: 'Unique events',
    unit: 'events',
    description: 'Distinct persons per event name; repeated events of one person count once',
  },
  current_month: {
    label: 'Current-month affiliation',
    unit: 'events',
    description: 'Events of apps that were installed in the month of the event',
  },
} as const satisfies Record<string, Measure>;

export type MeasureName = keyof typeof MEASURES;

/** In every row of every widget, so that clean and fraud always add up to the total beside it. */
export const ROW_MEASURES = [
  'total',
  'clean',
  'fraud',
  'suspect',
  'clean_percentage',
  'fraud_percentage',
  'wilson_low',
  'wilson_high',
  'too_few',
] as const satisfies readonly MeasureName[];

/** Measures a widget may add to its rows. */
export type ExtraMeasure = 'cost_at_risk' | 'unique_events' | 'current_month' | 'percentage';

/** Events of one kind, with the measures that make sense for it. */
export interface Dataset {
  id: string;
  platform: 'web' | 'app';
  kind: EventKind;
  /** What one event is called, in the plural. */
  noun: string;
}

export const DATASETS = {
  web_visit: { id: 'web_visit', platform: 'web', kind: 'visit', noun: 'Visits' },
  web_click: { id: 'web_click', platform: 'web', kind: 'click', noun: 'Clicks' },
  web_impression: { id: 'web_impression', platform: 'web', kind: 'impression', noun: 'Impressions' },
  web_event: { id: 'web_event', platform: 'web', kind: 'web_event', noun: 'Events' },
  app_install: { id: 'app_install', platform: 'app', kind: 'install', noun: 'Installs' },
  app_event: { id: 'app_event', platform: 'app', kind: 'app_event', noun: 'Events' },
  app_re_click: { id: 'app_re_click', platform: 'app', kind: 're_click', noun: 'Re-engagement clicks' },
  app_re_event: { id: 'app_re_event', platform: 'app', kind: 're_event', noun: 'Re-engagement events' },
  app_click_impression: {
    id: 'app_click_impression',
    platform: 'app',
    kind: 'click_impression',
    noun: 'Click impressions',
  },
} as const satisfies Record<string, Dataset>;
