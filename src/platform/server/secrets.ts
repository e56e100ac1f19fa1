/** Production starts only with secrets that somebody made on purpose and nobody else can read. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { SECRET_NAMES } from './secret-names.ts';

/** 32 random bytes as hex. */
const SHAPE = /^[0-9a-f]{64}$/;
/** Of 64 hex digits made by chance fewer than this many different ones come once in a billion. */
const LEAST_DIFFERENT_DIGITS = 8;
const OTHERS = 0o077;

/** A secret is missing, guessable, or open to others. The message says which and what to do. */
export class SecretsRefused extends Error {}

/** What is wrong with the secrets of a data folder, a line each; empty when they are fit for production. */
export function secretFaults(dataFolder: string): string[] {
  return SECRET_NAMES.flatMap((name) => {
    const file = join(dataFolder, 'secrets', name);
    const fault = faultOf(file);
    return fault ? [`${file}: ${fault}`] : [];
  });
}

function faultOf(file: string): string | undefined {
  try {
    const { mode } = statSync(file);
    if ((mode & OTHERS) !== 0) return `others than its owner may read it (chmod 600)`;
    const text = readFileSync(file, 'utf8').trim();
    if (!SHAPE.test(text)) return 'is not 32 random bytes in hex';
    return new Set(text).size < LEAST_DIFFERENT_DIGITS ? 'was not made by chance' : undefined;
  } catch {
    return 'is missing';
  }
}

export function requireSecrets(dataFolder: string): void {
  const faults = secretFaults(dataFolder);
  if (faults.length === 0) return;
  throw new SecretsRefused(
    [
      'Adsieve does not start in production with these secrets:',
      ...faults.map((line) => `  ${line}`),
      'Make missing ones once with: npm run adsieve -- secrets. Keep them with your backups: a lost one signs everybody out.',
    ].join('\n'),
  );
}

/** Makes those that are missing, readable by their owner only; returns how many there are. */
export function makeSecrets(folder: Pick<DataFolder, 'secret'>): number {
  for (const name of SECRET_NAMES) folder.secret(name);
  return SECRET_NAMES.length;
}
