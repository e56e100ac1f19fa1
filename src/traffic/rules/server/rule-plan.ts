import { all, type Condition, eq, gte, lt, not, oneOf } from '#platform/contract/condition.ts';
import { fieldsOf, namesSource } from '#traffic/event/contract/condition-fields.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { FACTS, type FactName } from '#traffic/event/contract/facts.ts';
import { groupOf, REASON_ORDER, REASONS, type ReasonCode } from '#traffic/event/contract/reasons.ts';
import { SOURCE_FACTS, type SourceFactName } from '#traffic/event/contract/source-facts.ts';
import type {
  CustomRule,
  PublisherSetting,
  Rule,
  RuleCase,
  RuleMode,
  RuleSet,
  RuleSetting,
  SourceDecision,
  WhiteListEntry,
} from '#traffic/rules/contract/rule.ts';
import { RULES } from './registry.ts';

/** One grade of a planned rule, narrowed to the publishers it counts for. */
export interface PlannedCase extends RuleCase {
  /** False where the rule is on mark only: the hit is recorded and decides nothing. */
  decides: boolean;
}

/** A rule of one package, ready to run: limits filled in, as data for both interpreters. */
export interface PlannedRule {
  id: string;
  title: string;
  reason: ReasonCode;
  stage: Rule['stage'];
  /** Makes fraud of what others suspect, for their reason. */
  lends: boolean;
  /** Of the package; with `planRules(…, publisher)` of that publisher. */
  mode: Exclude<RuleMode, 'off'>;
  kinds: readonly EventKind[];
  needs: readonly (FactName | SourceFactName)[];
  limits: Readonly<Record<string, number>>;
  /** Tried in order; the first that holds decides the severity. */
  cases: readonly PlannedCase[];
}

/** A white-list entry as one condition over event and event time. */
export interface PlannedEntry {
  id: number;
  when: Condition;
}

/**
 * What runs for a package, the strongest reason first: the first hit of the winning severity is the primary reason.
 * A rule the set does not name is off, so that a version of a set means the same after an update of the product.
 * With a publisher: the same as it looks for events of that publisher, without guards, for explaining.
 */
export function planRules(ruleSet: RuleSet, rules: readonly Rule[] = RULES, publisher?: string): PlannedRule[] {
  const own = rules.flatMap((rule) => {
    const setting = Object.hasOwn(ruleSet.rules, rule.id) ? ruleSet.rules[rule.id] : undefined;
    return setting ? planRule(rule, publisher === undefined ? setting : settingOf(setting, publisher)) : [];
  });
  const custom = (ruleSet.custom ?? []).flatMap(planCustomRule);
  return [...own, ...custom].sort(byStrength);
}

/** The order of a plan: by reason, then by id. */
export const byStrength = (a: PlannedRule, b: PlannedRule): number =>
  REASON_ORDER.indexOf(a.reason) - REASON_ORDER.indexOf(b.reason) || (a.id < b.id ? -1 : 1);

/** What counts for one publisher: limits it does not name are those of the package. */
export function settingOf({ publishers = {}, ...setting }: RuleSetting, publisher: string): RuleSetting {
  const special = Object.hasOwn(publishers, publisher) ? publishers[publisher] : undefined;
  return special
    ? { mode: special.mode ?? setting.mode, limits: { ...setting.limits, ...special.limits } }
    : { ...setting };
}

function planRule(rule: Rule, setting: RuleSetting): PlannedRule[] {
  const { id, title, reason, stage, lends = false, kinds, needs } = rule;
  const special = publisherGroups(setting);
  const names = special.flatMap((group) => group.names);
  const cases = [
    ...special.flatMap((group) => casesOf(rule, group.setting, ofPublishers(group.names))),
    // Not `notIn`: an event without a publisher is one of the others too.
    ...casesOf(rule, setting, names.length > 0 ? not(oneOf('publisher', names)) : undefined),
  ];
  if (cases.length === 0) return [];
  const mode = setting.mode === 'off' ? 'on' : setting.mode;
  return [
    { id, title, reason, stage, lends, mode, kinds, needs, limits: effectiveLimits(rule, setting.limits), cases },
  ];
}

interface PublisherGroup {
  names: string[];
  setting: RuleSetting;
}

/** Publishers that are set alike are one case for all of them: the engine takes long to read a case for each. */
export function publisherGroups(setting: RuleSetting): PublisherGroup[] {
  const groups = new Map<string, PublisherGroup>();
  for (const [name, own] of Object.entries(setting.publishers ?? {})) {
    if (!differs(own)) continue;
    const effective = settingOf(setting, name);
    const limits = Object.entries(effective.limits).sort(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify([effective.mode, limits]);
    const group = groups.get(key) ?? { names: [], setting: effective };
    group.names.push(name);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const ofPublishers = (names: string[]): Condition => {
  const [only, ...more] = names;
  return only !== undefined && more.length === 0 ? eq('publisher', only) : oneOf('publisher', names);
};

const differs = ({ mode, limits }: PublisherSetting): boolean =>
  mode !== undefined || Object.keys(limits ?? {}).length > 0;

/** The signal before the guard: an explanation names what comes first. */
function casesOf(rule: Rule, { mode, limits }: RuleSetting, guard: Condition | undefined): PlannedCase[] {
  if (mode === 'off') return [];
  return rule.cases(effectiveLimits(rule, limits)).map(({ verdict, when }) => ({
    ...gradeOf(mode, verdict),
    when: guard ? all(when, guard) : when,
  }));
}

/** What a person sets a rule to is what it says, also of statistics about a source, which by themselves only suspect. */
function gradeOf(mode: Exclude<RuleMode, 'off'>, declared: RuleCase['verdict']): Omit<PlannedCase, 'when'> {
  return { verdict: mode === 'suspect' || mode === 'fraud' ? mode : declared, decides: mode !== 'mark' };
}

function planCustomRule({ id, title, reason, kinds, when, mode }: CustomRule): PlannedRule[] {
  if (mode === 'off') return [];
  const stage = namesSource(when) ? 'sweep' : 'arrival';
  const needs = fieldsOf(when).filter(isFact);
  const cases = [{ ...gradeOf(mode, 'suspect'), when }];
  return [{ id, title, reason, stage, lends: false, mode, kinds, needs, limits: {}, cases }];
}

const isFact = (name: string): name is FactName | SourceFactName => name in FACTS || name in SOURCE_FACTS;

/** What a case that holds amounts to. */
export const severityOf = ({ verdict, decides }: PlannedCase): RuleCase['verdict'] | 'mark' =>
  decides ? verdict : 'mark';

/** Statistics about a source, which a person who clears it takes out of force. */
export const isAboutSource = ({ stage }: PlannedRule): boolean => stage === 'sweep';

/** Says nothing where the others prove something: what is blocked keeps its own proof. */
export const yields = ({ reason }: PlannedRule): boolean => reason === 'human.blocked';

/** Hits do not say which grade they are of: of a rule with several its facts must be looked at again. */
export const hasOneGrade = ({ cases }: PlannedRule): boolean => new Set(cases.map(severityOf)).size === 1;

/**
 * The category a deciding hit speaks for; '' for what corroborates nothing: matters of quality, what was inherited,
 * which says again what was said of the install, and what only weighs the hits of others.
 */
export const signalGroup = ({ reason, lends }: Pick<PlannedRule, 'reason' | 'lends'>): string =>
  REASONS[reason].tier === 'quality' || reason === 'evt.inherited' || lends ? '' : groupOf(reason);

/**
 * Entries in the order they are asked: oldest first, the first that matches is named. Throws on a date that is none.
 */
/** An entry that clears only what would be called for some reasons. It gives way to those that clear whatever it is. */
export const isNarrow = ({ categories = [] }: WhiteListEntry): boolean => categories.length > 0;

export function planWhiteList(entries: readonly WhiteListEntry[]): PlannedEntry[] {
  return [...entries]
    .sort((a, b) => a.id - b.id)
    .map(({ id, condition, from, expires }) => ({
      id,
      when: all(
        condition,
        ...(from === null ? [] : [gte('ts', moment(from))]),
        ...(expires === null ? [] : [lt('ts', moment(expires))]),
      ),
    }));
}

/** What names no site is known by that: a value that is not reported equals nothing. */
const siteIs = (name: string): Condition =>
  name === '' ? { field: 'sub_publisher', op: 'unknown' } : eq('sub_publisher', name);

/** The order in which decisions about sources are asked: of a sub-publisher before its publisher, the newest first. */
export function bySourceThenNewest(decisions: readonly SourceDecision[]): SourceDecision[] {
  const isWhole = ({ sub_publisher }: SourceDecision): number => Number(sub_publisher === null);
  return [...decisions].sort((a, b) => isWhole(a) - isWhole(b) || b.id - a.id);
}

/** When a decision about a source counts, as a condition over event and event time. */
export const planSourceDecision = ({ publisher, sub_publisher, from }: SourceDecision): Condition =>
  all(
    eq('publisher', publisher),
    ...(sub_publisher === null ? [] : [siteIs(sub_publisher)]),
    ...(from === null ? [] : [gte('ts', moment(from))]),
  );

/** A stored limit that is missing falls back to the default, one out of bounds to the nearest bound. */
function effectiveLimits(rule: Rule, chosen: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(rule.limits).map(([name, { default: standard, min, max }]) => {
      const value = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
      return [name, Number.isFinite(value) ? Math.min(max, Math.max(min, value ?? standard)) : standard];
    }),
  );
}

function moment(iso: string): number {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) throw new RangeError(`${iso} is not a moment`);
  return ms;
}
