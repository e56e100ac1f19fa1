import type { Side, Span } from './scenario.ts';

/**
 * Who sells through whom. `apart`: networks of honest sites, odd publishers by themselves, and every second bad site
 * in one of the networks. `shared`: every bad site stands beside honest ones of its publisher.
 */
export type Layout =
  | { is: 'apart' }
  | {
      is: 'shared';
      /** Bad sites of a publisher; those that follow each other cheat alike, as the sites of one crook do. */
      badSites: Span;
      /** Honest sites with nothing odd about them, beside the bad ones. */
      honestSites: Span;
      /** Do the honest-but-odd sources sell through those publishers too? */
      oddBeside: boolean;
    };

/** A world as data: how long it lasts, how large its sources are, who they are. */
export interface DeclaredWorld {
  name: string;
  words: string;
  /** Days it lasts. */
  days: number;
  /** Multiplies what a source brings in all its days, honest or not. */
  volume: Readonly<Record<Side, number>>;
  /** The same for the organic traffic. */
  organic: number;
  /** Are many honest people behind VPNs, company proxies and cloud desktops? */
  masked: boolean;
  layout: Layout;
  /** Scale of its crooks and networks and of its odd groups in the report; see `WorldOptions`. */
  reported: { scale: number; oddScale: number };
}

const WHOLE = { app: 1, web: 1 } as const;

/** The world detectors are tuned on when no other is asked for. */
export const USUAL: DeclaredWorld = {
  name: 'fortnight',
  words: 'fourteen days: honest networks, odd publishers by themselves, every second bad site in a network',
  days: 14,
  volume: WHOLE,
  organic: 1,
  masked: false,
  layout: { is: 'apart' },
  reported: { scale: 0.4, oddScale: 0.2 },
};

/**
 * Every world of the bench. The sizes are ours but for these: most sub-publishers of a network bring too little to be
 * judged alone, which is what the field's least numbers (50 installs, 100 clicks) are about; 2 to 10 % of people use a
 * VPN.
 */
export const WORLDS: readonly DeclaredWorld[] = [
  USUAL,
  {
    name: 'small_networks',
    words: 'networks of some thirty sites, most under a few hundred clicks a week, one to three of them bad',
    days: 14,
    // Medians of 13 installs (some 200 clicks) and 120 clicks a fortnight.
    volume: { app: 0.2, web: 0.4 },
    organic: 1,
    masked: false,
    layout: { is: 'shared', badSites: [1, 3], honestSites: [28, 32], oddBeside: false },
    reported: { scale: 0.2, oddScale: 0.06 },
  },
  {
    name: 'bad_neighbours',
    words: 'publishers with three to six bad sites, and honest and odd ones beside them',
    days: 14,
    volume: WHOLE,
    organic: 1,
    masked: false,
    layout: { is: 'shared', badSites: [3, 6], honestSites: [3, 6], oddBeside: true },
    reported: { scale: 0.4, oddScale: 0.45 },
  },
  {
    name: 'masked_people',
    words: 'as the fortnight, but many honest people are behind VPNs, company proxies and cloud desktops',
    days: 14,
    volume: WHOLE,
    organic: 1,
    masked: true,
    layout: { is: 'apart' },
    reported: { scale: 0.25, oddScale: 0.06 },
  },
  {
    name: 'week',
    words: 'seven days with the traffic of seven days',
    days: 7,
    volume: { app: 0.5, web: 0.5 },
    organic: 0.5,
    masked: false,
    layout: { is: 'apart' },
    reported: { scale: 0.25, oddScale: 0.06 },
  },
  {
    name: 'half',
    words: 'fourteen days in which every source brings half as much',
    days: 14,
    volume: { app: 0.5, web: 0.5 },
    organic: 0.5,
    masked: false,
    layout: { is: 'apart' },
    reported: { scale: 0.25, oddScale: 0.06 },
  },
];

/** Worlds draw numbers of their own; those of the usual world are what they were when it was the only one. */
export const streamOf = ({ name }: DeclaredWorld, side: Side): string =>
  name === USUAL.name ? side : `${name} ${side}`;

/** The worlds of a comma-separated list; all of them for `all`. */
export function worldsNamed(names: string): readonly DeclaredWorld[] {
  if (names === 'all') return WORLDS;
  return names.split(',').map((name) => {
    const world = WORLDS.find((each) => each.name === name);
    if (!world) throw new Error(`${name}: no such world (${WORLDS.map((each) => each.name).join(', ')})`);
    return world;
  });
}
