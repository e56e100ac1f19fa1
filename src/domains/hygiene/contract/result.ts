import { z } from 'zod';
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
