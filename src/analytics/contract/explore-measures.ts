import { FACTS } from '#traffic/event/contract/facts.ts';
import { NUMBER_FACTS } from '#traffic/event/contract/keys.ts';
import { DATASETS, type Dataset } from './datasets.ts';
import type { Counted, Measures } from './measure.ts';
import { MEASURES } from './measures.ts';

/** Under which name the middle of a fact is told. */
export const medianOf = (fact: string): string => `median_${fact}`;

/** The fact whose middle a measure tells; undefined for any other measure. */
export const factOfMedian = (measure: string): string | undefined =>
  NUMBER_FACTS.find((fact) => medianOf(fact) === measure);

const median = (fact: (typeof NUMBER_FACTS)[number]): Counted => ({
  label: `Median of ${FACTS[fact].label.toLowerCase()}`,
  unit: 'number',
  description: `Half of the events have less of this: ${FACTS[fact].description}. By t-digest, so near, not exact; events without it do not count`,
  adds: false,
});

/** What anybody can ask of events: the measures of boards, persons, revenue, and the middle of every number we found. */
export const EXPLORE_MEASURES: Measures = {
  ...MEASURES,
  people: {
    label: 'Persons',
    unit: 'events',
    description: 'Distinct persons, by device id, else by address and user agent',
    adds: false,
  },
  // Not `revenue`: in a question the engine would take the sum for the column of that name, in a filter too.
  reported_revenue: {
    label: 'Revenue',
    unit: 'money',
    description: 'Revenue as the events report it, by currency; nothing converted',
    adds: true,
  },
  ...Object.fromEntries(NUMBER_FACTS.map((fact) => [medianOf(fact), median(fact)])),
};

/** Parts and ends of intervals follow from others and are no question of their own. */
const NOT_ASKED = new Set(['percentage', 'wilson_low', 'wilson_high', 'clean_low', 'clean_high', 'too_few']);
export const ASKED_MEASURES = Object.keys(EXPLORE_MEASURES).filter((name) => !NOT_ASKED.has(name));

/** Events of all kinds, asked freely. */
export const EXPLORED: Dataset<Measures> & { table: 'explored' } = {
  ...DATASETS.all,
  id: 'explored',
  table: 'explored',
  measures: EXPLORE_MEASURES,
};
