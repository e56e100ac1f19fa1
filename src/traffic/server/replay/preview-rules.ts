import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { ReplayResult } from '#traffic/contract/replay.ts';
import type { RuleSetDraft } from '#traffic/contract/rule-set.ts';
import { loadPolicy } from '../judge/load-policy.ts';
import { storedSource } from '../judge/source-facts-sql.ts';
import { refuse } from '../refuse.ts';
import { checkedDraft } from '../rule-sets/draft.ts';
import { ownRules } from '../rule-sets/rule-set-store.ts';
import { reachOf, replay } from './preview.ts';
import type { ReplayStores } from './replay-sql.ts';

/** What a draft would change on stored events, as if it were saved from the first day of the range on. */
export async function previewRules(
  { clickhouse, database }: ReplayStores,
  scope: Scope,
  packageInfo: PackageInfo,
  wanted: { draft: RuleSetDraft; days: number; from?: string | undefined },
  signal?: AbortSignal,
): Promise<ReplayResult> {
  const packageName = ownRules(scope, packageInfo.package_name);
  const draft = checkedDraft(wanted.draft);
  if (wanted.from !== undefined && wanted.from > packageInfo.today) throw refuse('future_day', {}, { field: 'from' });
  const { ruleSet, whiteList, suspectCountsAs } = await loadPolicy(database, packageName);
  const reach = await reachOf(clickhouse, packageInfo, wanted);
  // As the version it would become, and alone: what it judges, no older version judges any more.
  const policy = {
    ruleSet: { ...draft, version: ruleSet.version + 1 },
    whiteList,
    suspectCountsAs,
    source: storedSource(packageName, { from: reach.from }),
  };
  return replay({ clickhouse, database }, { packageInfo, policy, reach, baseVersion: ruleSet.version }, signal);
}
