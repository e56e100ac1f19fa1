import type { RuleDifference } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import type { CustomRule, PublisherSetting, RuleMode, RuleSetting } from '#traffic/rules/contract/rule.ts';
import { RULES } from '#traffic/rules/server/registry.ts';
import { canonical, type Rules } from './draft.ts';

type LimitChange = RuleDifference['limits'][number];
type Setting = Pick<RuleSetting, 'limits' | 'publishers'> & { mode: RuleMode | null };

/** A rule a version does not name is off there. */
const NOWHERE: Setting = { mode: null, limits: {} };

/** What two versions treat differently, rule by rule: those of the product first, then those of people's own. */
export function differences(before: Rules, after: Rules): RuleDifference[] {
  const ids = [...new Set([...Object.keys(before.rules), ...Object.keys(after.rules)])].sort();
  const custom = [...new Set([...before.custom, ...after.custom].map(({ id }) => id))].sort();
  return [
    ...ids.flatMap((id) => ruleDifference(id, before.rules[id], after.rules[id])),
    ...custom.flatMap((id) => customDifference(id, find(before.custom, id), find(after.custom, id))),
  ];
}

const find = (rules: readonly CustomRule[], id: string): CustomRule | undefined => rules.find((one) => one.id === id);

function ruleDifference(id: string, old: RuleSetting | undefined, now: RuleSetting | undefined): RuleDifference[] {
  const [before, after] = [old ?? NOWHERE, now ?? NOWHERE];
  const mode = modeChange(before.mode, after.mode);
  const limits = limitChanges(id, before.limits, after.limits);
  const publishers = publisherChanges(id, before.publishers ?? {}, after.publishers ?? {});
  if (!mode && limits.length === 0 && publishers.length === 0) return [];
  const title = RULES.find((rule) => rule.id === id)?.title ?? id;
  return [
    { ...EMPTY, rule: id, title, change: changeOf(old, now), mode, limits: old && now ? limits : [], publishers },
  ];
}

const EMPTY = { custom: false, limits: [], publishers: [], condition: null, other: [], mode: null };

const changeOf = (old: unknown, now: unknown): RuleDifference['change'] =>
  old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';

const modeChange = (before: string | null, after: string | null): RuleDifference['mode'] =>
  before === after ? null : { before, after };

function limitChanges(
  id: string,
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): LimitChange[] {
  const known = RULES.find((rule) => rule.id === id)?.limits ?? {};
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .map((name) => ({
      name,
      label: known[name]?.label ?? name,
      unit: known[name]?.unit ?? '',
      before: before[name] ?? null,
      after: after[name] ?? null,
    }));
}

function publisherChanges(
  id: string,
  before: Readonly<Record<string, PublisherSetting>>,
  after: Readonly<Record<string, PublisherSetting>>,
): RuleDifference['publishers'] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((publisher) => {
    const [old, now] = [before[publisher] ?? {}, after[publisher] ?? {}];
    const mode = modeChange(old.mode ?? null, now.mode ?? null);
    const limits = limitChanges(id, old.limits ?? {}, now.limits ?? {});
    return mode || limits.length > 0 ? [{ publisher, mode, limits }] : [];
  });
}

function customDifference(id: string, old: CustomRule | undefined, now: CustomRule | undefined): RuleDifference[] {
  const same = (a: unknown, b: unknown): boolean => canonical(a ?? null) === canonical(b ?? null);
  if (same(old, now)) return [];
  const other = old && now ? (['title', 'reason', 'kinds'] as const).filter((name) => !same(old[name], now[name])) : [];
  return [
    {
      ...EMPTY,
      rule: id,
      title: now?.title ?? old?.title ?? id,
      custom: true,
      change: changeOf(old, now),
      mode: modeChange(old?.mode ?? null, now?.mode ?? null),
      condition: same(old?.when, now?.when) ? null : { before: old?.when ?? null, after: now?.when ?? null },
      other,
    },
  ];
}
