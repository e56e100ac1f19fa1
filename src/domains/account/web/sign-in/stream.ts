/**
 * Geometry of the picture on the sign-in page: mixed traffic flows in, the sieve lets the real pass and drops the rest.
 */
export interface Drop {
  id: string;
  kind: 'clean' | 'fraud';
  path: string;
  /** Seconds for the whole way, and how far along it is at the start. */
  seconds: number;
  ahead: number;
  size: number;
}

export const SIEVE = { x: 372, top: 84, bottom: 364 } as const;
const LANES = 13;
const EDGE = { left: -24, right: 764, bottom: 548 } as const;

/** The same picture every time: a seeded generator instead of chance. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const gate = (lane: number): number => SIEVE.top + 26 + ((SIEVE.bottom - SIEVE.top - 52) / (LANES - 1)) * lane;

function inflow(lane: number, next: () => number): string {
  const start = 44 + lane * 30 + (next() - 0.5) * 70;
  const bend = (next() - 0.5) * 130;
  const y = gate(lane);
  return `M${EDGE.left} ${start.toFixed(1)}C110 ${(start + bend).toFixed(1)} 240 ${(y - bend * 0.35).toFixed(1)} ${SIEVE.x} ${y.toFixed(1)}`;
}

/** Real traffic leaves in order: parallel lanes, no bend. */
const outflow = (lane: number): string => `H${EDGE.right}V${gate(lane).toFixed(1)}`;

/** What is held back slides down along the sieve and leaves below. */
const fall = (lane: number, next: () => number): string => {
  const y = gate(lane);
  const x = SIEVE.x - 24 - next() * 78;
  return `C${SIEVE.x - 10} ${(y + 40).toFixed(1)} ${x.toFixed(1)} ${(y + 70).toFixed(1)} ${x.toFixed(1)} ${EDGE.bottom}`;
};

const FRAUD_SHARE = 0.3;
const DROPS_PER_LANE = 13;

export function drops(): Drop[] {
  const next = sequence(20261121);
  return Array.from({ length: LANES * DROPS_PER_LANE }, (_, index) => {
    const lane = index % LANES;
    const kind = next() < FRAUD_SHARE ? 'fraud' : 'clean';
    const way = inflow(lane, next) + (kind === 'clean' ? outflow(lane) : fall(lane, next));
    return { id: `d${index}`, kind, path: way, seconds: 15 + next() * 9, ahead: next(), size: 1.3 + next() ** 2 * 2.6 };
  });
}

/** Faint lines behind the drops: the lanes that real traffic leaves in. */
export const lanes = (): string[] =>
  Array.from({ length: LANES }, (_, lane) => `M${SIEVE.x} ${gate(lane).toFixed(1)}H${EDGE.right}`);
