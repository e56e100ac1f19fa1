import type { Condition } from '#platform/contract/condition.ts';
import { compilePredicate, type Row } from '#platform/contract/condition-predicate.ts';
import { fieldsOf } from '#traffic/event/contract/condition-fields.ts';
import { LINK_FACTS, WINDOW_FACTS } from '#traffic/event/contract/facts.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { SOURCE_FACTS } from '#traffic/event/contract/source-facts.ts';
import { type Policy, ruleSetAt } from '#traffic/judge/server/load-policy.ts';
import type { RuleSet } from '#traffic/rules/contract/rule.ts';
import { possibly, surely } from '#traffic/rules/server/known-part.ts';
import { type PlannedRule, planRules, planWhiteList } from '#traffic/rules/server/rule-plan.ts';
import { compileHits, compileJudge, type Hit, type Judge, planAssuming } from '#traffic/rules/server/verdict.ts';

/** Facts an event has from others: nobody knows them before it is stored beside them. */
const OF_OTHERS: ReadonlySet<string> = new Set([...WINDOW_FACTS, ...LINK_FACTS]);

/** A fact of the source that is missing, by name; all of them where nothing is known of it. */
export type MissingSource = 'all' | readonly string[];

/** A rule or entry that may hold and could not be asked. */
export interface Unasked {
  rule?: PlannedRule;
  entry?: number;
  facts: readonly string[];
}

export interface Judged {
  judge: Judge;
  hits: (facts: Row) => readonly Hit[];
  unasked: (facts: Row) => Unasked[];
}

export const isOfOthers = (field: string): boolean => OF_OTHERS.has(field);

/** The policy of a package made ready for single events, once for each version and each set of facts that is missing. */
export class PackageRules {
  readonly #policy: Policy;
  readonly #made = new Map<string, Judged>();

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  at(ts: Date, missing: MissingSource): Judged {
    const ruleSet = ruleSetAt(this.#policy, ts);
    const key = `${ruleSet.version} ${missing === 'all' ? 'all' : missing.join(' ')}`;
    const made = this.#made.get(key) ?? this.#make(ruleSet, missing);
    this.#made.set(key, made);
    return made;
  }

  /** The interpreter there is, over the same plan: what hangs on a missing fact does not hold. */
  #make(ruleSet: RuleSet, missing: MissingSource): Judged {
    const { whiteList, sourceDecisions } = this.#policy;
    const isMissing = (field: string): boolean =>
      OF_OTHERS.has(field) || (missing === 'all' ? Object.hasOwn(SOURCE_FACTS, field) : missing.includes(field));
    const assume = surely(isMissing);
    return {
      judge: compileJudge(ruleSet, whiteList, sourceDecisions, assume),
      hits: compileHits(planAssuming(ruleSet, assume)),
      unasked: findUnasked(planRules(ruleSet), planWhiteList(whiteList), isMissing),
    };
  }
}

interface Doubt {
  sure: (facts: Row) => boolean;
  maybe: (facts: Row) => boolean;
}

/** Which rules may hit otherwise, were the missing facts what they may be. */
function findUnasked(
  plan: readonly PlannedRule[],
  entries: readonly { id: number; when: Condition }[],
  isMissing: (field: string) => boolean,
): (facts: Row) => Unasked[] {
  const missingIn = (conditions: readonly Condition[]): string[] =>
    [...new Set(conditions.flatMap(fieldsOf))].filter(isMissing);
  const doubt = (when: Condition): Doubt => ({
    sure: compilePredicate(surely(isMissing)(when), TRAFFIC_FIELDS),
    maybe: compilePredicate(possibly(isMissing)(when), TRAFFIC_FIELDS),
  });
  const rules = plan.flatMap((rule) => {
    const facts = missingIn(rule.cases.map(({ when }) => when));
    return facts.length > 0 ? [{ rule, facts, cases: rule.cases.map(({ when }) => doubt(when)) }] : [];
  });
  const white = entries.flatMap(({ id, when }) => {
    const facts = missingIn([when]);
    return facts.length > 0 ? [{ entry: id, facts, ...doubt(when) }] : [];
  });
  return (row) => [
    ...rules
      .filter(({ rule }) => rule.kinds.some((kind) => kind === row['kind']))
      .filter(({ cases }) => cases.findIndex(({ maybe }) => maybe(row)) !== cases.findIndex(({ sure }) => sure(row)))
      .map(({ rule, facts }) => ({ rule, facts })),
    ...white.filter(({ sure, maybe }) => maybe(row) && !sure(row)).map(({ entry, facts }) => ({ entry, facts })),
  ];
}
