import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import type { PublisherDraft, RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import type { RuleMode } from '#traffic/rules/contract/rule.ts';

type Setting = RuleSetDraft['rules'][string];
/** What differs for a publisher. */
export type PublisherSetting = Omit<PublisherDraft, 'publisher'>;
export type CustomRuleDraft = RuleSetDraft['custom'][number];

/** One rule as the draft has it; a rule the draft does not name is off at its default limits. */
export function settingIn(draft: RuleSetDraft, rule: RuleView): Setting {
  const custom = draft.custom.find(({ id }) => id === rule.id);
  if (custom) return { mode: custom.mode, limits: {} };
  return draft.rules[rule.id] ?? { mode: 'off', limits: defaultsOf(rule) };
}

export const defaultsOf = (rule: Pick<RuleView, 'limits'>): Record<string, number> =>
  Object.fromEntries(rule.limits.map((limit) => [limit.name, limit.default]));

export function withMode(draft: RuleSetDraft, rule: RuleView, mode: RuleMode): RuleSetDraft {
  if (!rule.custom) return withSetting(draft, rule, { ...settingIn(draft, rule), mode });
  const custom = draft.custom.map((one) => (one.id === rule.id && mode !== 'on' ? { ...one, mode } : one));
  return { ...draft, custom };
}

export function withLimit(draft: RuleSetDraft, rule: RuleView, name: string, value: number): RuleSetDraft {
  const setting = settingIn(draft, rule);
  return withSetting(draft, rule, { ...setting, limits: { ...setting.limits, [name]: value } });
}

/** What differs for a publisher; null, or nothing that differs, takes its setting away. */
export function withPublisher(
  draft: RuleSetDraft,
  rule: RuleView,
  publisher: string,
  special: PublisherSetting | null,
): RuleSetDraft {
  const setting = settingIn(draft, rule);
  const others = (setting.publishers ?? []).filter((one) => one.publisher !== publisher);
  const differs = special && (special.mode !== undefined || Object.keys(special.limits ?? {}).length > 0);
  const publishers = differs ? byName([...others, { publisher, ...special }]) : others;
  const { publishers: _, ...rest } = setting;
  return withSetting(draft, rule, publishers.length > 0 ? { ...rest, publishers } : rest);
}

/** One order, so that what was set and taken back is no change. */
export const byName = (publishers: readonly PublisherDraft[]): PublisherDraft[] =>
  [...publishers].sort((a, b) => (a.publisher < b.publisher ? -1 : 1));

/** Rules new to the package as a new one has them, or off: named all the same, so that they are not offered again. */
export const withNew = (draft: RuleSetDraft, rules: readonly RuleView[], off = false): RuleSetDraft => ({
  ...draft,
  rules: Object.assign(
    {},
    draft.rules,
    ...rules.map((rule) => ({ [rule.id]: { mode: off ? 'off' : rule.starts_as, limits: defaultsOf(rule) } })),
  ),
});

/** Rules of the product that neither the stored version nor the draft names. */
export const untaken = (rules: readonly RuleView[], draft: RuleSetDraft): RuleView[] =>
  rules.filter((rule) => rule.is_new && !rule.custom && draft.rules[rule.id] === undefined);

/** Off at its default limits is what a rule is that no version names, so it need not be named. */
function withSetting(draft: RuleSetDraft, rule: RuleView, setting: Setting): RuleSetDraft {
  if (rule.is_new && isUntouched(rule, setting)) {
    const { [rule.id]: _, ...rules } = draft.rules;
    return { ...draft, rules };
  }
  return { ...draft, rules: { ...draft.rules, [rule.id]: setting } };
}

const isUntouched = (rule: RuleView, { mode, limits, publishers }: Setting): boolean =>
  mode === 'off' &&
  !publishers &&
  rule.limits.every((limit) => (limits[limit.name] ?? limit.default) === limit.default);

/** Adds a rule of one's own, or puts it in the place of the one with its id. */
export const withCustom = (draft: RuleSetDraft, rule: CustomRuleDraft): RuleSetDraft => ({
  ...draft,
  custom: draft.custom.some(({ id }) => id === rule.id)
    ? draft.custom.map((one) => (one.id === rule.id ? rule : one))
    : [...draft.custom, rule],
});

export const withoutCustom = (draft: RuleSetDraft, id: string): RuleSetDraft => ({
  ...draft,
  custom: draft.custom.filter((one) => one.id !== id),
});

/** Ids of rules that two drafts treat differently. */
export function changedRules(a: RuleSetDraft, b: RuleSetDraft): string[] {
  const ids = new Set([
    ...Object.keys(a.rules),
    ...Object.keys(b.rules),
    ...[...a.custom, ...b.custom].map(({ id }) => id),
  ]);
  const of = (draft: RuleSetDraft, id: string) => draft.rules[id] ?? draft.custom.find((one) => one.id === id) ?? null;
  return [...ids].filter((id) => sorted(of(a, id)) !== sorted(of(b, id)));
}

/** JSON with sorted keys, since the order in which settings were made means nothing. */
export const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)))
      : inner,
  );

/** Random, so that a rule that was removed never comes back under the id of another. */
export const newCustomId = (): string =>
  `custom.${[...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
