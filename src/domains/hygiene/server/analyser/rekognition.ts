import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import sharp from 'sharp';
import { z } from 'zod';
import type { Finding } from '#domains/hygiene/contract/result.ts';
import type { Category } from '#domains/hygiene/contract/terms.ts';
import type { Config } from '#platform/server/config.ts';
import type { Outbound } from '#platform/server/http/outbound.ts';
import { PictureUnreadable } from '../worker/child.ts';
import type { Word } from '../worker/read-text.ts';
import type { Eyes, PictureTask } from '../worker/tasks.ts';
import { LIMITS } from '../worker/tensors.ts';

/*
 * Amazon Rekognition, 2016-06-27 (JSON 1.1, one address, the operation in x-amz-target). Shapes of requests and answers:
 * https://docs.aws.amazon.com/rekognition/latest/APIReference/API_DetectLabels.html, API_DetectModerationLabels.html and
 * API_DetectText.html; faults: https://docs.aws.amazon.com/rekognition/latest/dg/error-handling.html. Every field of an
 * answer may be missing. Confidences are of a hundred, places are shares of the picture.
 */
const share = z.number().default(0);
const geometry = z.object({ Left: share, Top: share, Width: share, Height: share });
const confidence = z
  .number()
  .default(0)
  .transform((of100) => Math.min(1, Math.max(0, of100 / 100)));
const labelled = z.object({
  Labels: z
    .array(
      z.object({
        Name: z.string().default(''),
        Confidence: confidence,
        Instances: z.array(z.object({ BoundingBox: geometry.optional(), Confidence: confidence })).default([]),
      }),
    )
    .default([]),
});
const moderated = z.object({
  ModerationLabels: z
    .array(z.object({ Name: z.string().default(''), ParentName: z.string().default(''), Confidence: confidence }))
    .default([]),
});
const read = z.object({
  TextDetections: z
    .array(
      z.object({
        DetectedText: z.string().default(''),
        Type: z.string().default(''),
        Confidence: confidence,
        Geometry: z.object({ BoundingBox: geometry.optional() }).default({}),
      }),
    )
    .default([]),
});
const fault = z.object({ __type: z.string().default('') });

/** Labels of the first level of its taxonomy, and weapons, which stand below violence there and beside it here. */
const CATEGORY_OF: Readonly<Record<string, Category>> = {
  Explicit: 'Explicit',
  'Non-Explicit Nudity of Intimate parts and Kissing': 'Suggestive',
  'Swimwear or Underwear': 'Suggestive',
  Violence: 'Violence',
  'Visually Disturbing': 'Violence',
  Weapons: 'Weapons',
  'Weapon Violence': 'Weapons',
  'Drugs & Tobacco': 'Drugs & Tobacco',
  Alcohol: 'Alcohol',
  'Rude Gestures': 'Profanity',
  Gambling: 'Gambling',
  'Hate Symbols': 'Hate',
};

/** It takes nothing smaller, and of what is larger it sees no more. */
const LEAST_SIDE = 80;
const MOST_SIDE = 1_600;
const MOST_LABELS = 30;
const LEAST_LABEL = 70;
const LEAST_MODERATED = 50;
const LEAST_WORD = 0.7;
const TRIES = 3;
const AGAIN_MS = 500;

interface Parts {
  /** Marks, faces of the own gallery, colours and hashes stay with it, and so does what strangers send. */
  own: Eyes;
  place: NonNullable<Config['rekognition']>;
  outbound: Pick<Outbound, 'postJson'>;
  now: () => Date;
}

/** Labels, moderation and text by the service; what it cannot do, or may not see, by the process of models. */
export const rekognitionEyes = (parts: Parts): Eyes => ({
  hash: (path, signal) => parts.own.hash(path, signal),
  look: async (task, signal) => {
    if (!task.service) return parts.own.look(task, signal);
    const seen = await parts.own.look({ ...task, things: false, nudity: false, text: false }, signal);
    const picture = await pictureOf(task.path);
    const found: Finding[] = [];
    if (task.things) found.push(...(await labels(parts, picture, signal)));
    if (task.nudity) found.push(...(await moderation(parts, picture, signal)));
    return { ...seen, found, ...(task.text ? { words: await wordsOf(parts, picture, signal) } : {}) };
  },
});

interface Picture {
  bytes: string;
  /** Where the service sees a place, as it lies in the picture without its margins. */
  place: (box: z.output<typeof geometry>) => [number, number, number, number];
}

/** As JPEG without any notes, such as where it was taken. */
async function pictureOf(path: PictureTask['path']): Promise<Picture> {
  const whole = sharp(path, LIMITS).rotate().flatten({ background: '#fff' });
  const { data, info } = await whole
    .resize(MOST_SIDE, MOST_SIDE, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 85 })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new PictureUnreadable(error instanceof Error ? error.message : String(error));
    });
  const [right, bottom] = [Math.max(0, LEAST_SIDE - info.width), Math.max(0, LEAST_SIDE - info.height)];
  const bytes =
    right + bottom === 0 ? data : await sharp(data).extend({ right, bottom, background: '#fff' }).jpeg().toBuffer();
  const [wide, high] = [1 + right / info.width, 1 + bottom / info.height];
  return {
    bytes: bytes.toString('base64'),
    place: ({ Left, Top, Width, Height }) => {
      const [left, top] = [Math.min(1, Left * wide), Math.min(1, Top * high)];
      return [left, top, Math.min(1 - left, Width * wide), Math.min(1 - top, Height * high)];
    },
  };
}

async function labels(parts: Parts, { bytes, place }: Picture, signal: AbortSignal): Promise<Finding[]> {
  const asked = { Image: { Bytes: bytes }, MaxLabels: MOST_LABELS, MinConfidence: LEAST_LABEL };
  const { Labels } = await ask(parts, 'DetectLabels', asked, labelled, signal);
  return Labels.map(({ Name, Confidence, Instances }) => {
    const [surest] = Instances.filter(({ BoundingBox }) => BoundingBox).sort((a, b) => b.Confidence - a.Confidence);
    return {
      section: 'generic_labels',
      name: Name,
      confidence: Confidence,
      source: 'service',
      ...(surest?.BoundingBox ? { place: place(surest.BoundingBox) } : {}),
    };
  });
}

/** Each category as sure as the surest label in it, on whichever level. */
async function moderation(parts: Parts, { bytes }: Picture, signal: AbortSignal): Promise<Finding[]> {
  const asked = { Image: { Bytes: bytes }, MinConfidence: LEAST_MODERATED };
  const { ModerationLabels } = await ask(parts, 'DetectModerationLabels', asked, moderated, signal);
  const surest = new Map<Category, number>();
  for (const { Name, ParentName, Confidence } of ModerationLabels) {
    const category = CATEGORY_OF[Name] ?? CATEGORY_OF[ParentName];
    if (category) surest.set(category, Math.max(surest.get(category) ?? 0, Confidence));
  }
  return [...surest].map(([name, sure]) => ({
    section: 'moderation_labels',
    name,
    confidence: sure,
    source: 'service',
  }));
}

async function wordsOf(parts: Parts, { bytes, place }: Picture, signal: AbortSignal): Promise<Word[]> {
  const { TextDetections } = await ask(parts, 'DetectText', { Image: { Bytes: bytes } }, read, signal);
  return TextDetections.flatMap(({ DetectedText, Type, Confidence, Geometry: { BoundingBox } }) =>
    Type === 'WORD' && Confidence >= LEAST_WORD && BoundingBox
      ? [{ text: DetectedText, confidence: Confidence, place: place(BoundingBox) }]
      : [],
  );
}

/** @throws PictureUnreadable for what it cannot read; an Error with its code, and none of its words, for the rest */
async function ask<T>(
  { place, outbound, now }: Parts,
  operation: string,
  asked: object,
  shape: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T> {
  const url = `https://rekognition.${place.region}.amazonaws.com/`;
  const body = JSON.stringify(asked);
  for (let tried = 1; ; tried++) {
    signal.throwIfAborted();
    const { headers } = await new AwsV4Signer({
      ...place,
      service: 'rekognition',
      method: 'POST',
      url,
      body,
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `RekognitionService.${operation}` },
      allHeaders: true,
      datetime: now()
        .toISOString()
        .replace(/[:-]|\.\d{3}/g, ''),
    }).sign();
    const answer = await outbound.postJson(url, body, Object.fromEntries(headers));
    if (answer.status === 200) return shape.parse(JSON.parse(answer.body));
    const code = codeOf(answer.body);
    if (/^(InvalidImageFormat|ImageTooLarge)Exception$/.test(code)) throw new PictureUnreadable(code);
    const isPassing = answer.status >= 500 || /^(Throttling|ProvisionedThroughputExceeded)Exception$/.test(code);
    if (!isPassing || tried === TRIES) throw new Error(`Rekognition ${operation}: ${answer.status} ${code}`.trim());
    await pause(AGAIN_MS * 2 ** (tried - 1), undefined, { signal });
  }
}

/** What follows a # is the name; some services put their own before it. */
function codeOf(body: string): string {
  try {
    return fault.parse(JSON.parse(body)).__type.split('#').at(-1) ?? '';
  } catch {
    return '';
  }
}
