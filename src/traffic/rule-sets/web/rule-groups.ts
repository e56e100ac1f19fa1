import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';

export interface RuleGroup {
  /** Category of the reasons of its rules. */
  id: string;
  rules: readonly RuleView[];
  /** Hits of all its rules; an event that several hit counts for each. */
  hits: number;
}

/** By the category of the reason; groups and rules within one that hit most come first. */
export function groupsOf(rules: readonly RuleView[]): RuleGroup[] {
  const groups = [...new Set(rules.map(({ group }) => group))].map((id) => {
    const own = rules.filter(({ group }) => group === id).sort((a, b) => b.measured.hits - a.measured.hits);
    return { id, rules: own, hits: own.reduce((sum, { measured }) => sum + measured.hits, 0) };
  });
  return groups.sort((a, b) => b.hits - a.hits);
}

/**
 * Rules for kinds of events the package has in the measured days, and those for kinds it has not. Without any events
 * nothing is known, and all are its own.
 */
export function byKindsOf(rules: readonly RuleView[], events: number): { own: RuleView[]; other: RuleView[] } {
  const applies = (rule: RuleView): boolean => events === 0 || rule.custom || rule.measured.events > 0;
  return { own: rules.filter(applies), other: rules.filter((rule) => !applies(rule)) };
}
