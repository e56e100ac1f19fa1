import { noticeEndpoints, testLinkEndpoints, uploadEndpoints } from '#domains/tracking/contract/work-endpoints.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { LinkMemory, type LinkParts } from './links.ts';
import { listNotices, redeliver } from './notice-store.ts';
import type { ReportParts } from './reports/report-parts.ts';
import { testLink } from './test-link.ts';
import { addUpload, listUploads, type UploadParts } from './upload-store.ts';

/** What is done with links beside setting them up. */
export function workRoutes(parts: UploadParts & LinkParts & ReportParts): Route[] {
  const memory = new LinkMemory(parts);
  return [
    ...implement(noticeEndpoints)({
      list: async ({ scope, query }) => paged(await listNotices(scope, parts, query), query.limit),
      redeliver: async ({ scope, params }) => {
        await redeliver(scope, parts, params.id);
        return ok({ id: params.id });
      },
    }),
    ...implement(uploadEndpoints)({
      list: async ({ scope, query }) => paged(await listUploads(scope, parts, query), query.limit),
      add: async ({ scope, query, upload }) => ok(await addUpload(scope, parts, query, upload)),
    }),
    ...implement(testLinkEndpoints)({
      test: async ({ scope, body }) => ok(await testLink(scope, memory, body)),
    }),
  ];
}
