import type { GuardAnswer } from '#domains/integrity/contract/guard.ts';
import {
  type Operator,
  RULE_FIELDS,
  type RuleAction,
  type RuleField,
  type Signature,
} from '#domains/integrity/contract/kinds.ts';
import type { Step } from '#domains/integrity/contract/link-endpoints.ts';
import { any, type Condition, not } from '#platform/contract/condition.ts';
import { compilePredicate, type FieldTypes } from '#platform/contract/condition-predicate.ts';

/** A rule as it is in force. */
export interface PublishedRule {
  id: number;
  name: string;
  campaign_id: number | null;
  field: RuleField;
  operator: Operator;
  values: readonly string[];
  action: RuleAction;
}

/** What is known of a request or a conversion, by the names rules have for it; null and '' are not known. */
export type Facts = Readonly<Record<RuleField, string | number | null>>;

export interface Outcome extends GuardAnswer {
  steps: Step[];
}

interface Campaign {
  /** Null where nothing says which it is. */
  campaignId: number | null;
  signedOnly: boolean;
}

interface CompiledRule {
  rule: PublishedRule;
  holds: (facts: Facts) => boolean;
}

const FIELD_TYPES: FieldTypes = RULE_FIELDS;

/** The condition of a rule in the language all rules have. A missing value makes each comparison false. */
export function conditionOf({
  field,
  operator,
  values,
}: Pick<PublishedRule, 'field' | 'operator' | 'values'>): Condition {
  const each = (op: 'contains' | 'startsWith') => any(...values.map((value): Condition => ({ field, op, value })));
  switch (operator) {
    case 'is':
      return { field, op: 'in', values: [...values] };
    case 'is_not':
      return { field, op: 'notIn', values: [...values] };
    case 'contains':
      return each('contains');
    case 'starts_with':
      return each('startsWith');
    case 'over':
      return any(...values.map((value): Condition => ({ field, op: 'gt', value: Number(value) })));
    case 'under':
      return any(...values.map((value): Condition => ({ field, op: 'lt', value: Number(value) })));
    case 'in_network':
      return { field, op: 'inNetwork', values: [...values] };
    case 'missing':
      return not({ field, op: 'known' });
  }
}

type Looked = Omit<Step, 'holds' | 'action' | 'not_asked'> & Partial<Pick<Step, 'not_asked'>>;

/** Of a request that came they are always known; of one that is only tried they are not, and no rule speaks of that. */
const NEVER_UNKNOWN: Partial<Record<RuleField, Step['not_asked']>> = {
  signature: 'no_link',
  address_per_minute: 'not_counted',
};

/** Rules of one package and kind, made ready. */
export class RuleSheet {
  readonly #rules: readonly CompiledRule[];

  constructor(rules: readonly PublishedRule[]) {
    this.#rules = rules.map((rule) => ({ rule, holds: compilePredicate(conditionOf(rule), FIELD_TYPES) }));
  }

  /**
   * First the signature, then the places, then the rules in their order; the first that speaks decides. A link whose
   * signature is wrong is always blocked: it was made from one of ours by somebody else, or comes a second time. One
   * without is blocked where its campaign refuses unsigned links.
   */
  evaluate({ campaignId, signedOnly }: Campaign, facts: Facts, countries: readonly string[]): Outcome {
    const steps: Step[] = [];
    let decided: { action: RuleAction; reason: string } | undefined;
    const look = (step: Looked, holds: boolean, action: RuleAction, reason: string): void => {
      const speaks = holds && !decided;
      steps.push({ not_asked: null, ...step, holds, action: speaks ? action : null });
      if (speaks) decided = { action, reason };
    };
    const signature = String(facts.signature ?? '');
    if (signature !== '')
      look(
        { step: 'signature', rule_id: null, name: '', field: 'signature', found: signature },
        WRONG.has(signature) || (signedOnly && signature === 'missing'),
        'block',
        `signature_${signature}`,
      );
    const country = String(facts.country ?? '');
    if (countries.length > 0)
      look(
        { step: 'place', rule_id: null, name: '', field: 'country', found: country },
        country !== '' && !countries.includes(country),
        'block',
        'place',
      );
    for (const { rule, holds } of this.#rules) {
      if (rule.campaign_id !== null && rule.campaign_id !== campaignId) continue;
      const { id, name, field, action } = rule;
      const found = facts[field];
      const notAsked = found === null ? (NEVER_UNKNOWN[field] ?? null) : null;
      look(
        { step: 'rule', rule_id: id, name, field, found: found === null ? '' : String(found), not_asked: notAsked },
        notAsked === null && holds(facts),
        action,
        action === 'allow' ? '' : `rule: ${name}`,
      );
    }
    return { action: decided?.action ?? 'allow', reason: decided?.reason ?? '', steps };
  }
}

const WRONG: ReadonlySet<string> = new Set<Signature>(['invalid', 'expired', 'replayed']);
