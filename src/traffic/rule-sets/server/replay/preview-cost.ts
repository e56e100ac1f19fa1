import type { ClickHouse } from '#platform/server/clickhouse/clickhouse.ts';
import { sql } from '#platform/server/clickhouse/sql.ts';
import { changedRules } from '#traffic/judge/server/choose/kept-rules.ts';
import { inSpan, type Span } from '#traffic/judge/server/preview.ts';
import type { RuleSet } from '#traffic/rules/contract/rule.ts';
import { pointsOf, secondsFor } from '#traffic/rules/contract/rule-cost.ts';
import { refuse } from '../refuse.ts';

/**
 * What own rules in a draft would newly ask of each event: those that stay as they are keep their hits. Settings of the
 * product's rules have bounds of their own (`checkRuleSet`), and within them a preview was always possible.
 */
export const pointsOfChanges = (stored: RuleSet, draft: RuleSet): number =>
  changedRules({ ...NO_RULES, custom: stored.custom ?? [] }, { ...NO_RULES, custom: draft.custom ?? [] })
    .flatMap(({ fresh }) => fresh?.cases ?? [])
    .reduce((points, { when }) => points + pointsOf(when), 0);

const NO_RULES = { version: 0, rules: {} };

/** 422 with what would fit, where the changes may take the events of the span more than `most` seconds. */
export async function refuseTooLong(
  ch: ClickHouse,
  span: Span,
  { points, days, most }: { points: number; days: number; most: number },
  signal?: AbortSignal,
): Promise<void> {
  const [found] = await ch.query<{ events: number }>(sql`SELECT count() AS events FROM traffic WHERE ${inSpan(span)}`, {
    tag: 'preview-events',
    ...(signal ? { signal } : {}),
  });
  const events = found?.events ?? 0;
  const seconds = secondsFor(points, events);
  if (seconds <= most) return;
  const values = { events, seconds: Math.ceil(seconds), most };
  // As if every day had as many events.
  const fitting = Math.floor((days * most) / seconds);
  throw fitting < 1
    ? refuse('preview_too_heavy', values, { field: 'custom' })
    : refuse('preview_too_long', { ...values, days: fitting }, { field: 'days' });
}
