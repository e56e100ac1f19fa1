import type { About, Sentence, SentenceValue } from '#domains/today/contract/sentences.ts';
import type { Permission } from '#platform/contract/roles.ts';
import type { Asked } from '../asked.ts';

/** What a maker says; the registry adds what it is about. What cannot be proven to this reader is not said. */
export type Said = Omit<Sentence, 'about' | 'proof'> & { proof: string | undefined };

/** One kind of sentence: who may be told, what is asked, and where its number stands. */
export interface Maker {
  about: About;
  access: Permission;
  /** About the whole package: not for who sees only some of its vendors or publishers. */
  ofWhole?: true;
  ask: (asked: Asked) => Promise<readonly Said[]>;
}

export const count = (value: number): SentenceValue => ({ as: 'count', value });
export const day = (value: string): SentenceValue => ({ as: 'day', value });
export const moment = (value: string): SentenceValue => ({ as: 'moment', value });
export const names = (value: readonly string[]): SentenceValue => ({ as: 'names', value: [...value] });
