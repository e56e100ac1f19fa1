import { ok, paged } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { boundedBody } from '#platform/server/http/bounded-body.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { fileEndpoints, standingEndpoints } from '../contract/supply-endpoints.ts';
import { MOST_BYTES } from './fetch-file.ts';
import {
  addFile,
  listFiles,
  oneFile,
  recordsOf,
  removeFile,
  uploadVersion,
  watchedFiles,
  wholeFile,
} from './file-store.ts';
import { textOf } from './parsed.ts';
import type { SupplyRouteParts } from './parts.ts';
import { refuse } from './refuse.ts';
import { daysOf, standings } from './standings.ts';
import { recordsFile, standingsFile } from './supply-files-out.ts';
import { compareSupplyJob, fetchSupplyJob } from './supply-jobs.ts';
import type { StoredFile } from './tables.ts';

const tooLarge = () => refuse('supply_too_large', { n: MOST_BYTES / 1024 / 1024 }, { as: 'too_large' });
const pageOf = <R>(rows: readonly R[], { page, limit }: { page: number; limit: number }) => ({
  rows: rows.slice((page - 1) * limit, page * limit),
  total: rows.length,
});

export function supplyRoutes(parts: SupplyRouteParts): Route[] {
  const infoOf = (scope: Scope, name: string): Promise<PackageInfo> =>
    parts.packageInfo(scope, requirePackage(scope, name));
  const compare = ({ packageName, id, kind, domain, apps }: StoredFile) =>
    parts.jobs.enqueue(compareSupplyJob, { package: packageName, id, kind, domain, apps });
  return [
    ...implement(fileEndpoints)({
      list: async ({ scope, query: { package_name, ...asked } }) =>
        paged(await listFiles(scope, parts, package_name, asked), asked.limit),
      add: async ({ scope, body }) => {
        const { id, watched } = await addFile(scope, parts, body);
        if (watched) await parts.jobs.enqueue(fetchSupplyJob, { package: body.package_name });
        return ok({ id }, 'Created successfully !');
      },
      check: async ({ scope, body: { package_name } }) => {
        const files = await watchedFiles(scope, parts, package_name);
        if (files > 0) await parts.jobs.enqueue(fetchSupplyJob, { package: package_name });
        return ok({ files });
      },
      upload: async ({ scope, params, query, upload }) => {
        const file = await oneFile(scope, parts, params.id);
        const info = await infoOf(scope, file.packageName);
        const text = textOf(await boundedBody(upload, MOST_BYTES, tooLarge));
        const given = { text, day: query.valid_from, isNobody: query.nobody === 'true', info };
        const done = await uploadVersion(scope, parts, file, given);
        await compare(file);
        return ok(done, 'Updated successfully !');
      },
      one: async ({ scope, params }) => ok(await wholeFile(scope, parts, params.id)),
      records: async ({ scope, params, query: { search, ...page } }) =>
        paged(pageOf((await recordsOf(scope, parts, params.id, search)).records, page), page.limit),
      download: async ({ scope, params, query: { format } }) => {
        const { file, records } = await recordsOf(scope, parts, params.id);
        const info = await infoOf(scope, file.packageName);
        const days = { from: info.today, to: info.today };
        const named: readonly [string, string[]] = ['file', [`${file.domain} ${file.kind}`]];
        return recordsFile(format, { info, days, filters: [named], made: parts.now() }, records);
      },
      remove: async ({ scope, params: { id } }) => {
        await compare(await removeFile(scope, parts, id));
        return ok({ id }, 'Deleted  successfully !');
      },
    }),
    ...implement(standingEndpoints)({
      list: async ({ scope, query: { package_name, page, limit, ...asked } }) =>
        paged(pageOf(await standings(scope, parts, await infoOf(scope, package_name), asked), { page, limit }), limit),
      download: async ({ scope, query: { package_name, format, ...asked } }) => {
        const info = await infoOf(scope, package_name);
        const rows = await standings(scope, parts, info, asked);
        const filters = (['standing', 'search'] as const).flatMap((name): (readonly [string, string[]])[] => {
          const value = asked[name];
          return value ? [[name, [value]]] : [];
        });
        return standingsFile(format, { info, days: daysOf(asked, info), filters, made: parts.now() }, rows);
      },
    }),
  ];
}
