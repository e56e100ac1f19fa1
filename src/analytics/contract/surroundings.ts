import { MINIMUM_SAMPLE } from '#traffic/event/contract/rate.ts';
import { derived, measures, percentOf } from './measure.ts';
import { wilsonInPercent } from './wilson.ts';

const rated = ({ unsafe, safe }: Readonly<Record<'unsafe' | 'safe', number>>) => unsafe + safe;

/** Measures of ads by what they stand beside; how they are counted stands in `server/datasets/surroundings.ts`. */
export const SURROUNDINGS = measures({
  total: {
    label: 'Placements',
    unit: 'events',
    description: 'Ads shown or asked for, but for known bots: impressions, click impressions and video requests',
    every: true,
    compared: true,
    adds: true,
  },
  unsafe: {
    label: 'Unsafe',
    unit: 'events',
    description: 'Ads beside a topic no brand wants to stand beside, by the category that came with them',
    every: true,
    compared: true,
    adds: true,
  },
  safe: {
    label: 'Safe',
    unit: 'events',
    description: 'Ads whose category is none of the unsafe topics',
    every: true,
    compared: true,
    adds: true,
  },
  unrated: {
    label: 'Without category',
    unit: 'events',
    description: 'Ads that came without a category: whether they are safe is not known',
    every: true,
    compared: true,
    adds: true,
    blind: true,
  },
  unsafe_percentage: derived(['unsafe', 'safe'], (counts) => percentOf(counts.unsafe, rated(counts)), {
    label: 'Unsafe %',
    unit: 'percent',
    description: 'Unsafe ads of those that came with a category',
    every: true,
    compared: true,
    interval: { low: 'unsafe_low', high: 'unsafe_high', tooFew: 'too_few_rated' },
    leads: true,
  }),
  unsafe_low: derived(['unsafe', 'safe'], (counts) => wilsonInPercent(counts.unsafe, rated(counts)).low, {
    label: 'Unsafe % at least',
    unit: 'percent',
    description: 'Lower end of the 95 % interval of unsafe %',
    every: true,
  }),
  unsafe_high: derived(['unsafe', 'safe'], (counts) => wilsonInPercent(counts.unsafe, rated(counts)).high, {
    label: 'Unsafe % at most',
    unit: 'percent',
    description: 'Upper end of the 95 % interval of unsafe %',
    every: true,
  }),
  too_few_rated: derived(['unsafe', 'safe'], (counts) => rated(counts) < MINIMUM_SAMPLE, {
    label: 'Too few rated',
    unit: 'yes/no',
    description: `Fewer than ${MINIMUM_SAMPLE} ads with a category: too few for a percentage to mean anything`,
    every: true,
  }),
  unsafe_share: {
    label: 'Share of unsafe',
    unit: 'percent',
    description: 'Its part of the unsafe ads of all rows; all of them make 100 %',
    partOf: 'unsafe',
  },
});

export type SurroundingName = keyof typeof SURROUNDINGS & string;
