import type { RuleVersion } from '#traffic/rule-sets/contract/rule-endpoints.ts';

/** The first version of every package is not a person's: it holds the rules as shipped. */
const SYSTEM = 'system';

export const isShipped = ({ version, author }: Pick<RuleVersion, 'version' | 'author'>): boolean =>
  version === 1 && author === SYSTEM;

/** Who saved it; the product goes by its name. */
export const authorOf = ({ author }: Pick<RuleVersion, 'author'>): string => (author === SYSTEM ? 'Adsieve' : author);
