import type { Scenario, World } from './scenario.ts';

/** Honest traffic that looks odd, and why it is honest. */
export const ODD_GROUPS = {
  season: 'organic seasonality: weekends and a holiday bring several times the usual',
  sale: 'flash sale: most of the fortnight falls into a few hours, and people buy',
  small: 'honest small publisher: a handful of events, any rate possible by chance',
  nat: 'carrier NAT: nearly all people of a mobile operator behind a few addresses',
  office: 'office networks: colleagues behind one address, managed browsers, office hours',
  old: 'old phones in poor markets: systems without support, slow downloads',
  retarget: 'retargeting: people who know the product, come back often and convert well',
} as const;

export type OddGroup = keyof typeof ODD_GROUPS;
export const ODD_GROUP_IDS: readonly OddGroup[] = ['season', 'sale', 'small', 'nat', 'office', 'old', 'retarget'];

/** What a source truly is: the label of the whole. */
export type Truth =
  | { is: 'organic' }
  | { is: 'ordinary' }
  | { is: 'odd'; group: OddGroup }
  | { is: 'fraud'; scenario: Scenario };

/** One sub-publisher, the unit that is bought and blocked. */
export interface Source {
  world: World;
  /** Position in the world, also in the labels. */
  index: number;
  publisher: string;
  sub: string;
  channel: string;
  truth: Truth;
}

/** The row of the confusion table a source belongs to. */
export function truthName(truth: Truth): string {
  switch (truth.is) {
    case 'odd':
      return `honest: ${truth.group}`;
    case 'fraud':
      return truth.scenario.id;
    default:
      return `honest: ${truth.is}`;
  }
}
