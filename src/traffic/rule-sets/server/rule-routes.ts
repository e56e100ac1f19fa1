import { ok, paged } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { loadPolicy, loadRuleSet } from '#traffic/judge/server/load-policy.ts';
import { replayEndpoints } from '#traffic/rule-sets/contract/replay.ts';
import { ruleEndpoints } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { conditionEndpoints } from '#traffic/rules/contract/condition-endpoints.ts';
import { ruleTextEndpoints } from '#traffic/rules/contract/rule-text-endpoints.ts';
import { falsePositivesIn } from '#traffic/rules/server/rule-texts.ts';
import { type CatalogueStores, describeRules, ruleCatalogue } from './catalogue.ts';
import { differences } from './compare.ts';
import { draftOf, type Rules } from './draft.ts';
import { chartMarks } from './marks.ts';
import { newRules } from './new-rules.ts';
import { previewRules } from './replay/preview-rules.ts';
import type { PreviewTurns } from './replay/preview-turns.ts';
import { rewriteJob } from './replay/rewrite-jobs.ts';
import { fieldValues, ruleHits } from './rule-hits.ts';
import { listVersions, saveRuleSet, undoRuleSet } from './rule-set-store.ts';

export interface RuleRouteSources extends CatalogueStores {
  jobs: Jobs;
  previewTurns: PreviewTurns;
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
}

/** Package owners only: whoever knows a rule stays just under its limits. */
export function ruleRoutes(sources: RuleRouteSources): Route[] {
  const { clickhouse, database, jobs, packageInfo, previewTurns } = sources;
  const infoOf = (scope: Scope, name: string) => packageInfo(scope, requirePackage(scope, name));
  const versionOf = async (name: string, version: number): Promise<Rules & { version: number }> => {
    const found = await loadRuleSet(database, name, version);
    if (!found) throw appError('not_found', { field: 'version' });
    return { ...found, custom: found.custom ?? [] };
  };
  const queued = { state: 'queued' as const, progress: 0, error: null };
  return [
    ...implement(replayEndpoints)({
      preview: async ({ scope, body, signal }) => {
        const { package_name, rules, custom, days, from } = body;
        const wanted = { draft: { rules, custom }, days, from };
        return ok(
          await previewRules(scope, sources, await infoOf(scope, package_name), wanted, {
            signal,
            turns: previewTurns,
          }),
        );
      },
    }),
    ...implement(conditionEndpoints)({
      values: async ({ scope, query, signal }) =>
        ok(await fieldValues(scope, clickhouse, await infoOf(scope, query.package_name), query, signal)),
    }),
    ...implement(ruleTextEndpoints)({
      falsePositives: async ({ query }) => ok(falsePositivesIn(query.language)),
    }),
    ...implement(ruleEndpoints)({
      catalogue: async ({ scope, query, signal }) =>
        ok(await ruleCatalogue(scope, sources, await infoOf(scope, query.package_name), signal)),
      news: async ({ scope, query }) => ok(await newRules(scope, database, query.package_name)),
      hits: async ({ scope, query, signal }) => {
        const info = await infoOf(scope, query.package_name);
        const { ruleSet } = await loadPolicy(database, info.package_name);
        const rule = describeRules(ruleSet).find(({ id }) => id === query.rule);
        if (!rule) throw appError('not_found', { field: 'rule' });
        const marks = rule.setting.mode === 'mark';
        return ok(await ruleHits(scope, clickhouse, info, { ...rule, marks }, signal));
      },
      versions: async ({ scope, query: { package_name, page, limit } }) => {
        const info = await infoOf(scope, package_name);
        await loadPolicy(database, info.package_name);
        return paged(await listVersions(scope, sources, { packageName: info.package_name, page, limit }), limit);
      },
      version: async ({ scope, params, query }) => {
        const { package_name } = await infoOf(scope, query.package_name);
        const found = await versionOf(package_name, params.version);
        return ok({ version: found.version, draft: draftOf(found) });
      },
      compare: async ({ scope, query }) => {
        const { package_name } = await infoOf(scope, query.package_name);
        const [before, after] = await Promise.all([
          versionOf(package_name, query.before),
          versionOf(package_name, query.after),
        ]);
        return ok(differences(before, after));
      },
      save: async ({ scope, body }) => {
        const { package_name, base_version, rules, custom, reason, from } = body;
        const info = await infoOf(scope, package_name);
        const wanted = { baseVersion: base_version, draft: { rules, custom }, reason, from };
        const version = await saveRuleSet(scope, sources, info, wanted);
        await jobs.enqueue(rewriteJob, { package: package_name, version });
        return ok({ version, rewrite: queued });
      },
      undo: async ({ scope, body }) => {
        const info = await infoOf(scope, body.package_name);
        const version = await undoRuleSet(scope, sources, info, body);
        await jobs.enqueue(rewriteJob, { package: body.package_name, version });
        return ok({ version, rewrite: queued });
      },
      marks: async ({ scope, query }) => {
        const info = await infoOf(scope, query.package_name);
        const from = query.fromDate ?? query.start_date ?? info.today;
        const to = query.toDate ?? query.end_date ?? info.today;
        if (from > to) throw appError('range_reversed', { field: 'fromDate' });
        return ok(await chartMarks(scope, database, info, { from, to }));
      },
    }),
  ];
}
