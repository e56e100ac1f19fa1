import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { imported } from '../worker/packages.ts';

const run = promisify(execFile);
const TRANSLATOR = 'apertium';
const MOST_MS = 20_000;
const MOST_LETTERS = 4_000;
/** Fewer letters are no language. */
const LEAST_LETTERS = 12;

/** Names of its pairs write languages by two letters or by three. */
const THREE: Readonly<Record<string, string>> = {
  es: 'spa',
  en: 'eng',
  fr: 'fra',
  pt: 'por',
  it: 'ita',
  ca: 'cat',
  gl: 'glg',
  eu: 'eus',
  is: 'isl',
  mk: 'mkd',
  ro: 'ron',
};
const namesOf = (language: string): string[] => [language, ...(THREE[language] ? [THREE[language]] : [])];

/** What is between two languages, of a hundred: from it there are pairs to many. */
const BETWEEN = 'es';

let pairs: Promise<ReadonlySet<string>> | undefined;
function pairsHere(): Promise<ReadonlySet<string>> {
  pairs ??= run(TRANSLATOR, ['-l'], { timeout: MOST_MS }).then(
    ({ stdout }) => new Set(stdout.split('\n').map((line) => line.trim())),
    () => new Set<string>(),
  );
  return pairs;
}

export const canTranslate = async (): Promise<boolean> => (await pairsHere()).size > 0;

const pairOf = (known: ReadonlySet<string>, from: string, to: string): string | undefined =>
  namesOf(from)
    .flatMap((one) => namesOf(to).map((other) => `${one}-${other}`))
    .find((pair) => known.has(pair));

/** The way from a language to English: one pair, or two by Spanish; nothing where there is none here. */
function wayOf(known: ReadonlySet<string>, from: string): string[] | undefined {
  const straight = pairOf(known, from, 'en');
  if (straight) return [straight];
  const [first, second] = [pairOf(known, from, BETWEEN), pairOf(known, BETWEEN, 'en')];
  return first && second ? [first, second] : undefined;
}

/** In English, as well as rules and a dictionary can; undefined where no pair is installed. */
export async function toEnglish(text: string, from: string, signal: AbortSignal): Promise<string | undefined> {
  const way = wayOf(await pairsHere(), from);
  if (!way) return undefined;
  let said = text.slice(0, MOST_LETTERS);
  for (const pair of way) said = await through(pair, said, signal);
  return said.trim();
}

function through(pair: string, text: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)]);
    // Words it does not know stay as they are, without its star.
    const child = spawn(TRANSLATOR, ['-u', pair], { signal: ends, stdio: ['pipe', 'pipe', 'ignore'] });
    let said = '';
    child.stdout.on('data', (part) => {
      said += part;
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(said) : reject(new Error(`${TRANSLATOR} ended with ${code}`))));
    child.stdin.on('error', () => undefined).end(text);
  });
}

interface Detector {
  detect(text: string): { language: string; isReliable(): boolean };
}

let detector: Promise<Detector | undefined> | undefined;
function languages(): Promise<Detector | undefined> {
  detector ??= imported<{ eld: Detector }>('eld', 'eld/medium').then(
    ({ eld }) => eld,
    () => undefined,
  );
  return detector;
}

/** ISO 639-1; '' for too few letters, or where the package is missing. */
export async function languageOf(text: string): Promise<string> {
  if ((text.match(/\p{L}/gu)?.length ?? 0) < LEAST_LETTERS) return '';
  return (await languages())?.detect(text.toLowerCase()).language ?? '';
}

export const canTellLanguages = async (): Promise<boolean> => (await languages()) !== undefined;
