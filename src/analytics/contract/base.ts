import { isPart, type Measure } from './measure.ts';
import type { BoardMeta } from './rows.ts';
import type { Widget } from './widget.ts';

/**
 * What the rows of a widget are parts of where that is not all events of the board: shares and totals are called after
 * it, so that "Fraud %" alone always means the fraud of all. Other languages under `base.…` and `base_of.…`.
 */
export const BASES = {
  flagged: {
    label: 'Flagged',
    of: 'flagged',
    description: 'Events with a sign of fraud: suspect and fraud together',
  },
  flagged_click: {
    label: 'Flagged by click',
    of: 'flagged by click',
    description: 'Events with a sign of fraud in the click that was credited: suspect and fraud together',
  },
  flagged_rest: {
    label: 'Flagged beyond the click',
    of: 'flagged beyond the click',
    description: 'Events with a sign of fraud anywhere but in the click: suspect and fraud together',
  },
  proxied: {
    label: 'Through proxies',
    of: 'through proxies',
    description: 'Events from data centres, VPNs, proxies and private relays; known bots are not among them',
  },
  handled: {
    label: 'Own links',
    of: 'own links',
    description: 'What links, pixels and tags of this installation brought; known bots are not among it',
  },
  unsafe: {
    label: 'Unsafe placements',
    of: 'unsafe',
    description: 'Ads beside a topic no brand wants to stand beside; known bots are not among them',
  },
  primary: {
    label: 'Primary',
    of: 'primary',
    description: 'Events credited to the primary attribution; known bots are not among them',
  },
  non_primary: {
    label: 'Non-primary',
    of: 'non-primary',
    description: 'Events credited to another than the primary attribution; known bots are not among them',
  },
} as const;
export type Base = keyof typeof BASES;

/** Whether a measure is called after the base: the whole and the shares of it. */
export const isOfBase = (name: string, measure: Measure): boolean =>
  name === 'total' || (measure.unit === 'percent' && !isPart(measure));

/**
 * English name of a measure in a widget. `suspectIn` says where an answer has put its suspect events; a name that
 * includes them says so.
 */
export function labelIn(
  name: string,
  measure: Measure,
  { base }: Pick<Widget<string>, 'base'>,
  suspectIn: BoardMeta['suspect_counts_as'] = 'apart',
): string {
  const folded = measure.of !== undefined && measure.of === suspectIn ? ' (with suspect)' : '';
  if (!base || !isOfBase(name, measure)) return `${measure.label}${folded}`;
  return name === 'total' ? BASES[base].label : `${measure.label} of ${BASES[base].of}${folded}`;
}

/** English meaning of a measure in a widget. */
export function meaningIn(name: string, measure: Measure, { base }: Pick<Widget<string>, 'base'>): string {
  if (!base || !isOfBase(name, measure)) return measure.description;
  return name === 'total'
    ? BASES[base].description
    : `${measure.description}. The total here: ${BASES[base].description}`;
}
