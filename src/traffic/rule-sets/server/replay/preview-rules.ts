import { daysBetween } from '#platform/contract/date-range.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Stores } from '#platform/server/stores.ts';
import { storedSource } from '#traffic/judge/server/facts/source-facts-sql.ts';
import { type EarlierRuleSet, loadPolicy } from '#traffic/judge/server/load-policy.ts';
import { PREVIEW_SECONDS, type ReplayResult } from '#traffic/rule-sets/contract/replay.ts';
import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import type { RuleSet } from '#traffic/rules/contract/rule.ts';
import { checkedDraft } from '../draft.ts';
import { refuse } from '../refuse.ts';
import { ownRules } from '../rule-set-store.ts';
import { type ReplayQuestion, replay, spanOf } from './preview.ts';
import { pointsOfChanges, refuseTooLong } from './preview-cost.ts';
import { PreviewTurns } from './preview-turns.ts';

interface PreviewRequest {
  draft: RuleSetDraft;
  days: number;
  from?: string | undefined;
  /**
   * The one rule of people's own that is asked about: everything else judges each event as it does at its time, so that
   * what other versions changed from a day on is not counted with it.
   */
  rule?: string | undefined;
}

interface PreviewOptions {
  signal?: AbortSignal | undefined;
  /** Previews that have to wait for each other; alone by default. */
  turns?: PreviewTurns;
  /** Seconds it may take by estimate. */
  most?: number;
}

/**
 * What a draft would change on stored events, as if it were saved from the first day of the range on. 422 before
 * anything is judged for a draft that is wrong or asks too much of too many events, 429 and 409 as in `PreviewTurns`.
 */
export async function previewRules(
  scope: Scope,
  stores: Stores,
  packageInfo: PackageInfo,
  wanted: PreviewRequest,
  { signal, turns = new PreviewTurns(), most = PREVIEW_SECONDS }: PreviewOptions = {},
): Promise<ReplayResult> {
  const packageName = ownRules(scope, packageInfo.package_name);
  return turns.run(
    scope,
    packageName,
    async (turn) => {
      const question = await questionOf(stores, packageInfo, wanted, { most, signal: turn.signal });
      return turn.wait(() => replay(stores, question, turn.signal));
    },
    signal,
  );
}

async function questionOf(
  { clickhouse, database }: Stores,
  packageInfo: PackageInfo,
  wanted: PreviewRequest,
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<ReplayQuestion> {
  const { package_name: packageName, today } = packageInfo;
  const stored = await loadPolicy(database, packageName);
  const { whiteList, sourceDecisions = [], suspectCountsAs } = stored;
  const draft = checkedDraft(wanted.draft, stored.ruleSet);
  if (wanted.from !== undefined && wanted.from > today) throw refuse('future_day', {}, { field: 'from' });
  const span = await spanOf(clickhouse, packageInfo, wanted);
  // As the version it would become; without a rule asked about alone: what it judges, no older version judges any more.
  const ruleSet = { ...draft, version: stored.ruleSet.version + 1 };
  const earlier = wanted.rule === undefined ? [] : withRule(stored.earlier ?? [], ruleSet, wanted.rule);
  const days = wanted.from === undefined ? wanted.days : daysBetween(wanted.from, today) + 1;
  await refuseTooLong(clickhouse, span, { points: pointsOfChanges(stored.ruleSet, ruleSet), days, most }, signal);
  const source = storedSource(packageName, { from: span.from });
  const policy = { ruleSet, earlier, whiteList, sourceDecisions, suspectCountsAs, source };
  return { packageInfo, policy, span, baseVersion: stored.ruleSet.version };
}

/** Older versions with one rule as the draft has it. */
const withRule = (earlier: readonly EarlierRuleSet[], { custom = [] }: RuleSet, id: string): EarlierRuleSet[] =>
  earlier.map(({ ruleSet, until }) => {
    const others = (ruleSet.custom ?? []).filter((rule) => rule.id !== id);
    return { until, ruleSet: { ...ruleSet, custom: [...others, ...custom.filter((rule) => rule.id === id)] } };
  });
