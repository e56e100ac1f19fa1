import { z } from 'zod';
import { ASKED_MEASURES, EXPLORE_MEASURES } from '#analytics/contract/explore-measures.ts';
import { isCounted } from '#analytics/contract/measure.ts';
import { conditionSchema } from '#platform/contract/condition.ts';
import { HTTPS } from '#platform/contract/plain-issue.ts';
import { safeText } from '#platform/contract/safe-text.ts';
import { DIMENSION_NAMES } from '#traffic/event/contract/dimensions.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';

/** Beside the measures of boards: a publisher never seen before, and data that stopped coming. */
export const OTHER_METRICS = ['new_publisher', 'freshness'] as const;
export const METRICS: readonly string[] = [...ASKED_MEASURES, ...OTHER_METRICS];

export const COMPARISONS = ['limit', 'weekday', 'others'] as const;
export const DIRECTIONS = ['above', 'below'] as const;
export const UNITS = ['hour', 'day'] as const;
export const EACH = ['package', 'publisher', 'campaign'] as const;
export const SEVERITIES = ['low', 'medium', 'high'] as const;
export const HOOK_KINDS = ['webhook', 'slack', 'teams'] as const;
/** `incident`: one is opened for it. */
export const CHANNELS = ['mail', ...HOOK_KINDS, 'incident'] as const;
/** How a person hears of alerts by mail: of each as it happens, or of all in one. Grave ones always come at once. */
export const MAIL_WISHES = ['each', 'day', 'week'] as const;
/** Why a raised alert does not hold any more: what it was found in is gone, or within the limit again. */
export const ENDINGS = ['no_data', 'within'] as const;
/** Stands as the error of a message that was not sent as its alert held no longer; it waits again should the alert do so. */
export const ENDED = 'ended';
export type Channel = (typeof CHANNELS)[number];

/** Of one package. */
export const MOST_ALERTS = 200;
export const MOST_RECIPIENTS = 50;
export const MOST_HOOKS = 5;
/** Longest window: as far as four weeks back are still asked of the same days. */
export const MOST_LENGTH = 28;
/** Hours without data that can be waited for: a month. */
export const MOST_QUIET_HOURS = 720;
/** Days that are looked back on before an alert is saved. */
export const PREVIEW_DAYS = 90;

const values = z.array(z.string().max(2000)).max(100).optional();
/** As the list of events takes them: values of dimensions that are counted, each joined by or. */
const filters = z
  .strictObject({
    kind: z.array(z.enum(EVENT_KINDS)).max(EVENT_KINDS.length).optional(),
    ...(Object.fromEntries(DIMENSION_NAMES.map((name) => [name, values])) as Record<
      (typeof DIMENSION_NAMES)[number],
      typeof values
    >),
  })
  // The description of the API says it once.
  .meta({ id: 'AlertFilters' });

const hour = z.number().int().min(0).max(23);

export const alertName = safeText(80).min(3);

/** Everything of an alert that can be changed. */
export const SETTINGS = {
  name: alertName,
  metric: z.string().refine((name) => METRICS.includes(name), 'This names no measure'),
  comparison: z.enum(COMPARISONS),
  direction: z.enum(DIRECTIONS),
  /** A value of the measure; with a comparison how many usual deviations away; of data that stopped hours. */
  limit: z.number().min(-1_000_000_000_000).max(1_000_000_000_000),
  window: z.strictObject({ unit: z.enum(UNITS), length: z.number().int().min(1).max(MOST_LENGTH) }),
  /** Whether the whole is looked at, or each publisher, or each campaign under its publisher. */
  each: z.enum(EACH),
  /** Fewer events say nothing. */
  least: z.number().int().min(0).max(1_000_000_000),
  filters,
  condition: conditionSchema.nullable(),
  /** Hours after a message in which no other is sent. */
  cool_down: z
    .number()
    .int()
    .min(0)
    .max(24 * 28),
  /** Hours of the package in which nothing is sent; what was raised is sent at their end. */
  quiet: z.strictObject({ from: hour, to: hour }).nullable(),
  severity: z.enum(SEVERITIES),
  /** Addresses of people who see the package. */
  recipients: z.array(z.email().max(254)).max(MOST_RECIPIENTS),
  hooks: z
    .array(z.strictObject({ kind: z.enum(HOOK_KINDS), url: z.url({ protocol: HTTPS }).max(2000) }))
    .max(MOST_HOOKS),
  active: z.boolean(),
} as const;
export const alertSettings = z.strictObject(SETTINGS);
export type AlertSettings = z.output<typeof alertSettings>;

const finding = z.object({
  /** '' for the whole. */
  publisher: z.string(),
  /** Of alerts by campaign those of the publisher that rose. */
  parts: z.array(z.string()),
  value: z.number(),
  usual: z.number().nullable(),
  limit: z.number(),
  /** Events behind the value. */
  events: z.number().int(),
});
export type Cause = z.infer<typeof finding>;

/** What was found in a period: the largest cause first. */
export const foundSchema = z.object({
  period: z.string(),
  day: z.string(),
  ...finding.shape,
  /** How many usual deviations away; null where nothing is usual. */
  deviations: z.number().nullable(),
  causes: z.array(finding),
  curve: z.array(z.object({ period: z.string(), value: z.number() })),
  /** How many of the causes, the first of them, joined last; absent of what was found at once. */
  joined: z.number().int().optional(),
});
export type Found = z.infer<typeof foundSchema>;

export type WindowRule = 'sum' | 'share' | 'single';

/** How a window of several periods is made from them. Persons and middles of two days do not make one of both. */
export function windowRule(metric: string): WindowRule {
  const measure = EXPLORE_MEASURES[metric];
  if (!measure) return 'sum';
  if (isCounted(measure)) return measure.adds ? 'sum' : 'single';
  return measure.unit === 'percent' ? 'share' : 'sum';
}

/** The unit its limit is in, where that is compared as such. */
export const metricUnit = (metric: string): 'events' | 'number' | 'percent' | 'money' | 'hours' => {
  if (metric === 'freshness') return 'hours';
  const unit = EXPLORE_MEASURES[metric]?.unit;
  return unit === 'percent' || unit === 'money' || unit === 'number' ? unit : 'events';
};

/** Whether a fixed limit says anything: one that nothing can pass, or that everything does, is refused. */
export function reachOf({
  metric,
  comparison,
  direction,
  limit,
}: Pick<AlertSettings, 'metric' | 'comparison' | 'direction' | 'limit'>): 'never' | 'always' | 'sometimes' {
  if (metric === 'new_publisher') return 'sometimes';
  if (metric === 'freshness') return limit <= 0 ? 'always' : limit > MOST_QUIET_HOURS ? 'never' : 'sometimes';
  if (comparison !== 'limit') return limit <= 0 ? 'always' : limit > 1000 ? 'never' : 'sometimes';
  const most = metricUnit(metric) === 'percent' ? 100 : Number.POSITIVE_INFINITY;
  // A middle of numbers may lie below nothing.
  const least = metricUnit(metric) === 'number' ? Number.NEGATIVE_INFINITY : 0;
  if (direction === 'above') return limit >= most ? 'never' : limit < least ? 'always' : 'sometimes';
  return limit <= least ? 'never' : limit > most ? 'always' : 'sometimes';
}
