import type { Readable } from 'node:stream';
import { creativeEndpoints, tagTestEndpoints, trackerEndpoints } from '#domains/video-ads/contract/setup-endpoints.ts';
import { MOST_CREATIVE_BYTES } from '#domains/video-ads/contract/terms.ts';
import { ok, paged } from '#platform/contract/envelopes.ts';
import { requireMay, requirePackage } from '#platform/server/access/scope.ts';
import { appError } from '#platform/server/http/app-error.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { readForm } from '#platform/server/http/read-form.ts';
import { canConvert } from './convert.ts';
import { addCreative, listCreatives, removeCreative } from './creative-store.ts';
import { ownTags } from './own-tag.ts';
import { refuse } from './refuse.ts';
import { playerAddress } from './tag-player.ts';
import { testTag } from './tag-test.ts';
import { addTracker, editTracker, listTrackers, oneTracker, removeTracker } from './tracker-store.ts';
import type { PlayerParts, SetupParts } from './video-parts.ts';

const CREATED = 'Created successfully !';
const UPDATED = 'Updated successfully !';
const DELETED = 'Deleted  successfully !';

export const setupRoutes = (parts: SetupParts & Pick<PlayerParts, 'videoKey'>): Route[] => [
  ...implement(trackerEndpoints)({
    list: async ({ scope, query }) => paged(await listTrackers(scope, parts, query), query.limit),
    one: async ({ scope, params }) => ok(await oneTracker(scope, parts, params.id)),
    add: async ({ scope, body }) => ok(await addTracker(scope, parts, body), CREATED),
    edit: async ({ scope, params, body }) => ok(await editTracker(scope, parts, params.id, body), UPDATED),
    remove: async ({ scope, params }) => {
      await removeTracker(scope, parts, params.id);
      return ok({ id: params.id }, DELETED);
    },
  }),
  ...implement(creativeEndpoints)({
    list: async ({ scope, query }) => ({
      ...paged(await listCreatives(scope, parts, query), query.limit),
      converts: await canConvert(),
    }),
    add: async ({ scope, query, upload, request }) => {
      requireMay(scope, 'tracking.write');
      requirePackage(scope, query.package_name);
      const bytes = await fileOf(upload, String(request.headers['content-type'] ?? ''));
      return ok(await addCreative(scope, parts, { ...query, bytes }), CREATED);
    },
    remove: async ({ scope, params }) => {
      await removeCreative(scope, parts, params.id);
      return ok({ id: params.id }, DELETED);
    },
  }),
  ...tagTestRoutes(parts),
];

function tagTestRoutes(parts: SetupParts & Pick<PlayerParts, 'videoKey'>): Route[] {
  const source = { outbound: parts.outbound, ownTag: ownTags(parts) };
  return implement(tagTestEndpoints)({
    test: async ({ scope, body }) => {
      requireMay(scope, 'tracking.read');
      requirePackage(scope, body.package_name);
      const found = await testTag(source, body.url);
      const playable = found.media.find(({ type }) => type === 'video/mp4' || type === 'video/webm');
      return ok({ ...found, player: playable ? playerAddress(parts.videoKey, playable.url, parts.now()) : null });
    },
  });
}

/** The file of a form: of at most 50 MB, and read by people who may set trackers. */
async function fileOf(upload: Readable, contentType: string): Promise<Buffer> {
  const form = await readForm(upload, contentType, MOST_CREATIVE_BYTES);
  const file = [...form.values()].find((part) => typeof part !== 'string');
  if (!file || file.size === 0) throw refuse('no_file', {}, { as: 'malformed', field: 'file' });
  if (file.size > MOST_CREATIVE_BYTES) throw appError('too_large');
  return Buffer.from(await file.arrayBuffer());
}
