import type { SourceFamily } from './source-families.ts';

const SAMPLES = [
  'events',
  'addresses',
  'installs',
  'clicks',
  'impressions',
  'persons',
  'starts',
  'requests',
  'paid',
] as const;

export interface SourceFact {
  label: string;
  description: string;
  /** `chance`: a probability. */
  unit: 'percent' | 'events' | 'ratio' | 'chance';
  /** Families whose events carry it; each is counted for itself. */
  families: readonly SourceFamily[];
  /**
   * The day of the event; the fuller of the seven days that end with it and those that begin with it, once they are
   * over; or the fourteen that end with it and those that begin with it (UTC).
   */
  window: 'day' | 'week' | 'weeks';
  /** What the sample is counted in. */
  sample: (typeof SAMPLES)[number];
  /** Below this sample the fact is unknown and every rule on it abstains. */
  minimum: number;
  /** Raw columns without which it is unknown. */
  from: readonly string[];
  /** Where the method comes from. */
  source: string;
  /** `peers`: what others have stands beside it; `within`: the value is a comparison with others already. */
  baseline: 'peers' | 'within';
}

/** Each event has a person behind it whose address and device say something. */
export const SINGLE = ['impression', 'click', 'install', 'video'] as const;
/** Pages of one visitor come from one address with one agent. */
export const SHAPE = [...SINGLE, 'visit'] as const;

/** A row of the tables of facts. */
export const fact = (
  label: string,
  description: string,
  [unit, window, sample, minimum]: [SourceFact['unit'], SourceFact['window'], SourceFact['sample'], number],
  families: readonly SourceFamily[],
  from: readonly string[],
  source: string,
  baseline: SourceFact['baseline'] = 'peers',
): SourceFact => ({ label, description, unit, families, window, sample, minimum, from, source, baseline });
