import { z } from 'zod';
import { conditionSchema } from '#platform/contract/condition.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import type { AskedKey } from '#traffic/event/contract/keys.ts';
import { MINIMUM_SAMPLE } from '#traffic/event/contract/rate.ts';
import type { BlockKind } from './kinds.ts';

/** What a standing rule looks at one by one, and how a question tells it apart: the value last, its publisher before. */
export const STANDING_KEYS = {
  sub_publisher: ['publisher', 'sub_publisher'],
  publisher: ['publisher'],
  domain: ['site'],
  app: ['app'],
  address: ['address'],
  network: ['network'],
} as const satisfies Partial<Record<BlockKind, readonly AskedKey[]>>;
export type StandingKind = keyof typeof STANDING_KEYS;
const isKind = (name: string): name is StandingKind => Object.hasOwn(STANDING_KEYS, name);
export const STANDING_KINDS: readonly StandingKind[] = Object.keys(STANDING_KEYS).filter(isKind);

/** Of one package: each is two questions after every import. */
export const MOST_STANDING = 20;
/** Of one rule, those with the most fraud: as many as the rules of the package hold. */
export const MOST_FOUND = 2_000;
/** Shown of those it would block, the worst first. */
export const SHOWN_FOUND = 50;

/** "Everything of a kind with more than so much confirmed fraud in so many days, blocked until so many days after." */
export const STANDING = {
  name: safeText(80).min(1, 'Please name the rule').min(3),
  kind: z.enum(STANDING_KINDS),
  /** Of the events that no block list called fraud: more of them than this are proven. */
  percent: z.number().min(1).max(99),
  /** Days that are looked at together, the last the newest day of data. */
  days: z.number().int().min(1).max(31),
  /** Fewer events say nothing. */
  least: z.number().int().min(MINIMUM_SAMPLE).max(1_000_000_000),
  /** Days it stays blocked after the last at which it held. */
  rest: z.number().int().min(1).max(365),
  /** Only events for which it holds are looked at. */
  condition: conditionSchema.nullable(),
  active: z.boolean(),
} as const;
export const standingSettings = z.strictObject(STANDING);
export type StandingSettings = z.output<typeof standingSettings>;
