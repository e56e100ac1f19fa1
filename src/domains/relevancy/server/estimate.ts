import { createHash } from 'node:crypto';
import type { Question } from './found-video.ts';

/** Bounds of the figure that stands where nobody knows a number (QL-CONST-02). */
const LEAST = 45_000;
const MOST = 100_000;

/** No measurement: the same figure for the same country, language and keyword, and labelled as estimated (QL-GAP-01). */
export function estimateOf({ country, language, keyword }: Question): number {
  const asked = JSON.stringify([country, language, keyword.trim().toLowerCase().replaceAll(/\s+/gu, ' ')]);
  return LEAST + (createHash('sha256').update(asked).digest().readUInt32BE(0) % (MOST - LEAST + 1));
}
