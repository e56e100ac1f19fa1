import { MINIMUM_SAMPLE } from '#traffic/event/contract/rate.ts';
import { type ComparedName, derived, type EveryName, measures, percentOf, type UnitValues } from './measure.ts';
import { wilsonInPercent } from './wilson.ts';

/** Measures of datasets whose rows have a verdict; how they are counted stands in `server/datasets/traffic.ts`. */
export const MEASURES = measures({
  total: {
    label: 'Total',
    unit: 'events',
    description: 'All events but known bots: clean, suspect and fraud together',
    every: true,
    compared: true,
    adds: true,
  },
  clean: {
    label: 'Clean',
    unit: 'events',
    description: 'Events in which no rule found anything',
    every: true,
    compared: true,
    adds: true,
    of: 'clean',
  },
  fraud: {
    label: 'Fraud',
    unit: 'events',
    description: 'Events that are proven not to be real',
    every: true,
    compared: true,
    adds: true,
    of: 'fraud',
  },
  suspect: {
    label: 'Suspect',
    unit: 'events',
    description: 'Events with a sign of fraud that is no proof; neither clean nor fraud',
    every: true,
    compared: true,
    adds: true,
  },
  clean_percentage: derived(['total', 'clean'], ({ total, clean }) => percentOf(clean, total), {
    label: 'Clean %',
    unit: 'percent',
    description: 'Clean events of the total',
    every: true,
    compared: true,
    of: 'clean',
    interval: { low: 'clean_low', high: 'clean_high', tooFew: 'too_few' },
  }),
  fraud_percentage: derived(['total', 'fraud'], ({ total, fraud }) => percentOf(fraud, total), {
    label: 'Fraud %',
    unit: 'percent',
    description: 'Fraud of the total',
    every: true,
    compared: true,
    of: 'fraud',
    interval: { low: 'wilson_low', high: 'wilson_high', tooFew: 'too_few' },
    leads: true,
  }),
  suspect_percentage: derived(['total', 'suspect'], ({ total, suspect }) => percentOf(suspect, total), {
    label: 'Suspect %',
    unit: 'percent',
    description: 'Suspect events of the total',
    every: true,
  }),
  percentage: {
    label: 'Share of fraud',
    unit: 'percent',
    description: 'Its part of the fraud of all rows; all of them make 100 %',
    partOf: 'fraud',
    of: 'fraud',
  },
  wilson_low: derived(['total', 'fraud'], ({ total, fraud }) => wilsonInPercent(fraud, total).low, {
    label: 'Fraud % at least',
    unit: 'percent',
    description: 'Lower end of the 95 % interval of fraud %',
    every: true,
    of: 'fraud',
  }),
  wilson_high: derived(['total', 'fraud'], ({ total, fraud }) => wilsonInPercent(fraud, total).high, {
    label: 'Fraud % at most',
    unit: 'percent',
    description: 'Upper end of the 95 % interval of fraud %',
    every: true,
    of: 'fraud',
  }),
  clean_low: derived(['total', 'clean'], ({ total, clean }) => wilsonInPercent(clean, total).low, {
    label: 'Clean % at least',
    unit: 'percent',
    description: 'Lower end of the 95 % interval of clean %',
    of: 'clean',
  }),
  clean_high: derived(['total', 'clean'], ({ total, clean }) => wilsonInPercent(clean, total).high, {
    label: 'Clean % at most',
    unit: 'percent',
    description: 'Upper end of the 95 % interval of clean %',
    of: 'clean',
  }),
  too_few: derived(['total'], ({ total }) => total < MINIMUM_SAMPLE, {
    label: 'Too few',
    unit: 'yes/no',
    description: `Fewer than ${MINIMUM_SAMPLE} events: too few for a percentage to mean anything`,
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
      'Events of visitors that name themselves crawlers, monitors or preview services (GIVT); outside of total, clean, suspect and fraud',
    every: true,
    compared: true,
    adds: true,
    beside: true,
  },
  accepted: derived(['total', 'filtered'], ({ total, filtered }) => total + filtered, {
    label: 'Accepted',
    unit: 'events',
    description: 'All events that were taken in: total and known bots together',
  }),
  spend: {
    label: 'Spend',
    unit: 'money',
    description:
      'What all events but known bots cost, at the rate of their day in the currency of the package; what has no rate stands apart, behind a +. ≈: some of it is assumed by prices set here',
    adds: true,
  },
  spend_assumed: {
    label: 'Spend, assumed',
    unit: 'money',
    description: 'Part of the spend that comes from prices set here, for events whose files bring no cost',
    adds: true,
  },
  cost_at_risk: {
    label: 'Money at risk',
    unit: 'money',
    description:
      'What the fraud cost, at the rate of its day in the currency of the package; what has no rate stands apart, behind a +. ≈: some of it is assumed by prices set here',
    adds: true,
    of: 'fraud',
  },
  cost_at_risk_assumed: {
    label: 'Money at risk, assumed',
    unit: 'money',
    description: 'Part of the money at risk that comes from prices set here, for events whose files bring no cost',
    adds: true,
    of: 'fraud',
  },
  cost_suspect: {
    label: 'Suspect spend',
    unit: 'money',
    description: 'What the suspect events cost: beside the money at risk, unless they count as fraud',
    adds: true,
  },
  cost_suspect_assumed: {
    label: 'Suspect spend, assumed',
    unit: 'money',
    description: 'Part of the suspect spend that comes from prices set here',
    adds: true,
  },
});

/** Amounts and the assumed part of each, without which no screen could say that some of it is assumed. */
export const MONEY = [
  'spend',
  'spend_assumed',
  'cost_at_risk',
  'cost_at_risk_assumed',
  'cost_suspect',
  'cost_suspect_assumed',
] as const;

export type VerdictMeasures = typeof MEASURES;
export type MeasureName = keyof VerdictMeasures & string;

const isEvery = (name: MeasureName): name is EveryName<VerdictMeasures> => 'every' in MEASURES[name];

/** In every row of every widget, so that clean and fraud always add up to the total beside it. */
export const ROW_MEASURES = (Object.keys(MEASURES) as MeasureName[]).filter(isEvery);

/** Counts and percentages that two periods are compared by. */
export type Counts = { [K in ComparedName<VerdictMeasures>]: UnitValues[VerdictMeasures[K]['unit']] };
