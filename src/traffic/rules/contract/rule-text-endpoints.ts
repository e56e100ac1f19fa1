import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';

/** Languages of rules beside English, which stands in the rules themselves. */
export const RULE_LANGUAGES = ['de', 'es', 'fr', 'ja', 'zh'] as const;
export type RuleLanguage = (typeof RULE_LANGUAGES)[number];

export const ruleTextEndpoints = {
  falsePositives: endpoint({
    method: 'GET',
    path: '/api/traffic/rules/false-positives',
    summary: 'Who each rule may hit by mistake, in a language other than English, by rule',
    access: 'rules.read',
    query: z.strictObject({ language: z.enum(RULE_LANGUAGES) }),
    response: envelope(z.record(z.string(), z.string())),
  }),
};
