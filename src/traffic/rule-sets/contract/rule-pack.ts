import { z } from 'zod';
import { safeText } from '#platform/contract/safe-text.ts';
import { RULE_MODES } from '#traffic/rules/contract/rule.ts';
import { customRule, ruleId } from './rule-set.ts';

export const PACK_FORMAT = 'adsieve-rule-pack';
/** More than a pack of every rule and a hundred own ones has. */
export const MOST_PACK_BYTES = 2_000_000;

/** Rules with their limits as one readable file, to be loaded into another package. Settings of publishers stay behind. */
export const rulePack = z.object({
  format: z.literal(PACK_FORMAT),
  version: z.literal(1),
  title: safeText(100).min(1),
  about: safeText(2_000).default(''),
  rules: z.record(
    ruleId,
    z.object({
      /** For people; the id is what counts. */
      title: z.string().max(300).optional(),
      mode: z.enum(RULE_MODES),
      limits: z.record(z.string().min(1).max(64), z.number().finite()).default({}),
    }),
  ),
  custom: z.array(customRule).max(100).default([]),
});
export type RulePack = z.infer<typeof rulePack>;
