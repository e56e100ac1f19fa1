import { disputeEndpoints } from '#domains/disputes/contract/dispute-endpoints.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { answerLines } from './answer.ts';
import { insist, takeBack } from './decide.ts';
import type { Answerer, DisputeParts } from './dispute-parts.ts';
import { dropLink, findDispute, listDisputes, openDispute, renewLink, sideOf } from './dispute-store.ts';
import { viewOf } from './dispute-view.ts';
import { archiveFor, attachFile, fileOf } from './files.ts';
import { pathOf } from './link.ts';
import { refuse } from './refuse.ts';
import { ruleRecords, trackRecords } from './track-record.ts';

const CREATED = 'Created successfully !';
const UPDATED = 'Updated successfully !';
const DELETED = 'Deleted  successfully !';

/** Who may speak for a publisher: whoever sees its sources and not those of all. */
function answerer(scope: Scope): Answerer {
  if (sideOf(scope) === 'claims') throw refuse('dispute_not_yours', {}, { as: 'forbidden' });
  return { name: scope.userName, way: 'login', actor: scope };
}

export const disputeRoutes = (parts: DisputeParts): Route[] => {
  const { database } = parts;
  const view = (scope: Scope, id: number) => viewOf(parts, id, sideOf(scope));
  return implement(disputeEndpoints)({
    list: async ({ scope, query }) => {
      await parts.packageInfo(scope, query.package_name);
      return paged(await listDisputes(scope, parts, query), query.limit);
    },
    record: async ({ scope, query: { package_name } }) => {
      await parts.packageInfo(scope, package_name);
      const publishers = await trackRecords(scope, parts, package_name);
      return ok({ publishers, rules: await ruleRecords(scope, parts, package_name) });
    },
    open: async ({ scope, body }) => {
      await parts.packageInfo(scope, body.package_name);
      const { id, token } = await openDispute(scope, parts, body);
      return ok({ ...(await view(scope, id)), link: pathOf(token) }, CREATED);
    },
    one: async ({ scope, params: { id } }) => {
      await findDispute(scope, database.db, id);
      return ok(await view(scope, id));
    },
    link: async ({ scope, params: { id }, body: { days } }) => {
      const token = await renewLink(scope, parts, id, days);
      return ok({ ...(await view(scope, id)), link: pathOf(token) }, CREATED);
    },
    unlink: async ({ scope, params: { id } }) => {
      await dropLink(scope, parts, id);
      return ok(await view(scope, id), DELETED);
    },
    answer: async ({ scope, params: { id }, body: { answers } }) => {
      await findDispute(scope, database.db, id);
      await answerLines(parts, id, answerer(scope), answers);
      return ok(await view(scope, id), UPDATED);
    },
    attach: async ({ scope, params: { id, line }, query, upload, request }) => {
      await findDispute(scope, database.db, id);
      const file = { line, fileName: query.file_name, body: upload, declaredBytes: request.contentLength };
      await attachFile(parts, id, answerer(scope), file);
      return ok(await view(scope, id), CREATED);
    },
    file: async ({ scope, params: { id, file } }) => fileOf(parts, await findDispute(scope, database.db, id), file),
    archive: async ({ scope, params: { id } }) => {
      const dispute = await findDispute(scope, database.db, id);
      const way = sideOf(scope) === 'claims' ? {} : ({ way: 'login' } as const);
      return archiveFor(parts, dispute, { actor: scope, ...way });
    },
    insist: async ({ scope, params: { id, line }, body: { reason } }) => {
      await insist(scope, parts, { id, line, reason });
      return ok(await view(scope, id), UPDATED);
    },
    takeBack: async ({ scope, params: { id, line }, body: { reason } }) => {
      await takeBack(scope, parts, { id, line, reason });
      return ok(await view(scope, id), UPDATED);
    },
  });
};
