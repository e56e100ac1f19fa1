import { type Condition, gt, not } from '#platform/contract/condition.ts';

/** The limit of rules on a source that leave alone what its signs do not explain. */
export const SPARED = {
  marked: {
    label: 'Except when events with any sign make up more than',
    unit: 'percent',
    default: 40,
    min: 0,
    max: 100,
  },
} as const;

/** Of floods: their clicks outnumber people so far that a third without a sign may still be theirs. */
export const SPARED_BY_FLOODS = { marked: { ...SPARED.marked, default: 65 } } as const;

/**
 * Where most events of a source show what its program does (clicks in one name day after day, phones from a shelf,
 * browsers behind one home), rules on event and source call those, and the rest are its people.
 */
export const unexplained = (marked: number): Condition => not(gt('source_marked', marked));
