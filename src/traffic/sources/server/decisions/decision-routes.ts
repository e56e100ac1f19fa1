import { ok, paged } from '#platform/contract/envelopes.ts';
import { requirePackage } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { sourceDecisionEndpoints } from '#traffic/sources/contract/decision-endpoints.ts';
import { rangeOf, type SourceRouteSources } from '../profile/source-routes.ts';
import { decideSource, decisionsAbout, takeBack } from './decide-source.ts';
import { previewSource } from './preview-source.ts';
import { markSeen } from './seen-sources.ts';
import { listSources } from './source-list.ts';
import { wrongCallsOf } from './wrong-calls-of.ts';

export const decisionRoutes = (sources: SourceRouteSources): Route[] =>
  implement(sourceDecisionEndpoints)({
    list: async ({ scope, query, signal }) => {
      const info = await sources.packageInfo(scope, requirePackage(scope, query.package_name));
      const question = { ...query, ...rangeOf(query, info.today) };
      const [{ states, ...found }, wrong_calls] = await Promise.all([
        listSources(scope, sources, info, question, signal),
        wrongCallsOf(scope, sources, info, question, signal),
      ]);
      return { ...paged(found, query.limit), states, wrong_calls };
    },
    seen: async ({ scope, body: { package_name, visit, sources: seen } }) => {
      await markSeen(scope, sources.database, { packageName: package_name, visit: new Date(visit), sources: seen });
      return ok(null);
    },
    history: async ({ scope, query }) => {
      const info = await sources.packageInfo(scope, query.package_name);
      return ok(await decisionsAbout(scope, sources.database, info, query));
    },
    preview: async ({ scope, query: { package_name, sub_publisher = null, ...wanted }, signal }) => {
      const info = await sources.packageInfo(scope, package_name);
      return ok(await previewSource(scope, sources, info, { ...wanted, sub_publisher }, signal));
    },
    decide: async ({ scope, body: { package_name, ...wanted } }) =>
      ok(await decideSource(scope, sources, await sources.packageInfo(scope, package_name), wanted)),
    takeBack: async ({ scope, params, query }) =>
      ok(await takeBack(scope, sources, params.id, { onlyNewest: query.only_newest === 'true' })),
  });
