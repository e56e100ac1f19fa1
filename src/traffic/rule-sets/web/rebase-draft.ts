import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import { byName, type CustomRuleDraft, changedRules, type PublisherSetting, sorted } from './draft-edits.ts';

type Setting = RuleSetDraft['rules'][string];
type Merge<T> = (base: T | undefined, mine: T | undefined, theirs: T | undefined) => T | undefined;
type Records<T> = Readonly<Record<string, T>>;

/**
 * My edits of `base` put on `theirs`, which somebody saved in the meantime: mode by mode, limit by limit, publisher by
 * publisher. What both have changed stays as I have it.
 */
export function rebaseDraft(base: RuleSetDraft, mine: RuleSetDraft, theirs: RuleSetDraft): RuleSetDraft {
  const custom = mergeRecords(byId(base), byId(mine), byId(theirs), mergeCustom);
  return {
    rules: mergeRecords(base.rules, mine.rules, theirs.rules, mergeSetting),
    custom: Object.values(custom),
  };
}

/** Ids of rules that both have changed since `base`, and not into the same. */
export function changedByBoth(base: RuleSetDraft, mine: RuleSetDraft, theirs: RuleSetDraft): string[] {
  const [own, others] = [changedRules(base, mine), changedRules(mine, theirs)];
  return changedRules(base, theirs).filter((id) => own.includes(id) && others.includes(id));
}

/** Whoever changed it has it; both: mine. */
function pick<T>(base: T, mine: T, theirs: T): T {
  return sorted(mine) === sorted(base) ? theirs : mine;
}

function mergeRecords<T>(base: Records<T>, mine: Records<T>, theirs: Records<T>, merge: Merge<T>): Record<string, T> {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  // Whatever somebody calls a publisher is no property of every object.
  const own = (of: Records<T>, name: string): T | undefined => (Object.hasOwn(of, name) ? of[name] : undefined);
  return Object.fromEntries(
    names.flatMap((name) => {
      const merged = merge(own(base, name), own(mine, name), own(theirs, name));
      return merged === undefined ? [] : [[name, merged] as const];
    }),
  );
}

const mergeSetting: Merge<Setting> = (base, mine, theirs) => {
  if (!base || !mine || !theirs) return pick(base, mine, theirs);
  const merged = mergeRecords(named(base), named(mine), named(theirs), mergePublisher);
  const publishers = byName(Object.entries(merged).map(([publisher, special]) => ({ publisher, ...special })));
  return {
    mode: pick(base.mode, mine.mode, theirs.mode),
    limits: mergeRecords(base.limits, mine.limits, theirs.limits, pick),
    ...(publishers.length > 0 ? { publishers } : {}),
  };
};

const named = ({ publishers = [] }: Setting): Record<string, PublisherSetting> =>
  Object.fromEntries(publishers.map(({ publisher, ...special }) => [publisher, special]));

const mergePublisher: Merge<PublisherSetting> = (base, mine, theirs) => {
  if (!base || !mine || !theirs) return pick(base, mine, theirs);
  const mode = pick(base.mode, mine.mode, theirs.mode);
  const limits = mergeRecords(base.limits ?? {}, mine.limits ?? {}, theirs.limits ?? {}, pick);
  return { ...(mode ? { mode } : {}), ...(Object.keys(limits).length > 0 ? { limits } : {}) };
};

/** Its condition is one thing: halves of two conditions would be a third that nobody has written. */
const mergeCustom: Merge<CustomRuleDraft> = (base, mine, theirs) => {
  if (!base || !mine || !theirs) return pick(base, mine, theirs);
  return {
    id: mine.id,
    title: pick(base.title, mine.title, theirs.title),
    reason: pick(base.reason, mine.reason, theirs.reason),
    kinds: pick(base.kinds, mine.kinds, theirs.kinds),
    when: pick(base.when, mine.when, theirs.when),
    mode: pick(base.mode, mine.mode, theirs.mode),
  };
};

const byId = ({ custom }: RuleSetDraft): Record<string, CustomRuleDraft> =>
  Object.fromEntries(custom.map((rule) => [rule.id, rule]));
