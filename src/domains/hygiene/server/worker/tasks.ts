import type { Finding } from '#domains/hygiene/contract/result.ts';
import type { Looks } from './colours.ts';
import type { FoundMark, MarkToFind } from './marks.ts';
import type { Word } from './read-text.ts';
import type { Face, Thing } from './tensors.ts';

/** What may be looked for in one picture. */
export interface PictureTask {
  /** Upright, and one picture alone. */
  path: string;
  things: boolean;
  nudity: boolean;
  text: boolean;
  faces: boolean;
  marks: readonly MarkToFind[];
  /** Whether a service of others may be shown it. */
  service?: boolean;
}

/** What was seen. A part is undefined where it was not asked for, or stands in `missing` with the package it needs. */
export type SeenPart = 'things' | 'nudity' | 'words' | 'faces' | 'marks';

export interface Seen {
  looks: Looks;
  /** 64 signs, 0 or 1; near for pictures that look alike. '' where the package is missing. */
  hash: string;
  things?: Thing[];
  nudity?: Record<string, number>;
  words?: Word[];
  /** Letters that are none of English. */
  isForeign?: boolean;
  faces?: Face[];
  marks?: FoundMark[];
  /** What a service of others saw, in the place of things and nudity. */
  found?: Finding[];
  missing: Partial<Record<SeenPart | 'hash', string>>;
  /** What was left out or broken off, for it would have taken too long. */
  slow: SeenPart[];
}

/** Whoever looks at pictures: the process of models, or a service beside it. */
export interface Eyes {
  look(task: PictureTask, signal: AbortSignal): Promise<Seen>;
  hash(path: string, signal: AbortSignal): Promise<string>;
}

export type ToWorker = { id: number } & ({ do: 'picture'; task: PictureTask } | { do: 'hash'; path: string });
/** `unreadable`: the picture cannot be decoded. */
export type FromWorker = { id: number } & (
  | { seen: Seen }
  | { hash: string }
  | { failed: 'unreadable' | 'broken'; why: string }
);
