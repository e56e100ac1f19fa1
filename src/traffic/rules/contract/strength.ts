/**
 * Points at which a package can set how many of a hundred events that only statistics call may be genuine; and, since
 * evidence is as strong as the point that first accepts it, where the words for its strength change.
 */
export const NOTCHES = { lenient: 4, balanced: 10, strict: 35 } as const;

export const NOTCH_NAMES = ['lenient', 'balanced', 'strict'] as const;
export type Notch = (typeof NOTCH_NAMES)[number];

export const STRENGTHS = ['overwhelming', 'strong', 'moderate', 'weak'] as const;
export type Strength = (typeof STRENGTHS)[number];

/** In a word, how strong what is wrong about so many of a hundred events is. */
export function strengthOf(wrong: number): Strength {
  if (wrong <= NOTCHES.lenient) return 'overwhelming';
  if (wrong <= NOTCHES.balanced) return 'strong';
  return wrong <= NOTCHES.strict ? 'moderate' : 'weak';
}

/** The rule whose limit these points are. */
export const EVIDENCE_RULE = 'weight_of_evidence';
