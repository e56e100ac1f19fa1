import type { Finding, ReadLine } from '#domains/hygiene/contract/result.ts';
import type { Word } from '../worker/read-text.ts';
import type { Seen } from '../worker/tasks.ts';
import type { Wanted } from './analyser.ts';

/** Distance of two faces up to which they are taken for one person: of a hundred pairs of strangers, one is. */
const SAME_PERSON = 0.55;
const FARTHEST = 0.9;
/** From here on a picture is worth saying so. */
const LEAST_NUDITY = 0.5;
const SHORT_WORD = 5;
const SKIN_SHARE = 0.15;

export interface PictureFindings {
  findings: Finding[];
  text: string;
  lines: ReadLine[];
  words: readonly Word[];
  at: number | undefined;
}

/** What was seen, by the names that people read. */
export function findingsOfPicture(seen: Seen, wanted: Wanted, at: number | undefined): PictureFindings {
  const when = at === undefined ? {} : { at: [at] };
  const words = seen.words ?? [];
  const findings: Finding[] = [
    ...looks(seen),
    ...(seen.things ?? []).map(
      ({ name, confidence, place }): Finding => ({
        section: 'generic_labels',
        name: title(name),
        confidence,
        source: 'objects',
        place,
      }),
    ),
    ...nudity(seen.nudity),
    ...(seen.found ?? []),
    ...objects(seen),
    ...(seen.marks ?? []).map(
      ({ name, confidence, place }): Finding => ({ section: 'logo', name, confidence, source: 'mark', place }),
    ),
    ...wordMarks(words, wanted.words),
    ...persons(seen, wanted.talent),
  ].map((one) => ({ ...one, ...when }));
  const lines = inLines(words).map((line): ReadLine => ({ ...readIn(line), ...when }));
  return { findings, text: lines.map(({ text }) => text).join('\n'), lines, words, at };
}

const title = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Colours, light and shape, which any two pictures differ in. */
function looks({ looks: { colours, skin, brightness, width, height }, things = [], faces = [] }: Seen): Finding[] {
  const label = (name: string, confidence: number): Finding => ({
    section: 'generic_labels',
    name,
    confidence: Math.min(1, confidence),
    source: 'pixels',
  });
  const shape = width > height * 1.1 ? 'Wide format' : height > width * 1.1 ? 'Tall format' : 'Square format';
  // Sand, wood and the sky of an evening have these colours: they are of skin where somebody is.
  const isSkin = skin >= SKIN_SHARE && (faces.length > 0 || things.some(({ name }) => name === 'person'));
  return [
    ...Object.entries(colours).map(([name, share]) => label(name, share)),
    ...(isSkin ? [label('Skin tones', skin)] : []),
    ...(brightness < 0.25 ? [label('Dark', 1 - brightness)] : []),
    ...(brightness > 0.75 ? [label('Bright', brightness)] : []),
    label(shape, 1),
  ];
}

function nudity(rated: Seen['nudity']): Finding[] {
  if (!rated) return [];
  const said = (name: string, confidence: number): Finding[] =>
    confidence < LEAST_NUDITY ? [] : [{ section: 'moderation_labels', name, confidence, source: 'pixels' }];
  const explicit = (rated.Porn ?? 0) + (rated.Hentai ?? 0);
  return [...said('Explicit', Math.min(1, explicit)), ...said('Suggestive', rated.Sexy ?? 0)];
}

/** Things that are a question by themselves. */
const ASKED_ABOUT: Readonly<Record<string, readonly [category: string, least: number]>> = {
  'wine glass': ['Alcohol', 0.5],
  knife: ['Weapons', 0.6],
};

const objects = ({ things = [] }: Seen): Finding[] =>
  things.flatMap(({ name, confidence, place }) => {
    const asked = ASKED_ABOUT[name];
    return asked && confidence >= asked[1]
      ? [{ section: 'moderation_labels' as const, name: asked[0], confidence, source: 'objects' as const, place }]
      : [];
  });

function wordMarks(words: readonly Word[], marks: readonly string[]): Finding[] {
  const found: Finding[] = [];
  for (const mark of marks) {
    const parts = mark.toLowerCase().split(/\s+/);
    for (let from = 0; from + parts.length <= words.length; from++) {
      const these = words.slice(from, from + parts.length);
      if (!these.every((word, at) => isNear(plain(word.text), parts[at] ?? ''))) continue;
      const [first] = these;
      if (!first) continue;
      const confidence = Math.min(...these.map((word) => word.confidence));
      found.push({ section: 'logo', name: mark, confidence, source: 'text', place: first.place });
    }
  }
  return found;
}

const plain = (text: string): string => text.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** Read as it is written; one letter of a longer word may be wrong. */
function isNear(read: string, word: string): boolean {
  if (read === word) return true;
  if (word.length < SHORT_WORD || Math.abs(read.length - word.length) > 1) return false;
  let [from, end] = [0, 0];
  const least = Math.min(read.length, word.length);
  while (from < least && read[from] === word[from]) from++;
  while (end < least - from && read.at(-1 - end) === word.at(-1 - end)) end++;
  return Math.max(read.length, word.length) - from - end <= 1;
}

function persons({ faces = [] }: Seen, talent: Wanted['talent']): Finding[] {
  return faces.flatMap(({ print, place }) => {
    const [nearest] = (talent ?? [])
      .map(({ name, prints }) => ({ name, distance: Math.min(...prints.map((one) => distanceOf(one, print))) }))
      .sort((a, b) => a.distance - b.distance);
    if (!nearest || !(nearest.distance <= SAME_PERSON)) return [];
    const confidence = 1 - nearest.distance / FARTHEST;
    return [{ section: 'celebrity' as const, name: nearest.name, confidence, source: 'face' as const, place }];
  });
}

const distanceOf = (one: readonly number[], other: readonly number[]): number =>
  Math.sqrt(one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0));

/** Words in the order of reading: those of one height stand beside each other. */
function inLines(words: readonly Word[]): Word[][] {
  const lines: { middle: number; words: Word[] }[] = [];
  for (const word of [...words].sort((a, b) => a.place[1] - b.place[1])) {
    const middle = word.place[1] + word.place[3] / 2;
    const line = lines.find((one) => Math.abs(one.middle - middle) < word.place[3] / 2);
    if (line) line.words.push(word);
    else lines.push({ middle, words: [word] });
  }
  return lines.map((line) => line.words.sort((a, b) => a.place[0] - b.place[0]));
}

/** As sure as its least sure word, and around all of them. */
function readIn(words: readonly Word[]): ReadLine {
  const [lefts, tops] = [words.map(({ place }) => place[0]), words.map(({ place }) => place[1])];
  const [left, top] = [Math.min(...lefts), Math.min(...tops)];
  const right = Math.max(...words.map(({ place }) => place[0] + place[2]));
  const bottom = Math.max(...words.map(({ place }) => place[1] + place[3]));
  return {
    text: words.map(({ text }) => text).join(' '),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
    place: [left, top, right - left, bottom - top],
  };
}

/** A line that stands in several pictures of a film once, with its seconds; all that stand on one picture. */
export function linesOnce(lines: readonly ReadLine[]): ReadLine[] {
  const moving = new Map<string, ReadLine>();
  for (const line of lines) {
    if (!line.at) continue;
    const other = moving.get(line.text) ?? line;
    moving.set(line.text, { ...other, at: [...new Set([...(other.at ?? []), ...line.at])] });
  }
  return [...lines.filter(({ at }) => at === undefined), ...moving.values()];
}

/** More places than these are not told one by one. */
const MOST_PLACES = 12;

/** One finding of a name in a section: the surest, with all its places on a picture, or all the seconds of a film. */
export function merged(findings: readonly Finding[]): Finding[] {
  const known = new Map<string, Finding[]>();
  for (const one of findings) {
    const key = JSON.stringify([one.section, one.name, one.source === 'speech']);
    known.set(key, [...(known.get(key) ?? []), one]);
  }
  return [...known.values()].map(ofOneName).sort((a, b) => b.confidence - a.confidence);
}

function ofOneName(all: readonly Finding[]): Finding {
  const surest = all.reduce((best, one) => (one.confidence > best.confidence ? one : best));
  const at = [...new Set(all.flatMap((one) => one.at ?? []))].sort((a, b) => a - b);
  const places = all.flatMap((one) => (one.place ? [one.place] : [])).slice(0, MOST_PLACES);
  return {
    ...surest,
    ...(at.length > 0 ? { at } : {}),
    // Of a film each is of another picture.
    ...(at.length === 0 && places.length > 1 ? { places } : {}),
  };
}
