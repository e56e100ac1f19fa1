import type { NewTracker, TrackerView } from '#domains/video-ads/contract/tracker.ts';
import type { PackageInfo } from '#platform/contract/package-info.ts';
import type { Scope } from '#platform/server/access/scope.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import type { Stores } from '#platform/server/stores.ts';
import type { Append } from '#traffic/collector/server/append-group.ts';
import type { IntakeLog } from '#traffic/collector/server/intake-log.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';

/** Names and signs addresses of trackers, as those of video ads are. */
export interface TagSeal {
  newKey(): string;
  sign(text: string): string;
  isSigned(text: string, mac: string): boolean;
}

/** Trackers of video ads, which answer for entries by VAST. */
export interface VideoTags {
  add(scope: Scope, tracker: NewTracker): Promise<TrackerView>;
  one(scope: Scope, id: number): Promise<TrackerView>;
  edit(scope: Scope, tracker: TrackerView): Promise<TrackerView>;
  remove(scope: Scope, id: number): Promise<void>;
}

/** What requirements and trackers need of the composition. */
export interface BrandParts extends Stores {
  packageInfo: (scope: Scope, name: string) => Promise<PackageInfo>;
  tagSeal: TagSeal;
  videoTags: VideoTags;
  /** Where people reach this installation, without a closing slash. */
  publicUrl: () => string;
  now: () => Date;
}

/** What the tag did with a hit, and why. */
export interface Found {
  handling: 'passed' | 'flagged';
  reason: string;
}

/** An event of a program of ours, as the intake takes it: what no column takes is left out. With what was found of it. */
export type OwnEvent = (
  said: {
    id: string;
    at: Date;
    kind: EventKind;
    fields: Readonly<Record<string, string | number | null>>;
  },
  found?: Found,
) => Append['events'][number];

/** What tags reach. */
export interface HitParts {
  database: Database;
  intakeLog: Pick<IntakeLog, 'append'>;
  tagSeal: TagSeal;
  ownEvent: OwnEvent;
  /** The page a click goes to: the one it asks for where its host is allowed, else the own one; null for none. */
  landingFor: (own: { url: string; hosts: ReadonlySet<string> }, wanted: string, clickId: string) => string | null;
  publicUrl: () => string;
  now: () => Date;
}

export type Db = Database['db'];
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
