import type { Scenario, Side } from './scenario.ts';

/** Honest traffic that looks odd, and why it is honest. */
export const ODD_GROUPS = {
  season: 'organic seasonality: weekends and a holiday bring several times the usual',
  sale: 'flash sale: most of the fortnight falls into a few hours, and people buy',
  small: 'honest small publisher: a handful of events, any rate possible by chance',
  nat: 'carrier NAT: nearly all people of a mobile operator behind a few addresses',
  office: 'office networks: colleagues behind one address, managed browsers, office hours',
  old: 'old phones in poor markets: systems without support, slow downloads',
  retarget: 'retargeting: people who know the product, come back often and convert well',
  rich: 'rich users: people of the countries that spend most, and more of them than elsewhere pay',
  whale: 'one whale: a small publisher of whose users one buys the dearest again and again',
  utility: 'utility: people who need the app for a day or two, few are there after a week',
  push: 'push messages: whoever subscribed is called at the same moment, at all sources, and taps within minutes',
  kids: 'tablets of children: quick taps on the ads between rounds of a game, day after day, and now and then an install',
} as const;

export type OddGroup = keyof typeof ODD_GROUPS;

const ANYWHERE = ['season', 'sale', 'small', 'nat', 'office', 'old', 'retarget'] as const;
/** Groups that are odd in how they stay and pay exist only where people stay: in the app. */
export const ODD_GROUPS_OF = {
  app: [...ANYWHERE, 'rich', 'whale', 'utility', 'push', 'kids'],
  web: [...ANYWHERE, 'push'],
} as const satisfies Record<Side, readonly OddGroup[]>;
/** Laid last, so that the sources before them draw the numbers they drew without them. */
export const LAID_LAST: ReadonlySet<OddGroup> = new Set(['push', 'kids']);
export const ODD_GROUP_IDS: readonly OddGroup[] = ODD_GROUPS_OF.app;

/** What a source truly is: the label of the whole. */
export type Truth =
  | { is: 'organic' }
  | { is: 'ordinary' }
  | { is: 'odd'; group: OddGroup }
  | { is: 'fraud'; scenario: Scenario };

/** One sub-publisher, the unit that is bought and blocked. */
export interface Source {
  side: Side;
  /** Position in the world, also in the labels. */
  index: number;
  publisher: string;
  sub: string;
  channel: string;
  truth: Truth;
  /** Does its publisher have a fraudulent site, perhaps this one? */
  besideBad: boolean;
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
