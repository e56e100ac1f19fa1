import { userMay } from '#platform/web/session/user-may.ts';

/** Where one is, and what has been seen on the way: the address of each stop that was found or visited. */
export interface Place {
  pathname: string;
  search: string;
}

export interface TourStop {
  id: 'number' | 'events' | 'why' | 'rule' | 'publisher';
  /** Whether a person who has come here, by the tour or alone, stands at this stop. */
  fits: (place: Place) => boolean;
  /** What the words point at. */
  target: string;
  /** A link that leads here, on any stop before. */
  link?: string;
  /** Where to go when no link was seen; `search` names package and days. */
  otherwise: (search: string) => string;
  isOpen?: () => boolean;
}

const FIRST_ROW = 'main tbody tr[data-index="0"]';
const withParameter = (search: string, name: string, value: string): string => {
  const params = new URLSearchParams(search);
  params.set(name, value);
  return `?${params}`;
};
const isEvents = ({ pathname }: Place): boolean => pathname === '/traffic/events';
const hasEvent = ({ search }: Place): boolean => new URLSearchParams(search).has('event');
const worstFirst = (search: string): string => `/traffic/events${withParameter(search, 'verdict', 'fraud')}`;

/** From a number to what can be done about it, on the demo's own traffic. */
const STOPS: readonly TourStop[] = [
  {
    id: 'number',
    fits: ({ pathname }) => pathname.includes('dashboard') || pathname === '/publisher',
    target: '[data-tour="answer"]',
    otherwise: (search) => `/${search}`,
  },
  {
    id: 'events',
    fits: (place) => isEvents(place) && !hasEvent(place),
    target: FIRST_ROW,
    link: '[data-tour="answer"] a[href*="verdict=fraud"]',
    otherwise: worstFirst,
  },
  {
    id: 'why',
    fits: (place) => isEvents(place) && hasEvent(place),
    target: '[data-tour="because"]',
    link: `${FIRST_ROW} a[href*="event="]`,
    otherwise: worstFirst,
  },
  {
    id: 'rule',
    fits: ({ pathname }) => pathname === '/rules',
    target: '[data-tour="setting"]',
    link: '[data-tour="rule"]',
    otherwise: (search) => `/rules${search}`,
    isOpen: () => userMay('rules.read'),
  },
  {
    id: 'publisher',
    fits: ({ pathname }) => pathname.startsWith('/publisher/'),
    target: 'main h2',
    link: `${FIRST_ROW} a[href*="/publisher/"]`,
    otherwise: (search) => `/publisher${search}`,
  },
];

/** A publisher sees no rules: the tour goes past them. */
export const openStops = (): readonly TourStop[] => STOPS.filter(({ isOpen }) => isOpen?.() ?? true);
