import type { Condition } from '#platform/contract/condition.ts';
import type { DashboardType } from '#platform/contract/dashboard-types.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import type { FactName } from '#traffic/event/contract/facts.ts';
import type { ReasonCode, ReasonGroup } from '#traffic/event/contract/reasons.ts';
import type { SourceFactName } from '#traffic/event/contract/source-facts.ts';
import type { Notch } from './strength.ts';

export interface Limit {
  label: string;
  /** `times`: against what others have. `chance`: a probability, shown as 1 in so many. `ratio`: a number of its own scale. */
  unit: 'seconds' | 'months' | 'events' | 'days' | 'percent' | 'ratio' | 'times' | 'chance';
  default: number;
  min: number;
  max: number;
  /** Values that have names: who sets it chooses one of them, or a number of their own. */
  notches?: readonly { name: Notch; value: number }[];
  /** What it takes in: evidence, by the rules whose signs it is, that is wrong at most so often, in percent. */
  evidence?: readonly { rules: readonly string[]; wrong: number }[];
}

export type Limits = Readonly<Record<string, Limit>>;
export type LimitValues<L extends Limits = Limits> = { readonly [K in keyof L]: number };

/** What a rule can say of an event; `filtered` only what names itself a bot. */
export const GRADES = ['fraud', 'suspect', 'filtered'] as const;

/** One grade of a rule: when the condition holds, the rule hits with this severity. */
export interface RuleCase {
  verdict: (typeof GRADES)[number];
  when: Condition;
}

/** One of several things for which a rule hits, by a name of its own. */
export interface Aspect {
  /** Of it within its rule. */
  id: string;
  title: string;
  when: Condition;
}

/**
 * A detection method as a declaration: what it looks at, its limits, when it hits. One file per rule under
 * `traffic/rules/server`; `npm run sync` finds it there. `cases` are tried in order; the first whose condition holds
 * decides the severity.
 */
export interface Rule<L extends Limits = Limits> {
  id: string;
  title: string;
  /** Number of the method in `CATALOGUE` that it is, or is a part of. */
  method: number;
  reason: ReasonCode;
  /**
   * On arrival (facts of the event and its window) or in a sweep (facts about its source). A sweep rule is a statistic
   * and grades `suspect` by one cause; `fraud` where it looks at two independent ones, or at the event as well.
   */
  stage: 'arrival' | 'sweep';
  kinds: readonly EventKind[];
  /** Facts without which the rule is blind. */
  needs: readonly (FactName | SourceFactName)[];
  /** Plain words: what it looks at and why that is not a person. */
  looksAt: string;
  /** Who may be hit by mistake. */
  falsePositives: string;
  /** Where the method or its limit comes from. */
  source: string;
  limits: L;
  /**
   * The mode a new package begins with, when it is not `on`:
   * what is a matter of policy, or too weak alone, first marks.
   */
  startsAs?: 'mark';
  /**
   * Makes fraud of what other rules suspect, and lends it to them: they name the reason, this one only where none of
   * them counts. They also say for what they are blind, so it needs nothing by itself.
   */
  lends?: true;
  /** Limits that must grow in this order; anything else contradicts itself. */
  rising?: readonly string[];
  cases(limits: LimitValues<L>): readonly RuleCase[];
  /** Where it hits for one of several things: what a card is called by, the first that holds. Decides nothing. */
  aspects?(limits: LimitValues<L>): readonly Aspect[];
}

/** Checks the limits a rule's cases name against those it declares; the registry holds them as plain rules. */
export const rule = <const L extends Limits>(r: Rule<L>): Rule => r;

/**
 * `on`: the grades as the rule declares them. `mark`: the hit is recorded and decides nothing. `suspect` and `fraud`:
 * whatever grade holds counts as this one, a person having said so.
 */
export const RULE_MODES = ['on', 'mark', 'suspect', 'fraud', 'off'] as const;
export type RuleMode = (typeof RULE_MODES)[number];

/** What differs for one publisher; limits left out are those of the package. */
export interface PublisherSetting {
  mode?: RuleMode;
  limits?: Readonly<Record<string, number>>;
}

export interface RuleSetting {
  mode: RuleMode;
  limits: Readonly<Record<string, number>>;
  publishers?: Readonly<Record<string, PublisherSetting>>;
}

/** A rule somebody made from the condition builder. Its id begins with `custom.` and never comes back after removal. */
export interface CustomRule {
  id: string;
  title: string;
  reason: ReasonCode;
  kinds: readonly EventKind[];
  when: Condition;
  mode: Exclude<RuleMode, 'on'>;
  /** Made as the configuration of one publisher: its key there, and what its condition was made from. */
  configures?: PublisherConfiguration | undefined;
}

/** Rules that a block list becomes: it writes them, and puts back what anybody else changes of them. */
export const BLOCK_RULE = 'custom.blocked-';
export const isBlockRule = (id: string): boolean => id.startsWith(BLOCK_RULE);

/** Of which publisher and kind of dashboard a rule is the configuration; its title is the name of that. */
export interface PublisherConfiguration {
  publisher: string;
  dashboard_type: DashboardType;
  /** The product's rule whose cases it asks about this publisher. */
  variation: string;
  /** In place of the first limit of that rule; null where it has none. */
  threshold: number | null;
  /** What it does while it is on. */
  action: 'flag' | 'block';
  by: string;
  /** ISO. */
  at: string;
}

/** The rules of one package at one version; a verdict names the version it was made with. */
export interface RuleSet {
  version: number;
  /** By id of the product's rules; one that is not named is off, so that a version means the same after an update. */
  rules: Readonly<Record<string, RuleSetting>>;
  custom?: readonly CustomRule[];
}

/** What a person can say of a source: its traffic is fraud, or what statistics say of it does not count. */
export const SOURCE_STATES = ['confirmed', 'cleared'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

/** What a person said of a source from a moment on. Of a sub-publisher it outweighs what was said of its publisher. */
export interface SourceDecision {
  id: number;
  publisher: string;
  /** The whole publisher when null. */
  sub_publisher: string | null;
  state: SourceState;
  reason: string;
  /** First event time it is about, ISO; everything when null. A later decision counts from its own moment on. */
  from: string | null;
}

/** One white-list entry: whatever it matches is clean, unless a person decided otherwise. */
export interface WhiteListEntry {
  id: number;
  condition: Condition;
  reason: string;
  /** First event time it covers, ISO; everything when null. */
  from: string | null;
  /** Event time from which it no longer covers, ISO; never when null. */
  expires: string | null;
  /** It clears only what would be called for a reason of these groups; whatever it is called for when absent. */
  categories?: readonly ReasonGroup[];
}
