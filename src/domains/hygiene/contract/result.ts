import { z } from 'zod';
import { rule } from './policy.ts';
import { ABSENCES, CATEGORIES, SECTIONS, VERDICTS } from './terms.ts';

const share = z.number().min(0).max(1);
/** Left, top, width and height as shares of the picture. */
const place = z.tuple([z.number(), z.number(), z.number(), z.number()]);

export const finding = z.object({
  section: z.enum(SECTIONS),
  name: z.string(),
  confidence: share,
  /** What saw it. */
  source: z.enum(['pixels', 'objects', 'text', 'speech', 'mark', 'face', 'service']),
  /** Seconds of a film or recording at which it is. */
  at: z.array(z.number()).optional(),
  place: place.optional(),
  /** All of them on one picture, where there are several; `place` is that of the surest. */
  places: z.array(place).optional(),
});
export type Finding = z.infer<typeof finding>;

export const reason = z.object({
  category: z.enum([...CATEGORIES, 'unchecked']),
  /** Of the finding that weighs most; null for what was not looked at. */
  confidence: share.nullable(),
  action: z.enum(['review', 'unsafe']),
  /** What was found, or the part that could not be looked at. */
  name: z.string(),
});
export type Reason = z.infer<typeof reason>;

export const unavailable = z.object({
  section: z.enum([...SECTIONS, 'speech']),
  absence: z.enum(ABSENCES),
  /** The package, program or language it is about; '' for none. */
  needs: z.string(),
});
export type Unavailable = z.infer<typeof unavailable>;

/** A line of text, and where it stands. */
export const readLine = z.object({
  text: z.string(),
  confidence: share,
  place,
  at: z.array(z.number()).optional(),
});
export type ReadLine = z.infer<typeof readLine>;

/** Objects are keyed by names: a screen shows the keys (BH-ENT-04). */
export const analysisResult = z.object({
  generic_labels: z.record(z.string(), z.number()),
  celebrity: z.record(z.string(), z.object({ confidence: share, at: z.array(z.number()).optional() })),
  logo: z.record(z.string(), z.object({ confidence: share, method: z.string(), at: z.array(z.number()).optional() })),
  moderation_labels: z.record(
    z.string(),
    z.object({ confidence: share, source: finding.shape.source, at: z.array(z.number()).optional() }),
  ),
  demographics: z.object({ age: z.array(z.string()), gender: z.array(z.string()), emotions: z.array(z.string()) }),
  text: z.string(),
  translation: z.string(),
  meta: z.object({
    provider: z.string(),
    /** Milliseconds the analysis took. */
    ms: z.number(),
    verdict: z.enum(VERDICTS),
    reasons: z.array(reason),
    findings: z.array(finding),
    /** What was read; results from before it was kept have none. */
    lines: z.array(readLine).optional(),
    /** What the policy asked about when it was looked at; not kept in results from before. */
    rules: z.array(rule).optional(),
    unavailable: z.array(unavailable),
    /** ISO 639-1 of the text; '' when there is none or it is not known. */
    language: z.string(),
    /** Of a picture or film; 0 for a recording. */
    width: z.number(),
    height: z.number(),
    /** Of a film or recording; 0 for a picture. */
    seconds: z.number(),
    frames: z.number(),
    /** Near for what looks alike; '' where it is not known. */
    hash: z.string(),
    /** Approved creatives of the package it was compared with, nearest first. */
    approved: z.array(z.object({ name: z.string(), distance: z.number() })),
  }),
});
export type AnalysisResult = z.infer<typeof analysisResult>;

/** A message for people, or what was found. */
export const analysisAnswer = z.object({
  statusCode: z.number().int(),
  body: z.union([z.string(), z.object({ result: analysisResult })]),
  /** What a message says, for screens in other languages. */
  told: z.object({ code: z.string(), values: z.record(z.string(), z.string()) }).optional(),
});
export type AnalysisAnswer = z.infer<typeof analysisAnswer>;

/** Whether a part was looked at, but not all of it: what was read or seen is not called unseen. */
export function isInPart(
  { section, absence }: Unavailable,
  { text = '', meta }: Pick<AnalysisResult, 'meta'> & { text?: string | undefined },
): boolean {
  if (absence === 'english_only' || absence === 'latin_only') return true;
  if (absence !== 'other_script' && absence !== 'too_slow') return false;
  if (section === 'text') return text !== '';
  return section === 'moderation_labels' && meta.frames > 1;
}
