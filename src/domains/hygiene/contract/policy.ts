import { z } from 'zod';
import { ACTIONS, CATEGORIES, type Category } from './terms.ts';

export const rule = z.strictObject({
  category: z.enum(CATEGORIES),
  /** From so sure on it counts. */
  confidence: z.number().min(0).max(1),
  action: z.enum(ACTIONS),
});
export type Rule = z.infer<typeof rule>;

/** What is looked for as belonging to the package: a drawn mark, a word, or a creative that was approved as it is. */
export const MARK_KINDS = ['logo', 'word', 'creative'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

const usual = (category: Category, confidence: number, action: Rule['action']): Rule => ({
  category,
  confidence,
  action,
});

/**
 * What holds until a package says otherwise. Where they come from: the nudity limits were chosen on 106 pictures
 * without any explicit one, so what they miss is not known.
 */
export const USUAL_RULES: readonly Rule[] = [
  usual('Explicit', 0.85, 'unsafe'),
  usual('Explicit', 0.6, 'review'),
  usual('Suggestive', 0.9, 'review'),
  usual('Alcohol', 0.5, 'review'),
  usual('Weapons', 0.6, 'review'),
  usual('Profanity', 0.5, 'review'),
  usual('Hate', 0.5, 'unsafe'),
  usual('Drugs & Tobacco', 0.5, 'review'),
  usual('Gambling', 0.5, 'review'),
  usual('Violence', 0.5, 'review'),
  usual('Own words', 0.5, 'unsafe'),
];

export interface Policy {
  rules: readonly Rule[];
  ownWords: readonly string[];
  gallery: boolean;
  demographics: boolean;
}

/** Of nobody's package: the public tools. Nobody's face is compared or guessed at. */
export const USUAL_POLICY: Policy = { rules: USUAL_RULES, ownWords: [], gallery: false, demographics: false };
