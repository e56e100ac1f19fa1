import { kindsOfType, typesOfPlatform } from '#analytics/contract/dashboard-kinds.ts';
import type { DashboardType } from '#platform/contract/dashboard-types.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { groupOf, REASON_GROUPS, REASONS } from '#traffic/event/contract/reasons.ts';
import { CUSTOM_REASONS } from '#traffic/rule-sets/contract/rule-set.ts';
import type { Limit, Rule, RuleSet } from '#traffic/rules/contract/rule.ts';
import { defaultLimits } from '#traffic/rules/server/default-limits.ts';
import { RULES } from '#traffic/rules/server/registry.ts';
import type { VariationView } from '../contract/configuration-endpoints.ts';
import type { Found } from './found.ts';

type Platform = PackageInfo['platform'];

/** Rules that can be set for one publisher: those that only lend their verdict to others find nothing by themselves. */
const CONFIGURABLE: readonly Rule[] = RULES.filter((rule) => !rule.lends && CUSTOM_REASONS.includes(rule.reason));

/** Rules that look at events of the kinds, in the order reasons are chosen in. */
export const rulesFor = (kinds: readonly EventKind[]): Rule[] =>
  CONFIGURABLE.filter((rule) => rule.kinds.some((kind) => kinds.includes(kind)));

export const variationOf = (id: string): Rule | undefined => CONFIGURABLE.find((rule) => rule.id === id);

/** The limit a threshold stands in for: the first a rule names. */
export function mainLimit(rule: Rule): { name: string; limit: Limit } | undefined {
  const [first] = Object.entries(rule.limits);
  return first && { name: first[0], limit: first[1] };
}

/** What a rule's limits are in a package before anything is set for a publisher. */
export const packageLimits = (rule: Rule, rules: RuleSet['rules']): Record<string, number> => ({
  ...defaultLimits(rule),
  ...(Object.hasOwn(rules, rule.id) ? rules[rule.id]?.limits : undefined),
});

interface Asked {
  platform: Platform;
  type?: DashboardType | undefined;
}

/** Of the type, else of every type the package can have. */
const kindsAsked = ({ platform, type }: Asked): EventKind[] => [
  ...new Set((type ? [type] : typesOfPlatform(platform)).flatMap((each) => kindsOfType(platform, each))),
];

export function categoriesOf(asked: Asked, found: Found) {
  const groups = [...new Set(rulesFor(kindsAsked(asked)).map(({ reason }) => groupOf(reason)))];
  return groups.map((group) => ({
    fraud_category: group,
    label: group === '' ? '' : REASON_GROUPS[group],
    events: [...found.reasons].reduce(
      (sum, [reason, events]) => (reason.startsWith(`${group}.`) ? sum + events : sum),
      0,
    ),
  }));
}

export function subCategoriesOf(asked: Asked, found: Found, category?: string) {
  const reasons = [...new Set(rulesFor(kindsAsked(asked)).map(({ reason }) => reason))];
  return reasons
    .filter((reason) => category === undefined || groupOf(reason) === category)
    .map((reason) => ({
      fraud_sub_category: reason,
      fraud_category: groupOf(reason),
      label: REASONS[reason].label,
      events: found.reasons.get(reason) ?? 0,
    }));
}

export function variationsOf(
  asked: Asked,
  found: Found,
  rules: RuleSet['rules'],
  subCategory?: string,
): VariationView[] {
  return rulesFor(kindsAsked(asked))
    .filter(({ reason }) => subCategory === undefined || reason === subCategory)
    .map((rule) => {
      const main = mainLimit(rule);
      return {
        variation: rule.id,
        label: rule.title,
        fraud_sub_category: rule.reason,
        dashboard_types: typesOfPlatform(asked.platform).filter((type) =>
          kindsOfType(asked.platform, type).some((kind) => rule.kinds.includes(kind)),
        ),
        threshold: main
          ? {
              label: main.limit.label,
              unit: main.limit.unit,
              min: main.limit.min,
              max: main.limit.max,
              value: packageLimits(rule, rules)[main.name] ?? main.limit.default,
            }
          : null,
        events: found.hits.get(rule.id) ?? 0,
      };
    });
}
