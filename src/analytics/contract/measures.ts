import { type ComparedName, derived, type EveryName, measures, percentOf, type UnitValues } from './measure.ts';
import { MINIMUM_SAMPLE, wilson } from './wilson.ts';

/** Measures of datasets whose rows have a verdict; how they are counted stands in `server/datasets/traffic.ts`. */
export const MEASURES = measures({
  total: {
    label: 'Total',
    unit: 'events',
    description: 'All events but known bots: clean and fraud',
    every: true,
    compared: true,
    adds: true,
  },
  clean: derived(['total', 'fraud'], ({ total, fraud }) => total - fraud, {
    label: 'Clean',
    unit: 'events',
    description: 'Events that count as clean; total minus fraud',
    every: true,
    compared: true,
  }),
  fraud: {
    label: 'Fraud',
    unit: 'events',
    description: 'Events that count as fraud',
    every: true,
    compared: true,
    adds: true,
  },
  suspect: {
    label: 'Suspect',
    unit: 'events',
    description: 'Events with a sign that is not proof; the policy of the package counts them as clean or as fraud',
    every: true,
    compared: true,
    adds: true,
  },
  clean_percentage: derived(['total', 'fraud'], ({ total, fraud }) => percentOf(total - fraud, total), {
    label: 'Clean %',
    unit: 'percent',
    description: 'Clean events of all events',
    every: true,
    compared: true,
  }),
  fraud_percentage: derived(['total', 'fraud'], ({ total, fraud }) => percentOf(fraud, total), {
    label: 'Fraud %',
    unit: 'percent',
    description: 'Fraudulent events of all events',
    every: true,
    compared: true,
    interval: { low: 'wilson_low', high: 'wilson_high', tooFew: 'too_few' },
  }),
  percentage: {
    label: 'Share of fraud',
    unit: 'percent',
    description: 'Part of all fraud of the range',
    partOf: 'fraud',
  },
  wilson_low: derived(['total', 'fraud'], ({ total, fraud }) => wilson(fraud, total).low, {
    label: 'Fraud % at least',
    unit: 'percent',
    description: 'Lower end of the 95 % interval of fraud %',
    every: true,
  }),
  wilson_high: derived(['total', 'fraud'], ({ total, fraud }) => wilson(fraud, total).high, {
    label: 'Fraud % at most',
    unit: 'percent',
    description: 'Upper end of the 95 % interval of fraud %',
    every: true,
  }),
  too_few: derived(['total'], ({ total }) => total < MINIMUM_SAMPLE, {
    label: 'Too few',
    unit: 'yes/no',
    description: 'Too few events for the percentage to mean anything',
    every: true,
  }),
  unique_events: {
    label: 'Unique events',
    unit: 'events',
    description: 'Distinct persons per event name; repeated events of one person count once',
    adds: false,
  },
  current_month: {
    label: 'Current-month affiliation',
    unit: 'events',
    description: 'Events of apps that were installed in the month of the event',
    adds: true,
  },
  filtered: {
    label: 'Known bots',
    unit: 'events',
    description:
      'Events of visitors that name themselves crawlers, monitors or preview services (GIVT); outside of total, clean and fraud. Accepted events are total and known bots',
    every: true,
    compared: true,
    adds: true,
    beside: true,
  },
  accepted: derived(['total', 'filtered'], ({ total, filtered }) => total + filtered, {
    label: 'Accepted',
    unit: 'events',
    description: 'All events that were taken in: total and known bots',
  }),
  spend: {
    label: 'Spend',
    unit: 'money',
    description: 'What all events but known bots cost; at the rate of their day in the currency of the package',
    adds: true,
  },
  spend_assumed: {
    label: 'Spend, assumed',
    unit: 'money',
    description: 'Part of the spend that comes from prices set here, for events whose files bring no cost',
    adds: true,
  },
  cost_at_risk: {
    label: 'Cost at risk',
    unit: 'money',
    description: 'What the fraudulent events cost; at the rate of their day in the currency of the package',
    adds: true,
  },
  cost_at_risk_assumed: {
    label: 'Cost at risk, assumed',
    unit: 'money',
    description: 'Part of the cost at risk that comes from prices set here, for events whose files bring no cost',
    adds: true,
  },
});

export type VerdictMeasures = typeof MEASURES;
export type MeasureName = keyof VerdictMeasures & string;

const isEvery = (name: MeasureName): name is EveryName<VerdictMeasures> => 'every' in MEASURES[name];

/** In every row of every widget, so that clean and fraud always add up to the total beside it. */
export const ROW_MEASURES = (Object.keys(MEASURES) as MeasureName[]).filter(isEvery);

/** Counts and percentages that two periods are compared by. */
export type Counts = { [K in ComparedName<VerdictMeasures>]: UnitValues[VerdictMeasures[K]['unit']] };
