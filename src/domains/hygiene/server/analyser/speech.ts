import { execFile } from 'node:child_process';
import { hasProgram } from '../media.ts';

/** Of Debian; what it knows is English. */
const RECOGNISER = 'pocketsphinx_continuous';
const MOST_MS = 90_000;
const MOST_BYTES = 4 * 1024 * 1024;
/** Half of the time for a word or two more in a hundred that are wrong. */
const QUICK = ['-maxhmmpf', '3000', '-maxwpf', '5'];

export interface SpokenWord {
  text: string;
  /** Seconds from the beginning. */
  at: number;
  confidence: number;
}

export const canHear = (): Promise<boolean> => hasProgram(RECOGNISER, '-help');

/** It was still listening when it had to be done. */
export class SpeechTooSlow extends Error {}

/** Words of a recording of 16,000 samples a second. About one in three of real speech is wrong: it is a gist. */
export function hear(wav: string, signal: AbortSignal, mostMs = MOST_MS): Promise<SpokenWord[]> {
  const asked = ['-infile', wav, '-logfn', '/dev/null', '-time', 'yes', ...QUICK];
  const options = { signal, killSignal: 'SIGKILL', timeout: Math.min(mostMs, MOST_MS), maxBuffer: MOST_BYTES } as const;
  return new Promise((resolve, reject) => {
    execFile('nice', ['-n', '10', RECOGNISER, ...asked], options, (error, stdout) =>
      error ? reject(error.killed && !signal.aborted ? new SpeechTooSlow() : error) : resolve(wordsIn(stdout)),
    );
  });
}

/** `word 1.030 1.570 0.994`; a second way to say a word has its number behind it, silence and noise are in brackets. */
const LINE = /^([a-z][\w'.-]*)(?:\(\d+\))? (\d+\.\d+) \d+\.\d+ (\d+\.\d+)$/;

export function wordsIn(stdout: string): SpokenWord[] {
  return stdout.split('\n').flatMap((line) => {
    const [, text, at, confidence] = LINE.exec(line.trim()) ?? [];
    return text === undefined ? [] : [{ text, at: Number(at), confidence: Math.min(1, Number(confidence)) }];
  });
}
