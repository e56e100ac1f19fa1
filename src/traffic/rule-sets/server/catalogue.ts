import { addDays } from '#platform/contract/date-range.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { fieldsOf, namesSource } from '#traffic/event/contract/condition-fields.ts';
import { groupOf, REASON_ORDER, REASONS } from '#traffic/event/contract/reasons.ts';
import { lastDay } from '#traffic/event/server/newest-day.ts';
import type { RuleDisputed, RuleView, ruleEndpoints } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import type { LimitView } from '#traffic/rules/contract/limit-view.ts';
import type { CustomRule, Limit, Rule, RuleSet, RuleSetting } from '#traffic/rules/contract/rule.ts';
import { defaultLimits } from '#traffic/rules/server/default-limits.ts';
import { RULES, startsAs } from '#traffic/rules/server/registry.ts';
import { draftOf } from './draft.ts';
import { measureRules } from './measure-rules.ts';
import { currentRules, type RuleSetStores, rewriteView } from './rule-set-store.ts';

/** Days of data the measures cover. */
const MEASURED_DAYS = 30;

type Catalogue = Answer<typeof ruleEndpoints.catalogue>['data'];
type Described = Omit<RuleView, 'measured'>;

export interface CatalogueStores extends RuleSetStores {
  /** What was decided about calls of rules that publishers objected to, by rule. */
  disputedRules: (packageName: string) => Promise<ReadonlyMap<string, RuleDisputed>>;
}

/** Every rule a package has or could have, with its setting and what it did in the newest 30 days of data. */
export async function ruleCatalogue(
  scope: Scope,
  stores: CatalogueStores,
  packageInfo: PackageInfo,
  signal?: AbortSignal,
): Promise<Catalogue> {
  const packageName = packageInfo.package_name;
  const { policy, effectiveFrom, rewriting } = await currentRules(scope, stores, packageName);
  const rules = describeRules(policy.ruleSet);
  const disputed = await stores.disputedRules(packageName);
  const to = await lastDay(stores.clickhouse, packageInfo);
  const range = { from: addDays(to, 1 - MEASURED_DAYS), to };
  const { measures, events } = await measureRules(
    scope,
    stores.clickhouse,
    { package: packageName, ...range, timeZone: packageInfo.time_zone, where: {} },
    rules.map((rule) => ({ ...rule, marks: rule.setting.mode === 'mark' })),
    signal,
  );
  return {
    version: policy.ruleSet.version,
    effective_from: effectiveFrom?.toISOString() ?? null,
    range: events > 0 ? range : null,
    events,
    rules: rules.flatMap((rule) => {
      const measured = measures.get(rule.id);
      const own = disputed.get(rule.id);
      return measured ? [{ ...rule, measured, ...(own ? { disputed: own } : {}) }] : [];
    }),
    draft: draftOf(policy.ruleSet),
    rewriting: rewriting && rewriteView(rewriting),
  };
}

/** The rules of the product and of the package, in the order reasons are chosen in. */
export function describeRules(ruleSet: RuleSet): Described[] {
  return [
    ...RULES.map((rule) => describe(rule, Object.hasOwn(ruleSet.rules, rule.id) ? ruleSet.rules[rule.id] : undefined)),
    ...(ruleSet.custom ?? []).map(describeCustom),
  ].sort((a, b) => order(a) - order(b) || (a.id < b.id ? -1 : 1));
}

const RANKS: readonly string[] = REASON_ORDER;
const order = ({ reason }: Described): number => RANKS.indexOf(reason);

function describe(rule: Rule, setting: RuleSetting | undefined): Described {
  const { id, title, reason, stage, kinds, needs, looksAt, falsePositives, source } = rule;
  const limits = { ...defaultLimits(rule), ...setting?.limits };
  return {
    id,
    title,
    reason,
    group: groupOf(reason),
    tier: REASONS[reason].tier,
    stage,
    source,
    kinds: [...kinds],
    needs: [...needs],
    looks_at: looksAt,
    false_positives: falsePositives,
    limits: Object.entries(rule.limits).map(([name, limit]) => limitViewOf(name, limit)),
    rising: [...(rule.rising ?? [])],
    cases: rule.cases(limits).map(({ verdict, when }) => ({ verdict, when })),
    custom: false,
    is_new: setting === undefined,
    starts_as: startsAs(rule),
    setting: draftOf({ rules: { [id]: { mode: 'off', ...setting, limits } } }).rules[id] ?? { mode: 'off', limits },
  };
}

const limitViewOf = (name: string, { notches, evidence, ...limit }: Limit): LimitView => ({
  name,
  ...limit,
  ...(notches ? { notches: [...notches] } : {}),
  ...(evidence ? { evidence: evidence.map(({ rules, wrong }) => ({ rules: [...rules], wrong })) } : {}),
});

function describeCustom({ id, title, reason, kinds, when, mode }: CustomRule): Described {
  return {
    id,
    title,
    reason,
    group: groupOf(reason),
    tier: REASONS[reason].tier,
    stage: namesSource(when) ? 'sweep' : 'arrival',
    kinds: [...kinds],
    needs: [...new Set(fieldsOf(when))],
    looks_at: '',
    false_positives: '',
    source: '',
    limits: [],
    rising: [],
    cases: [{ verdict: mode === 'fraud' ? 'fraud' : 'suspect', when }],
    custom: true,
    is_new: false,
    starts_as: mode,
    setting: { mode, limits: {} },
  };
}
