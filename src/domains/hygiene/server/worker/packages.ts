import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Packages of models are optional: an installation without them starts as any other and says what it lacks. Their names
 * are handed in as texts, since nothing of them may be needed to compile.
 */
export class NotInstalled extends Error {
  override readonly name = 'NotInstalled';
  readonly missing: string;

  constructor(missing: string, cause: unknown) {
    super(`${missing} is not installed`, { cause });
    this.missing = missing;
  }
}

/** @throws NotInstalled */
export function required<T>(name: string, path: string = name): T {
  try {
    return require(path) as T;
  } catch (error) {
    throw new NotInstalled(name, error);
  }
}

/** The same for what is a module. */
export async function imported<T>(name: string, path: string = name): Promise<T> {
  try {
    return (await import(path)) as T;
  } catch (error) {
    throw new NotInstalled(name, error);
  }
}

/** The folder a package lies in, whatever it exports. @throws NotInstalled */
export async function folderOf(name: string): Promise<string> {
  for (const base of require.resolve.paths(name) ?? []) {
    const folder = join(base, name);
    const isThere = await readFile(join(folder, 'package.json')).then(
      () => true,
      () => false,
    );
    if (isThere) return folder;
  }
  throw new NotInstalled(name, undefined);
}
