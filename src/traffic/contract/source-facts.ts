import type { EventKind } from './event.ts';

export interface SourceFact {
  label: string;
  description: string;
  unit: 'percent' | 'seconds' | 'events' | 'ratio';
  /** Kinds of events it is counted from. */
  computedFrom: readonly EventKind[];
  /** Kinds whose events carry it. */
  covers: readonly EventKind[];
  /** The day of the event, or the seven days that end with it (UTC). */
  window: 'day' | 'week';
  /** Below this sample the fact is unknown and every rule on it abstains. */
  minimum: number;
  /** Where the method comes from. */
  source: string;
  /** What the value is compared with; '' when it stands for itself. */
  baseline: string;
}

/** Facts about the source of an event (publisher and sub-publisher) around its day. */
export const SOURCE_FACTS = {} as const satisfies Record<string, SourceFact>;

export type SourceFactName = keyof typeof SOURCE_FACTS;
