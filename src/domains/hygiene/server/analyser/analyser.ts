import type { Finding, ReadLine, Unavailable } from '#domains/hygiene/contract/result.ts';
import type { Kind } from '#domains/hygiene/contract/terms.ts';
import type { Sound } from '../media.ts';

/** What a package wants looked for. */
export interface Wanted {
  /** Logos as PNG, and words that are names. */
  logos: readonly { name: string; picture: Buffer }[];
  words: readonly string[];
  approved: readonly { name: string; hash: string }[];
  /** Null where the gallery is switched off. */
  talent: readonly { name: string; prints: readonly (readonly number[])[] }[] | null;
  demographics: boolean;
  ownWords: readonly string[];
  /** Whether a configured service of others is asked: for packages, and not for what strangers send. */
  service: boolean;
}

export interface MediaTask {
  kind: Kind;
  /** Of a copy on this machine that is only read. */
  path: string;
  /** A folder of this task alone. */
  folder: string;
  /** What reads it, for ffmpeg; '' for a picture. */
  reader: string;
  seconds: number;
  sound: Sound;
  /** A recording with moving pictures, which are not looked at. */
  hasPictures?: boolean;
  wanted: Wanted;
}

/** What an analyser saw; a part it cannot do is named and left empty. */
export interface Observed {
  provider: string;
  findings: Finding[];
  demographics: { age: string[]; gender: string[]; emotions: string[] };
  /** What stands there, and what is said. */
  written: string;
  lines: ReadLine[];
  spoken: string;
  translation: string;
  language: string;
  unavailable: Unavailable[];
  width: number;
  height: number;
  frames: number;
  hash: string;
}

export interface Capability {
  feature: string;
  available: boolean;
  /** Package or program that is missing. */
  needs: string;
}

/** Own models, or a service of others. */
export interface MediaAnalyser {
  id: string;
  capabilities(): Promise<Capability[]>;
  /** Near for pictures that look alike; '' where the package is missing. */
  hash(picture: Buffer): Promise<string>;
  /** Numbers of each face, or the package that is missing. */
  faces(picture: Buffer): Promise<{ faces: number[][]; needs: string }>;
  /** @throws AnalysisFault for what cannot be analysed */
  analyse(task: MediaTask, signal: AbortSignal): Promise<Observed>;
}
