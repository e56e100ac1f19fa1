import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { PACK_FORMAT, type RulePack, rulePack } from '#traffic/rule-sets/contract/rule-pack.ts';
import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import { isBlockRule } from '#traffic/rules/contract/rule.ts';
import { EVIDENCE_RULE, NOTCHES } from '#traffic/rules/contract/strength.ts';
import { defaultsOf, newCustomId, settingIn } from '../draft-edits.ts';

export const SHIPPED = ['lenient', 'balanced', 'strict'] as const;
export type ShippedPack = (typeof SHIPPED)[number];

type Setting = RulePack['rules'][string];

/**
 * What a shipped pack sets a rule of the product to: balanced is what a new package begins with. Strict also suspects what
 * is otherwise only marked; lenient only marks matters of quality. Each accepts as many wrong calls of statistics as the
 * point of its name.
 */
function shippedSetting(pack: ShippedPack, rule: RuleView): Setting {
  const limits = defaultsOf(rule);
  if (rule.id === EVIDENCE_RULE) return { mode: rule.starts_as, limits: { ...limits, wrong: NOTCHES[pack] } };
  if (pack === 'strict' && rule.starts_as === 'mark') return { mode: 'suspect', limits };
  if (pack === 'lenient' && rule.tier === 'quality' && rule.starts_as === 'on') return { mode: 'mark', limits };
  return { mode: rule.starts_as, limits };
}

/** Every rule of the product, and none of somebody's own. */
export const shippedPack = (pack: ShippedPack, rules: readonly RuleView[], title: string): RulePack => ({
  format: PACK_FORMAT,
  version: 1,
  title,
  about: '',
  rules: Object.fromEntries(rules.filter(({ custom }) => !custom).map((rule) => [rule.id, shippedSetting(pack, rule)])),
  custom: [],
});

/** The rules of a draft as a pack: what is set for single publishers or blocked is of this package alone and left out. */
export const packOf = (draft: RuleSetDraft, rules: readonly RuleView[], title: string, about = ''): RulePack => ({
  format: PACK_FORMAT,
  version: 1,
  title,
  about,
  rules: Object.fromEntries(
    rules
      .filter(({ custom }) => !custom)
      .map((rule) => {
        const { mode, limits } = settingIn(draft, rule);
        return [rule.id, { title: rule.title, mode, limits }];
      }),
  ),
  custom: draft.custom.filter(({ id, configures }) => !configures && !isBlockRule(id)),
});

/** A file as a pack; what is wrong with it else. */
export function readPack(text: string): RulePack | 'no_json' | 'no_pack' {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return 'no_json';
  }
  const read = rulePack.safeParse(said);
  return read.success ? read.data : 'no_pack';
}

export interface Loaded {
  draft: RuleSetDraft;
  /** Rules of the pack that this installation does not know, by their titles or ids: left out. */
  unknown: string[];
}

/**
 * A draft with the rules of a pack: it sets what the pack names and leaves everything else, settings of publishers among
 * it. Rules of somebody's own are added, unless the draft has one of that title that asks the same.
 */
export function withPack(draft: RuleSetDraft, pack: RulePack, rules: readonly RuleView[]): Loaded {
  const known = new Map(rules.filter(({ custom }) => !custom).map((rule) => [rule.id, rule]));
  const named = Object.entries(pack.rules);
  const set = named.flatMap(([id, { mode, limits }]) => {
    const rule = known.get(id);
    if (!rule) return [];
    const names = new Set(rule.limits.map(({ name }) => name));
    const own = Object.fromEntries(Object.entries(limits).filter(([name]) => names.has(name)));
    const before = settingIn(draft, rule);
    return [[id, { ...before, mode, limits: { ...before.limits, ...own } }] as const];
  });
  const asks = (rule: RulePack['custom'][number]): string => JSON.stringify([rule.title, rule.when, rule.kinds]);
  const there = new Set(draft.custom.map(asks));
  const added = pack.custom
    .filter((rule) => !there.has(asks(rule)))
    .map(({ configures: _, ...rule }) => ({ ...rule, id: newCustomId() }));
  return {
    draft: { rules: { ...draft.rules, ...Object.fromEntries(set) }, custom: [...draft.custom, ...added] },
    unknown: named.filter(([id]) => !known.has(id)).map(([id, { title = id }]) => title),
  };
}
