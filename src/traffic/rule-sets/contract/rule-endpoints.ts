import { z } from 'zod';
import { conditionSchema } from '#platform/contract/condition.ts';
import { isoDate } from '#platform/contract/date-range.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { envelope, pagedEnvelope } from '#platform/contract/envelopes.ts';
import { pageQuery } from '#platform/contract/paging.ts';
import { reasonText } from '#platform/contract/reason-text.ts';
import { EVENT_KINDS, VERDICTS } from '#traffic/event/contract/event.ts';
import { limitView } from '#traffic/rules/contract/limit-view.ts';
import { GRADES, RULE_MODES } from '#traffic/rules/contract/rule.ts';
import { verdictMove } from './replay.ts';
import { ruleMarks } from './rule-marks.ts';
import { ruleSetDraft, ruleSetting } from './rule-set.ts';

const packageName = z.string().min(1).max(200);
const version = z.coerce.number().int().min(1).max(2_147_483_647);
const count = z.number().int();

/** Hits of a rule on traffic that should have none, with its 95 % Wilson interval; `rate` is null below the minimum. */
const trustedHits = z.object({
  hits: count,
  events: count,
  rate: z.object({ share: z.number(), low: z.number(), high: z.number() }).nullable(),
});

/** What a rule did in the period. */
export const ruleMeasure = z.object({
  /** Events of the kinds it applies to. */
  events: count,
  hits: count,
  /** Events whose verdict it decides. */
  decided: count,
  /** Events that would be clean without it. */
  unique: count,
  trusted: trustedHits,
  /** Facts it needs that none of the looked-at events has. */
  blind: z.array(z.string()),
});
export type RuleMeasure = z.infer<typeof ruleMeasure>;

/** Of its calls that were claimed and objected to, what was decided: events, and claims they were in. */
const ruleDisputed = z.object({ overturned: count, upheld: count, claims: count });
export type RuleDisputed = z.infer<typeof ruleDisputed>;

export const ruleView = z.object({
  id: z.string(),
  title: z.string(),
  reason: z.string(),
  group: z.string(),
  tier: z.enum(['GIVT', 'SIVT', 'quality']),
  stage: z.enum(['arrival', 'sweep']),
  kinds: z.array(z.enum(EVENT_KINDS)),
  needs: z.array(z.string()),
  /** English, as in the documentation. */
  looks_at: z.string(),
  false_positives: z.string(),
  source: z.string(),
  limits: z.array(limitView),
  /** Names of limits that must grow in this order. */
  rising: z.array(z.string()),
  /** Its grades at the package's limits, in the order they are tried. */
  cases: z.array(z.object({ verdict: z.enum(GRADES), when: conditionSchema })),
  custom: z.boolean(),
  /** Not named by the stored version: off, and new since it was saved. */
  is_new: z.boolean(),
  /** What a new package sets it to: what a package that takes it later begins with. */
  starts_as: z.enum(RULE_MODES),
  setting: ruleSetting,
  measured: ruleMeasure,
  /** Of all time; left out where nothing was decided. */
  disputed: ruleDisputed.optional(),
});
export type RuleView = z.infer<typeof ruleView>;

/** The state of writing a version into history. */
export const rewriteState = z.object({
  state: z.enum(['queued', 'counting', 'writing', 'done', 'failed']),
  /** 0 to 1. */
  progress: z.number(),
  error: z.string().nullable(),
});
export type RewriteState = z.infer<typeof rewriteState>;

export const ruleVersion = z.object({
  version: count,
  author: z.string(),
  reason: z.string(),
  created_at: z.string(),
  /** First moment it judges, ISO; everything when null. */
  effective_from: z.string().nullable(),
  /** Whether it reached back into history when it was saved. */
  from_history: z.boolean(),
  /** The version it took back, if any. */
  undoes: count.nullable(),
  rewrite: rewriteState.nullable(),
  /** What it changed in history; null while that is not known, or to whom it is not shown. */
  effect: z.object({ events: count, moves: z.array(verdictMove), closed_months: z.array(z.string()) }).nullable(),
});
export type RuleVersion = z.infer<typeof ruleVersion>;

const settingChange = z.object({ before: z.string().nullable(), after: z.string().nullable() });

/** One rule that two versions treat differently. Settings and conditions are null where a version does not know it. */
export const ruleDifference = z.object({
  rule: z.string(),
  title: z.string(),
  custom: z.boolean(),
  change: z.enum(['added', 'removed', 'changed']),
  mode: settingChange.nullable(),
  limits: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      unit: z.string(),
      before: z.number().nullable(),
      after: z.number().nullable(),
    }),
  ),
  publishers: z.array(
    z.object({
      publisher: z.string(),
      mode: settingChange.nullable(),
      limits: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          unit: z.string(),
          before: z.number().nullable(),
          after: z.number().nullable(),
        }),
      ),
    }),
  ),
  condition: z.object({ before: conditionSchema.nullable(), after: conditionSchema.nullable() }).nullable(),
  /** Names of further things that differ: title, reason, kinds. */
  other: z.array(z.enum(['title', 'reason', 'kinds'])),
});
export type RuleDifference = z.infer<typeof ruleDifference>;

const saved = z.object({ version: count, rewrite: rewriteState.nullable() });

export const ruleEndpoints = {
  catalogue: endpoint({
    method: 'GET',
    path: '/api/traffic/rules',
    summary: 'Every rule of a package with its setting and what it did in the newest 30 days of data',
    access: 'rules.read',
    pages: ['rules'],
    query: z.strictObject({ package_name: packageName }),
    response: envelope(
      z.object({
        version: count,
        effective_from: z.string().nullable(),
        /** Days the measures cover; null without data. */
        range: z.object({ from: z.string(), to: z.string() }).nullable(),
        events: count,
        rules: z.array(ruleView),
        draft: ruleSetDraft,
        /** A version is being written into history. */
        rewriting: rewriteState.nullable(),
      }),
    ),
  }),
  news: endpoint({
    method: 'GET',
    path: '/api/traffic/rules/new',
    summary:
      'How many rules the product has brought since the rules of a package were last saved; packages with none are left out',
    access: 'rules.read',
    pages: ['rules'],
    query: z.strictObject({ package_name: packageName.optional() }),
    response: envelope(
      z.array(z.object({ package_name: z.string(), package_title: z.string(), version: count, rules: count })),
    ),
  }),
  hits: endpoint({
    method: 'GET',
    path: '/api/traffic/rules/hits',
    summary: 'Hits of one rule by day, and some of the events it hit',
    access: 'rules.read',
    pages: ['rules'],
    query: z.strictObject({ package_name: packageName, rule: z.string().min(1).max(64) }),
    response: envelope(
      z.object({
        from: z.string(),
        to: z.string(),
        days: z.array(z.object({ day: z.string(), hits: count, decided: count })),
        samples: z.array(
          z.object({
            row_id: z.string(),
            ts: z.string(),
            kind: z.enum(EVENT_KINDS),
            publisher: z.string(),
            verdict: z.enum(VERDICTS),
            reason: z.string(),
          }),
        ),
      }),
    ),
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/traffic/rules/versions',
    summary: 'Versions of the rules of a package, newest first: who, when, why, from when, and what they changed',
    access: 'rules.read',
    pages: ['rules'],
    query: z.strictObject({ package_name: packageName, ...pageQuery }),
    response: pagedEnvelope(ruleVersion),
  }),
  version: endpoint({
    method: 'GET',
    path: '/api/traffic/rules/versions/:version',
    summary: 'One version as it was',
    access: 'rules.read',
    pages: ['rules'],
    params: z.strictObject({ version }),
    query: z.strictObject({ package_name: packageName }),
    response: envelope(z.object({ version: count, draft: ruleSetDraft })),
  }),
  compare: endpoint({
    method: 'GET',
    path: '/api/traffic/rules/compare',
    summary: 'What differs between two versions, rule by rule',
    access: 'rules.read',
    pages: ['rules'],
    query: z.strictObject({ package_name: packageName, before: version, after: version }),
    response: envelope(z.array(ruleDifference)),
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/traffic/rules/versions',
    summary: 'Save the rules as a new version, from now or from a day; history from that day is judged again',
    access: 'rules.write',
    pages: ['rules'],
    body: z.strictObject({
      package_name: packageName,
      /** The version the draft was made from; 409 when a newer one exists. */
      base_version: z.number().int().min(1),
      ...ruleSetDraft.shape,
      reason: reasonText,
      /** First day it judges, in the package's time zone; from now on when absent. */
      from: isoDate.optional(),
    }),
    response: envelope(saved),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/traffic/rules/undo',
    summary: 'Take the newest version back: a new version equal to the one before, with the same reach into history',
    access: 'rules.write',
    pages: ['rules'],
    body: z.strictObject({
      package_name: packageName,
      /** The version to take back; 409 when it is not the newest any more. */
      version: z.number().int().min(2),
      reason: reasonText,
    }),
    response: envelope(saved),
  }),
  marks: ruleMarks,
};
