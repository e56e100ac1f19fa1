import { z } from 'zod';
import { conditionSchema } from '#platform/contract/condition.ts';
import { DASHBOARD_TYPES } from '#platform/contract/dashboard-types.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { REASON_ORDER, type ReasonCode } from '#traffic/event/contract/reasons.ts';
import { RULE_MODES } from '#traffic/rules/contract/rule.ts';

/** Reasons a rule of somebody's own may give: those that only a person or the product gives by itself are left out. */
export const CUSTOM_REASONS: readonly ReasonCode[] = REASON_ORDER.filter(
  (code) => !code.startsWith('human.') && code !== 'evt.inherited',
);

export const ruleId = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/);
const limits = z.record(z.string().min(1).max(64), z.number().finite());

const publisherSetting = z.strictObject({
  publisher: z.string().min(1).max(500),
  mode: z.enum(RULE_MODES).optional(),
  limits: limits.optional(),
});
export type PublisherDraft = z.infer<typeof publisherSetting>;

export const ruleSetting = z.strictObject({
  mode: z.enum(RULE_MODES),
  limits,
  /** A list, in which names are values: as a key `__proto__` does not cross any reader of JSON. Each publisher once. */
  publishers: z
    .array(publisherSetting)
    .refine((all) => new Set(all.map(({ publisher }) => publisher)).size === all.length, 'A publisher is named twice')
    .optional(),
});

export const CUSTOM_MODES = RULE_MODES.filter((mode) => mode !== 'on');

export const customRule = z.strictObject({
  /** Chosen by whoever makes the rule, at random, so that it never comes back after removal. */
  id: z.string().regex(/^custom\.[a-z0-9][a-z0-9_-]{0,59}$/),
  title: safeText(100).min(3, 'Please name the rule'),
  reason: z
    .enum(REASON_ORDER)
    // That of block rules only theirs: `checkRuleSet` knows which these are.
    .refine((code) => code === 'human.blocked' || CUSTOM_REASONS.includes(code), 'No rule may give this reason'),
  kinds: z.array(z.enum(EVENT_KINDS)).min(1).max(EVENT_KINDS.length),
  when: conditionSchema,
  mode: z.enum(CUSTOM_MODES),
  configures: z
    .strictObject({
      publisher: z.string().min(1).max(500),
      dashboard_type: z.enum(DASHBOARD_TYPES),
      variation: ruleId,
      threshold: z.number().finite().nullable(),
      action: z.enum(['flag', 'block']),
      by: safeText(200),
      at: z.iso.datetime(),
    })
    .optional(),
});

/** The rules of a package as a person edits them: what a version holds, without its number. */
export const ruleSetDraft = z.strictObject({
  rules: z.record(ruleId, ruleSetting),
  custom: z.array(customRule).max(1_000),
});

export type RuleSetDraft = z.infer<typeof ruleSetDraft>;
