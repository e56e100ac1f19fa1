import { DASHBOARD_TYPES, type DashboardType } from '#platform/contract/dashboard-types.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { BOARDS } from './boards/registry.ts';

type Platform = PackageInfo['platform'];

/** Kinds of the events that the board of a type shows, of packages of that kind; none where there is no such board. */
export function kindsOfType(platform: Platform, type: DashboardType): EventKind[] {
  const board = BOARDS.find(({ dataset, types }) => dataset.platform === platform && types.includes(type));
  return EVENT_KINDS.filter((kind) => board?.dataset.kinds.includes(kind));
}

/** In the order of the specification. */
export const typesOfPlatform = (platform: Platform): DashboardType[] =>
  DASHBOARD_TYPES.filter((type) => kindsOfType(platform, type).length > 0);

/** Boards of a platform, each under the first of its names: what people choose from. */
export const boardsOfPlatform = (platform: Platform): { type: DashboardType; title: string }[] =>
  BOARDS.filter(({ dataset }) => dataset.platform === platform).flatMap(({ types: [type], title }) =>
    type === undefined ? [] : [{ type, title }],
  );

/** The first type whose board shows one of the kinds: where something set for all of them is listed. */
export const typeOfKinds = (platform: Platform, kinds: readonly EventKind[]): DashboardType =>
  typesOfPlatform(platform).find((type) => kindsOfType(platform, type).some((kind) => kinds.includes(kind))) ?? 'Click';
