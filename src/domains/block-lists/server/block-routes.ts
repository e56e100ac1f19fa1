import { ok, paged } from '#platform/contract/envelopes.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { requirePackage, type Scope } from '#platform/server/access/scope.ts';
import { implement, type Route } from '#platform/server/http/implement.ts';
import { seenVersion } from '#platform/server/http/seen-version.ts';
import type { Jobs } from '#platform/server/jobs/jobs.ts';
import { momentsOf } from '#traffic/event/server/covered-days.ts';
import { blockEndpoints } from '../contract/block-endpoints.ts';
import { feedEndpoints } from '../contract/feed-endpoints.ts';
import { standingEndpoints } from '../contract/standing-endpoints.ts';
import { followBlockListJob } from './block-jobs.ts';
import { askAgain, askTogether, effectOf } from './effect.ts';
import { addEntries, blockedLately, listEntries, listState, removeBlock, restoreBlock } from './entry-store.ts';
import { listFeeds, makeFeed, revokeFeed, rotateFeed } from './feed-store.ts';
import type { FeedStores } from './feed-text.ts';
import { keptTexts } from './feed-texts.ts';
import { normalValues } from './normal-values.ts';
import { type ReadParts, readFeed } from './read-feed.ts';
import { refuse } from './refuse.ts';
import { listStanding, previewStanding, removeStanding, type StandingParts, saveStanding } from './standing-store.ts';

export interface BlockParts extends FeedStores, StandingParts {
  jobs: Jobs;
  later: ReadParts['later'];
}

/** Rules and feeds follow what a call has changed. */
const followerOf =
  ({ jobs }: BlockParts) =>
  (name: string) =>
    jobs.enqueue(followBlockListJob, { package: name });

export function blockRoutes(parts: BlockParts): Route[] {
  const { packageInfo, clickhouse } = parts;
  const infoOf = (scope: Scope, name: string): Promise<PackageInfo> => packageInfo(scope, requirePackage(scope, name));
  const follow = followerOf(parts);
  return implement(blockEndpoints)({
    list: async ({ scope, query }) =>
      paged(await listEntries(scope, parts, await infoOf(scope, query.package_name), query), query.limit),
    state: async ({ scope, query }) => ok(await listState(scope, parts, query.package_name)),
    preview: async ({ scope, body }) => {
      const { package_name, kind, values, publisher } = body;
      const entries = normalValues(kind, values, publisher);
      return ok(await effectOf(scope, clickhouse, await infoOf(scope, package_name), entries));
    },
    add: async ({ scope, body }) => {
      const { package_name, kind, values, publisher, reason, from, until, confirm } = body;
      const info = await infoOf(scope, package_name);
      if (until !== null && until < info.today) throw refuse('end_passed', {}, { field: 'until' });
      if (from !== null && from < info.today) throw refuse('start_passed', {}, { field: 'from' });
      if (from !== null && until !== null && from > until) throw refuse('start_after_end', {}, { field: 'from' });
      const later = from !== null && from > info.today ? from : undefined;
      const entries = normalValues(kind, values, publisher);
      askAgain(info, await effectOf(scope, clickhouse, info, entries), confirm);
      const earlier = await blockedLately(scope, parts, package_name);
      await askTogether(scope, clickhouse, info, { entries, earlier, confirm });
      const days = { from: later, expires: until ?? undefined };
      const { from: startsAt, until: endsAt } = await momentsOf(clickhouse, days, info.time_zone);
      const done = await addEntries(scope, parts, info, { entries, reason, startsAt, endsAt });
      await follow(package_name);
      return ok(done, done.added > 0 ? 'Created successfully !' : 'This was on the list already');
    },
    remove: async ({ scope, params }) => {
      await follow(await removeBlock(scope, parts, params.id));
      return ok({ id: params.id }, 'Deleted  successfully !');
    },
    restore: async ({ scope, params }) => {
      await follow(await restoreBlock(scope, parts, params.id));
      return ok({ id: params.id }, 'Updated successfully !');
    },
  });
}

export function standingRoutes(parts: BlockParts): Route[] {
  const infoOf = (scope: Scope, name: string): Promise<PackageInfo> =>
    parts.packageInfo(scope, requirePackage(scope, name));
  const follow = followerOf(parts);
  return implement(standingEndpoints)({
    list: async ({ scope, query }) => ok(await listStanding(scope, parts, query.package_name)),
    preview: async ({ scope, body: { package_name, ...watched }, signal }) =>
      ok(await previewStanding(scope, parts, await infoOf(scope, package_name), watched, signal)),
    save: async ({ scope, body: { package_name, ...rule }, signal, request }) => {
      const wanted = { ...rule, seen: seenVersion(request) };
      const saved = await saveStanding(scope, parts, await infoOf(scope, package_name), wanted, signal);
      await follow(package_name);
      return ok(saved, rule.id === undefined ? 'Created successfully !' : 'Updated successfully !');
    },
    remove: async ({ scope, params }) => {
      await follow(await removeStanding(scope, parts, params.id));
      return ok({ id: params.id }, 'Deleted  successfully !');
    },
  });
}

export function feedRoutes(parts: BlockParts): Route[] {
  const { packageInfo, database } = parts;
  const reading = { ...parts, texts: keptTexts() };
  const follow = followerOf(parts);
  return implement(feedEndpoints)({
    list: async ({ scope, query }) => ok(await listFeeds(scope, database, query.package_name)),
    make: async ({ scope, body: { package_name, ...wanted } }) => {
      const info = await packageInfo(scope, requirePackage(scope, package_name));
      const made = await makeFeed(scope, parts, info, wanted);
      await follow(package_name);
      return ok(made, 'Created successfully !');
    },
    rotate: async ({ scope, params }) => {
      const { packageName, ...made } = await rotateFeed(scope, parts, params.id);
      await follow(packageName);
      return ok(made, 'Updated successfully !');
    },
    revoke: async ({ scope, params }) => {
      await revokeFeed(scope, parts, params.id);
      return ok({ id: params.id }, 'Deleted  successfully !');
    },
    read: ({ params, request: { ip, headers } }) =>
      readFeed(reading, params.secret, { from: ip, encodings: String(headers['accept-encoding'] ?? '') }),
  });
}
