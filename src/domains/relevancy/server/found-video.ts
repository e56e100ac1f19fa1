import { type ResultRow, type SCAN_MESSAGES, UNTOLD, type Untold } from '#domains/relevancy/contract/scan.ts';

/** A question of a scan, made plain. */
export interface Question {
  /** As it was typed. */
  keyword: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** ISO 639-1. */
  language: string;
}

/** A video as a source of videos tells it. */
export interface FoundVideo {
  url: string;
  title: string;
  description: string;
  tags: readonly string[];
  transcript: string;
  channelId: string;
  channelName: string;
  category: string;
  /** Empty where nobody said. */
  language: string;
  views: number;
  lengthSeconds: number;
  /** `YYYY-MM-DD`, or empty. */
  publishedOn: string;
  madeForKids: boolean;
  ageRestricted: boolean;
  /** How well it fits the words, 0..1: by the catalogue's own ranking, or by its place in the order of a vendor. */
  rank: number;
  /** Fields that have no value because the source tells none. */
  untold: readonly Untold[];
  source: ResultRow['source'];
}

export const untoldOf = (isMissing: Readonly<Partial<Record<Untold, boolean>>>): Untold[] =>
  UNTOLD.filter((field) => isMissing[field]);

export interface Found {
  videos: readonly FoundVideo[];
  /** Videos that match, of which these are the first. */
  matches: number;
  /** How many there are in all, where the source knows. */
  total?: { count: number; by: 'counted' | 'reported' };
}

/** Where videos come from: the own catalogue, or a vendor. */
export interface VideoSource {
  /** At most `most`, the best first. */
  search(question: Question, most: number): Promise<Found>;
}

type Why = Exclude<keyof typeof SCAN_MESSAGES, 'nothing'>;

/** Why a vendor has nothing to say; the words are those of `SCAN_MESSAGES`. */
export class NoAnswer extends Error {
  readonly why: Why;
  constructor(why: Why) {
    super(`The source of videos does not answer: ${why}`);
    this.why = why;
  }
}

/** What a vendor sent, as it is; undefined for what is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
