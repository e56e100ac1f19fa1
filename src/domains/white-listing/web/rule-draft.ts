import {
  type ListedRule,
  type RuleBody,
  type RuleCondition,
  ruleBody,
} from '#domains/white-listing/contract/endpoints.ts';
import { type DashboardType, isDashboardType } from '#platform/contract/dashboard-types.ts';
import { faultsOf as schemaFaults } from '#platform/web/form/use-schema-form.ts';

export interface RuleDraft {
  analysis: DashboardType | null;
  rule_name: string;
  conditions: RuleCondition[];
  reason: string;
  /** '' is open. */
  from: string;
  expires: string;
  /** The name of the package, once it was asked for. */
  confirm: string;
}

export const EMPTY_CONDITION: RuleCondition = { field: 'publisher', operator: 'is', values: [] };

export const EMPTY_DRAFT: RuleDraft = {
  analysis: null,
  rule_name: '',
  conditions: [EMPTY_CONDITION],
  reason: '',
  from: '',
  expires: '',
  confirm: '',
};

export const draftOf = (row: ListedRule): RuleDraft => ({
  analysis: row.analysis,
  rule_name: row.rule_name ?? '',
  conditions: row.conditions,
  reason: row.reason,
  from: row.from ?? '',
  expires: row.expires ?? '',
  confirm: '',
});

const rawBody = (packageName: string, { from, expires, confirm, ...draft }: RuleDraft) => ({
  ...draft,
  package_name: packageName,
  ...(from ? { from } : {}),
  ...(expires ? { expires } : {}),
  ...(confirm ? { confirm: confirm.trim() } : {}),
});

/** Of a draft without faults. */
export const bodyOf = (packageName: string, draft: RuleDraft): RuleBody => ruleBody.parse(rawBody(packageName, draft));

export const faultsOf = (packageName: string, draft: RuleDraft): Partial<Record<string, string>> =>
  schemaFaults(ruleBody, rawBody(packageName, draft));

export const asType = (value: string | null): DashboardType | null =>
  value !== null && isDashboardType(value) ? value : null;
