/** A country on the map of the world, in its units. */
export interface CountryShape {
  /** Of all its parts, as a path of SVG; empty where it is less than a unit. */
  outline: string;
  /** The middle of its largest part. */
  at: readonly [x: number, y: number];
  /** Around its largest part. */
  box: readonly [left: number, top: number, right: number, bottom: number];
  /** Too small to be found by its outline. */
  small: boolean;
}

/** Outlines by ISO 3166-1 alpha-2; borders as addresses are counted by. */
export interface World {
  width: number;
  height: number;
  countries: Readonly<Record<string, CountryShape>>;
}

/** What was counted in a country, the empty code for one that is not known. */
export interface Counted {
  country: string;
  count: number;
}

/** `unseen` where all are allowed; then none is outside. */
export type PlaceState = 'allowed_seen' | 'allowed_unseen' | 'outside_seen' | 'outside_unseen' | 'unseen';

export interface MapPlace extends Counted {
  state: PlaceState;
}

/** Whether a list lets a country pass: an empty one takes all, and nobody keeps out what is not known. */
export const isAllowed = (allowed: readonly string[], country: string): boolean =>
  allowed.length === 0 || country === '' || allowed.includes(country);

function stateOf(country: string, count: number, allowed: readonly string[]): PlaceState {
  if (count > 0) return isAllowed(allowed, country) ? 'allowed_seen' : 'outside_seen';
  if (allowed.length === 0) return 'unseen';
  return allowed.includes(country) ? 'allowed_unseen' : 'outside_unseen';
}

const isTold = ({ state }: MapPlace): boolean => state !== 'unseen' && state !== 'outside_unseen';

/**
 * Joins what was counted, what is allowed and what can be drawn. Most counted first, then allowed ones, so that whoever
 * walks the map meets first what it tells; `beside` has what it tells of countries without an outline.
 */
export function placesOnMap(
  counted: readonly Counted[],
  allowed: readonly string[],
  drawn: readonly string[],
): { places: MapPlace[]; beside: MapPlace[] } {
  const counts = new Map<string, number>();
  for (const { country, count } of counted) counts.set(country, (counts.get(country) ?? 0) + count);
  const outlines = new Set(drawn);
  const places = [...new Set([...counts.keys(), ...allowed, ...drawn])]
    .map((country): MapPlace => {
      const count = counts.get(country) ?? 0;
      return { country, count, state: stateOf(country, count, allowed) };
    })
    .sort((a, b) => b.count - a.count || Number(isTold(b)) - Number(isTold(a)) || (a.country < b.country ? -1 : 1));
  return {
    places: places.filter(({ country }) => outlines.has(country)),
    beside: places.filter((place) => !outlines.has(place.country) && isTold(place)),
  };
}

/** A part of the map, in its units. */
export interface View {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Nearer than this borders have too few points. */
const NEAREST = 360;
/** Of what is shown, on each side: where a country lies is seen by its neighbours. */
const AROUND = 0.15;

export const wholeView = ({ width, height }: World): View => ({ x: 0, y: 0, width, height });

/** The part with what the map tells, in the map's own proportions; the whole of it where that is nothing. */
export function nearView(world: World, places: readonly MapPlace[]): View {
  const boxes = places.filter(isTold).flatMap(({ country }) => world.countries[country]?.box ?? []);
  if (boxes.length === 0) return wholeView(world);
  const across = boxes.filter((_, at) => at % 2 === 0);
  const down = boxes.filter((_, at) => at % 2 === 1);
  const [left, right, top, bottom] = [Math.min(...across), Math.max(...across), Math.min(...down), Math.max(...down)];
  const wanted = Math.max(right - left, ((bottom - top) * world.width) / world.height) * (1 + 2 * AROUND);
  const width = Math.min(world.width, Math.max(NEAREST, wanted));
  const height = (width * world.height) / world.width;
  const within = (middle: number, size: number, end: number): number =>
    Math.max(0, Math.min(end - size, middle - size / 2));
  return {
    x: within((left + right) / 2, width, world.width),
    y: within((top + bottom) / 2, height, world.height),
    width,
    height,
  };
}
