import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Unavailable } from '#domains/hygiene/contract/result.ts';
import type { Section } from '#domains/hygiene/contract/terms.ts';
import { AnalysisFault } from '../faults.ts';
import { canReadFilms, framesOf, speechFile } from '../media.ts';
import { distinct, type Frame, framesOfPicture } from '../picture-frames.ts';
import { PictureTooSlow, PictureUnreadable } from '../worker/child.ts';
import type { Eyes, PictureTask, Seen, SeenPart } from '../worker/tasks.ts';
import type { Capability, MediaAnalyser, MediaTask, Observed, Wanted } from './analyser.ts';
import { findingsOfPicture, linesOnce, merged } from './picture-findings.ts';
import { canHear, hear, SpeechTooSlow, type SpokenWord } from './speech.ts';
import { canTellLanguages, canTranslate, languageOf, toEnglish } from './translate.ts';
import { wordFindings } from './word-findings.ts';

const PROGRAMS = {
  ffmpeg: 'ffmpeg (apt-get install ffmpeg)',
  pocketsphinx: 'pocketsphinx (apt-get install pocketsphinx pocketsphinx-en-us)',
  apertium: 'apertium (apt-get install apertium apertium-eng-spa apertium-fr-es)',
} as const;
/** All that is optional, from the one registry. */
const PACKAGES = 'npm install --include=optional';

/** Packages and programs of this machine; what is not there is said and never made up. */
export const embeddedAnalyser = (eyes: Eyes): MediaAnalyser => ({
  id: 'embedded',
  capabilities: () => capabilities(),
  hash: (picture) => asFile(picture, (path) => eyes.hash(path, NEVER)),
  faces: (picture) =>
    asFile(picture, async (path) => {
      const { faces = [], missing } = await eyes.look({ ...NOTHING, path, faces: true }, NEVER);
      return { faces: faces.map(({ print }) => print), needs: missing.faces ? `${missing.faces} (${PACKAGES})` : '' };
    }),
  analyse: async (task, signal) => {
    try {
      if (task.kind === 'audio') return await ofSound(task, signal);
      return await (task.kind === 'image' ? ofPicture(eyes, task, signal) : ofFilm(eyes, task, signal));
    } catch (error) {
      if (error instanceof PictureUnreadable) throw new AnalysisFault(422, 'hygiene_unreadable', {}, error);
      if (error instanceof PictureTooSlow) throw new AnalysisFault(422, 'hygiene_slow', {}, error);
      throw error;
    }
  },
});

/** Of results in which a service of others had its part. */
const SERVICE = 'aws';

const NEVER = new AbortController().signal;
const NOTHING = { things: false, nudity: false, text: false, faces: false, marks: [] };

/** Models read files; this one, upright, is gone afterwards. */
async function asFile<T>(picture: Buffer, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'adsieve-picture-'));
  try {
    const path = join(folder, 'picture');
    await writeFile(path, picture);
    const [first] = (await framesOfPicture(path, folder)).frames;
    return await use(first?.path ?? path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function capabilities(): Promise<Capability[]> {
  const [films, speech, translation, languages] = await Promise.all([
    canReadFilms(),
    canHear(),
    canTranslate(),
    canTellLanguages(),
  ]);
  const said = (feature: string, available: boolean, needs: string): Capability => ({ feature, available, needs });
  return [
    said('video', films, PROGRAMS.ffmpeg),
    said('speech', speech && films, PROGRAMS.pocketsphinx),
    said('translation', translation, PROGRAMS.apertium),
    said('language', languages, PACKAGES),
  ];
}

const taskOf = (path: string, { logos, talent, demographics, service }: Wanted, isRead: boolean): PictureTask => ({
  path,
  things: true,
  nudity: true,
  text: isRead,
  faces: isRead && (talent !== null || demographics),
  marks: isRead ? logos : [],
  service,
});

async function ofPicture(eyes: Eyes, task: MediaTask, signal: AbortSignal): Promise<Observed> {
  const { frames, isWhole } = await framesOfPicture(task.path, task.folder);
  const begun = performance.now();
  const looked = await lookAtAll(eyes, task, { frames, begun }, signal);
  return observed({ task, signal, ...looked, isWhole: isWhole && looked.isWhole, spoken: [], heard: [] });
}

async function ofFilm(eyes: Eyes, task: MediaTask, signal: AbortSignal): Promise<Observed> {
  const begun = performance.now();
  const { frames, isWhole } = await framesOf(task.reader, task.path, task, signal);
  const looked = await lookAtAll(eyes, task, { frames, begun }, signal);
  const { words, missing } = await listen(task, signal, HEARD_BY_MS - (performance.now() - begun));
  return observed({ task, signal, ...looked, isWhole: isWhole && looked.isWhole, spoken: words, heard: missing });
}

/** No further picture of a film is begun after so long: speech is to be heard as well before the call has to answer. */
const SEEN_BY_MS = 60_000;
const HEARD_BY_MS = 100_000;
/** After so many in which reading never ended none is read any more. */
const MOST_SLOW = 2;

interface Looked {
  seen: { seen: Seen; at?: number }[];
  isWhole: boolean;
}

async function lookAtAll(
  eyes: Eyes,
  task: MediaTask,
  { frames, begun }: { frames: readonly Frame[]; begun: number },
  signal: AbortSignal,
): Promise<Looked> {
  const read = frames.length > 1 ? await distinct(frames) : new Set(frames);
  const seen: Looked['seen'] = [];
  for (const frame of frames) {
    if (seen.length > 0 && performance.now() - begun > SEEN_BY_MS) return { seen, isWhole: false };
    const isRead = read.has(frame) && seen.filter((one) => one.seen.slow.includes('words')).length < MOST_SLOW;
    const one = await eyes.look(taskOf(frame.path, task.wanted, isRead), signal).catch((error: unknown) => {
      if (error instanceof PictureTooSlow && seen.length > 0) return undefined;
      throw error;
    });
    if (!one) return { seen, isWhole: false };
    seen.push({ seen: one, ...(frame.at === undefined ? {} : { at: frame.at }) });
  }
  return { seen, isWhole: true };
}

async function ofSound(task: MediaTask, signal: AbortSignal): Promise<Observed> {
  if (!(await canHear())) throw new AnalysisFault(422, 'hygiene_needs', { needs: PROGRAMS.pocketsphinx });
  const { words, missing } = await listen(task, signal, HEARD_BY_MS);
  return observed({ task, signal, seen: [], isWhole: true, spoken: words, heard: missing });
}

/** Signs that differ. */
export const apart = (one: string, other: string): number =>
  one.length === other.length ? [...one].filter((sign, at) => sign !== other[at]).length : Number.POSITIVE_INFINITY;

/** A short film is heard whole, however long its pictures took. */
const LEAST_HEARD_MS = 10_000;

async function listen(
  { sound, reader, path, folder }: MediaTask,
  signal: AbortSignal,
  mostMs: number,
): Promise<{ words: SpokenWord[]; missing: Unavailable[] }> {
  const without = (absence: Unavailable['absence'], needs = '') => ({
    words: [],
    missing: [{ section: 'speech' as const, absence, needs }],
  });
  if (sound === 'none') return without('silent');
  if (!(await canHear())) return without('not_installed', PROGRAMS.pocketsphinx);
  const begun = performance.now();
  const sounds = await speechFile(reader, path, folder, signal);
  if (typeof sounds === 'string') return without(sounds);
  const left = Math.max(LEAST_HEARD_MS, mostMs - (performance.now() - begun));
  try {
    const words = await hear(sounds.wav, signal, left);
    return { words, missing: [{ section: 'speech', absence: 'english_only', needs: '' }] };
  } catch (error) {
    if (error instanceof SpeechTooSlow) return without('too_slow');
    throw error;
  }
}

interface Parts {
  task: MediaTask;
  signal: AbortSignal;
  seen: readonly { seen: Seen; at?: number }[];
  /** False where there is more than was looked at. */
  isWhole: boolean;
  spoken: readonly SpokenWord[];
  heard: readonly Unavailable[];
}

async function observed({
  task: { wanted, kind, hasPictures },
  signal,
  seen,
  isWhole,
  spoken,
  heard,
}: Parts): Promise<Observed> {
  const pictures = seen.map((one) => findingsOfPicture(one.seen, wanted, one.at));
  const written = [...new Set(pictures.map(({ text }) => text).filter((text) => text !== ''))].join('\n');
  const said = spoken.map(({ text }) => text).join(' ');
  const language = said !== '' && written === '' ? 'en' : await languageOf(written === '' ? said : written);
  const isForeign = language !== '' && language !== 'en';
  const translation = isForeign ? await toEnglish(written, language, signal) : '';
  const words = await wordFindings(pictures, spoken, language, wanted.ownWords);
  const [first] = seen;
  const missing = new Map<string, Unavailable>();
  const parts = [...textOf(seen), ...seen.flatMap((each) => missingOf(each.seen))];
  if (!isWhole) parts.push(without('moderation_labels', 'too_slow'));
  if (hasPictures) parts.push(without('moderation_labels', 'sound_only'));
  for (const one of [...parts, ...heard, ...switchedOff(wanted, kind)]) missing.set(one.section, one);
  if (translation === undefined) {
    const none = !(await canTranslate());
    missing.set('translation', {
      section: 'translation',
      absence: none ? 'not_installed' : 'no_pair',
      needs: none ? PROGRAMS.apertium : language,
    });
  }
  return {
    provider: seen.some((one) => one.seen.found) ? SERVICE : 'embedded',
    findings: merged([...pictures.flatMap(({ findings }) => findings), ...words]),
    demographics: demographicsOf(seen, wanted.demographics),
    written,
    lines: linesOnce(pictures.flatMap(({ lines }) => lines)),
    spoken: said,
    translation: translation ?? '',
    language,
    unavailable: [...missing.values()],
    width: first?.seen.looks.width ?? 0,
    height: first?.seen.looks.height ?? 0,
    frames: kind === 'video' || seen.length > 1 ? seen.length : 0,
    hash: first?.seen.hash ?? '',
  };
}

const NEEDED_FOR: Readonly<Record<SeenPart, Section>> = {
  things: 'generic_labels',
  nudity: 'moderation_labels',
  words: 'text',
  faces: 'celebrity',
  marks: 'logo',
};

const without = (section: Section, absence: Unavailable['absence']): Unavailable => ({ section, absence, needs: '' });

/** Letters of other scripts are not read: where some are there, nobody has looked at what they say. */
function textOf(seen: Parts['seen']): Unavailable[] {
  const read = seen.filter(({ seen: one }) => one.words && !one.found);
  if (read.length === 0) return [];
  return [without('text', read.some(({ seen: one }) => one.isForeign) ? 'other_script' : 'latin_only')];
}

/** What takes too long weighs more than what is read in part. */
const missingOf = ({ missing, slow }: Seen): Unavailable[] =>
  Object.entries(NEEDED_FOR).flatMap(([name, section]) => {
    const part = name as SeenPart;
    if (slow.includes(part)) return [without(section, 'too_slow')];
    const needs = missing[part];
    return needs === undefined ? [] : [{ section, absence: 'not_installed' as const, needs: `${needs} (${PACKAGES})` }];
  });

function switchedOff({ talent, demographics, logos, words }: Wanted, kind: MediaTask['kind']): Unavailable[] {
  if (kind === 'audio') return [];
  return [
    ...(talent === null ? [without('celebrity', 'switched_off')] : []),
    ...(talent?.length === 0 ? [without('celebrity', 'nothing_kept')] : []),
    ...(demographics ? [] : [without('demographics', 'switched_off')]),
    ...(logos.length + words.length === 0 ? [without('logo', 'nothing_kept')] : []),
  ];
}

/** Years to each side of an estimate: it is seldom nearer. */
const YEARS_OFF = 4;

function demographicsOf(
  seen: readonly { seen: Seen }[],
  isWanted: boolean,
): { age: string[]; gender: string[]; emotions: string[] } {
  const faces = isWanted ? seen.flatMap((one) => one.seen.faces ?? []) : [];
  const all = (texts: readonly string[]): string[] => [...new Set(texts)];
  const title = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  return {
    age: all(faces.map(({ age }) => `${Math.max(0, Math.round(age) - YEARS_OFF)}-${Math.round(age) + YEARS_OFF}`)),
    gender: all(faces.map(({ gender }) => title(gender))),
    emotions: all(faces.map(({ emotion }) => title(emotion))),
  };
}
