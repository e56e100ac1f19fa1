import type { IntegrityKind, RuleKind } from '#domains/integrity/contract/kinds.ts';

/** Which tools a page is of; their pages differ in nothing else. */
export const kindOfPage = (id: string): IntegrityKind => (id.startsWith('impression') ? 'impression' : 'click');

export const ruleKindOf = (id: string): RuleKind => (id.startsWith('acquisition') ? 'acquisition' : kindOfPage(id));
