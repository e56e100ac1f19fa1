import { type Condition, gte, not } from '#platform/contract/condition.ts';

/**
 * A message that goes out brings people back to all who carry it within minutes. Where several publishers burst at once
 * it was no single source that made it.
 */
export const BURST_LIMITS = {
  publishers: {
    label: 'Left alone in a burst that publishers share: at least',
    unit: 'events',
    default: 3,
    min: 2,
    max: 1_000,
  },
} as const;

export const notInCommonBurst = (publishers: number): Condition => not(gte('burst_publishers', publishers));
