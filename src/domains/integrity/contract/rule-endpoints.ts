import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope } from '#platform/contract/envelopes.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { INTEGRITY_KINDS, OPERATORS, RULE_ACTIONS, RULE_FIELD_NAMES, RULE_KINDS } from './kinds.ts';
import { choice, id, ofKind, ofPackage, packageName } from './named.ts';

const rowId = z.coerce.number().int().min(1).max(2_147_483_647);

const MOST_VALUES = 200;

export const ruleBody = z.strictObject({
  package_name: packageName,
  name: safeText(120).min(1),
  /** Null for all campaigns of the package. */
  campaign_id: id.nullable().default(null),
  field: z.enum(RULE_FIELD_NAMES),
  operator: z.enum(OPERATORS),
  values: z.array(z.string().trim().min(1).max(200)).max(MOST_VALUES).default([]),
  action: z.enum(RULE_ACTIONS),
  active: z.boolean().default(true),
});
export type RuleBody = z.infer<typeof ruleBody>;

export const ruleView = ruleBody.extend({
  id,
  kind: z.enum(RULE_KINDS),
  campaign: z.string(),
  updated_by: z.string(),
  updated_at: z.string(),
});
export type RuleView = z.infer<typeof ruleView>;

const version = z.object({
  version: z.number().int(),
  rules: z.number().int(),
  note: z.string(),
  published_by: z.string(),
  published_at: z.string(),
  /** Names of rules, held against the version before; `moved` where those of both are asked in another order. */
  added: z.array(z.string()),
  taken_away: z.array(z.string()),
  changed: z.array(z.string()),
  moved: z.boolean(),
});
export type RuleVersion = z.infer<typeof version>;

const ruleList = z.object({
  rules: z.array(ruleView),
  campaigns: z.array(choice),
  /** The newest first; of none nothing is in force. */
  versions: z.array(version),
  /** What is written differs from what is in force. */
  changed: z.boolean(),
});
const gone = envelope(z.object({ id: z.number().int() }));
const published = envelope(z.object({ version: z.number().int() }));
const publishBody = z.strictObject({ package_name: packageName, note: safeText(500).default('') });

/** A page shows all rules of a kind; more than these nobody keeps in order by hand. */
const MOST_ORDERED = 10_000;
/** All that are written, each once. */
const orderBody = z.strictObject({ package_name: packageName, ids: z.array(rowId).max(MOST_ORDERED) });
const restoreBody = z.strictObject({ package_name: packageName, version: rowId });
const written = envelope(z.object({ package_name: z.string() }));

const RULES = '/api/integrity/:kind/rules';

export const ruleEndpoints = {
  list: endpoint({
    method: 'GET',
    path: RULES,
    summary: 'Rules of links or pixels as they are written, and the versions that were put in force',
    access: 'tracking.read',
    params: ofKind,
    query: ofPackage,
    response: envelope(ruleList),
  }),
  add: endpoint({
    method: 'POST',
    path: RULES,
    summary: 'Write a rule of links or pixels; it is in force once it is published',
    access: 'tracking.write',
    params: ofKind,
    form: { exempt: ['package_name', 'values'] },
    body: ruleBody,
    response: envelope(ruleView),
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${RULES}/:id`,
    summary: 'Change a rule of links or pixels as it is written',
    access: 'tracking.write',
    params: z.strictObject({ kind: z.enum(INTEGRITY_KINDS), id: rowId }),
    form: { exempt: ['package_name', 'values'] },
    body: ruleBody,
    response: envelope(ruleView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${RULES}/:id`,
    summary: 'Take a rule of links or pixels away; in force it is until the next version',
    access: 'tracking.write',
    params: z.strictObject({ kind: z.enum(INTEGRITY_KINDS), id: rowId }),
    response: gone,
  }),
  order: endpoint({
    method: 'PUT',
    path: `${RULES}/order`,
    summary: 'Ask the rules of links or pixels in another order, as they are written',
    access: 'tracking.write',
    params: ofKind,
    body: orderBody,
    response: written,
  }),
  restore: endpoint({
    method: 'POST',
    path: `${RULES}/restore`,
    summary: 'Write the rules of links or pixels again as a version had them; in force is what was',
    access: 'tracking.write',
    params: ofKind,
    body: restoreBody,
    response: written,
  }),
  publish: endpoint({
    method: 'POST',
    path: `${RULES}/publish`,
    summary: 'Put the rules in force as they are written',
    access: 'tracking.write',
    params: ofKind,
    form: { exempt: ['package_name'] },
    body: publishBody,
    response: published,
  }),
};

const ACQUISITION = '/api/user_acquisition/rules';

export const acquisitionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: ACQUISITION,
    summary: 'Rules of user acquisition as they are written, and the versions that were put in force',
    access: 'tracking.read',
    query: ofPackage,
    response: envelope(ruleList),
  }),
  one: endpoint({
    method: 'GET',
    path: `${ACQUISITION}/:id`,
    summary: 'A rule of user acquisition',
    access: 'tracking.read',
    params: z.strictObject({ id: rowId }),
    response: envelope(ruleView),
  }),
  add: endpoint({
    method: 'POST',
    path: ACQUISITION,
    summary: 'Write a rule of user acquisition; it is in force once it is published',
    access: 'tracking.write',
    form: { exempt: ['package_name', 'values'] },
    body: ruleBody,
    response: envelope(ruleView),
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${ACQUISITION}/:id`,
    summary: 'Change a rule of user acquisition as it is written',
    access: 'tracking.write',
    params: z.strictObject({ id: rowId }),
    form: { exempt: ['package_name', 'values'] },
    body: ruleBody,
    response: envelope(ruleView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${ACQUISITION}/:id`,
    summary: 'Take a rule of user acquisition away; in force it is until the next version',
    access: 'tracking.write',
    params: z.strictObject({ id: rowId }),
    response: gone,
  }),
  order: endpoint({
    method: 'PUT',
    path: `${ACQUISITION}/order`,
    summary: 'Ask the rules of user acquisition in another order, as they are written',
    access: 'tracking.write',
    body: orderBody,
    response: written,
  }),
  restore: endpoint({
    method: 'POST',
    path: `${ACQUISITION}/restore`,
    summary: 'Write the rules of user acquisition again as a version had them; in force is what was',
    access: 'tracking.write',
    body: restoreBody,
    response: written,
  }),
  publish: endpoint({
    method: 'POST',
    path: `${ACQUISITION}/publish`,
    summary: 'Put the rules of user acquisition in force as they are written',
    access: 'tracking.write',
    form: { exempt: ['package_name'] },
    body: publishBody,
    response: published,
  }),
};
