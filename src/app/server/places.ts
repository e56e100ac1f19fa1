import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The clone this code runs from, whether compiled (`dist/src/app/server`) or as source (`src/app/server`). */
function findRoot(start: string): string {
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'db'))) return folder;
  }
  throw new Error(`No package.json above ${start}`);
}

export const ROOT = findRoot(import.meta.dirname);
export const MIGRATIONS = join(ROOT, 'db');
export const WEB = join(ROOT, 'dist', 'web');
/** The script that pages of others load. */
export const TAG = join(ROOT, 'dist', 'tag', 'tag.js');
/** The check of evidence archives that goes into each of them. */
export const VERIFIER = join(ROOT, 'src', 'domains', 'evidence', 'server', 'verify', 'verify.mjs');
/** What calls there are, for whoever writes a client. */
export const DESCRIPTION = join(ROOT, 'docs', 'openapi.json');
