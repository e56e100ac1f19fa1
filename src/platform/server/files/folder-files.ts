import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { constants, copyFile, mkdir, open, readdir, rename, rm, stat, statfs, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isGone } from '../backup/hashed-copy.ts';
import { FILE_PLACES, type FileName, type Files, isFileName, piecesOf, requireFileName } from './files.ts';
import { removeOlder } from './work-folder.ts';

/** Of a file that is being written, beside its place: no name of a file begins so. */
const HALF = '.half-';

/** Files below the data folder, which several processes of one machine, or of several by a mount, have in common. */
export function folderFiles(root: string): Files {
  const work = join(root, 'files', 'work');
  const pathOf = (name: FileName): string => {
    requireFileName(name);
    return join(root, name);
  };
  const about = async (name: FileName) => {
    const found = await stat(pathOf(name)).catch(unlessGone);
    return found?.isFile() ? found : undefined;
  };
  /** Written beside its place and moved there whole, so that a kill leaves no half of it. */
  const replace = async (name: FileName, write: (half: string) => Promise<void>): Promise<number> => {
    const path = pathOf(name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const half = join(dirname(path), `${HALF}${randomUUID()}`);
    try {
      await write(half);
      const { size } = await stat(half);
      await rename(half, path);
      return size;
    } catch (error) {
      await rm(half, { force: true });
      throw error;
    }
  };
  return {
    kind: 'folder',
    place: root,
    work,
    size: async (name) => (await about(name))?.size,
    async version(name) {
      const found = await about(name);
      return found && `${found.mtimeMs}-${found.ino}`;
    },
    async read(name, range) {
      const file = await open(pathOf(name)).catch(unlessGone);
      return file?.createReadStream(range ? { start: range.from, end: range.to } : {});
    },
    write: (name, content, signal) =>
      replace(name, (half) =>
        pipeline(piecesOf(content), createWriteStream(half, { mode: 0o600, flush: true }), signal ? { signal } : {}),
      ),
    copy: (name, path) => replace(name, (half) => copyFile(path, half, constants.COPYFILE_FICLONE)),
    keep: (name, path) =>
      replace(name, async (half) => {
        // Another file system than that of what is worked on: a part of the data folder is a mount.
        await rename(path, half).catch(async () => {
          await copyFile(path, half);
          await unlink(path);
        });
      }),
    withPath: async (name, use) => ((await about(name)) ? use(pathOf(name)) : undefined),
    remove: (name) => rm(pathOf(name), { force: true }),
    async *list(place) {
      for (const each of (await readdir(join(root, place)).catch(unlessGone)) ?? []) {
        // Halves, and what somebody else has put there.
        if (!isFileName(`${place}/${each}`)) continue;
        const name: FileName = `${place}/${each}`;
        const found = await about(name);
        if (found) yield { name, bytes: found.size, changedAt: found.mtime };
      }
    },
    async free(place) {
      const disk = await statfs(join(root, place)).catch(() => statfs(root));
      return disk.bavail * disk.bsize;
    },
    check: async () => {
      await stat(root);
    },
    clean: async (before) => {
      await removeOlder(work, before, () => true);
      for (const place of FILE_PLACES) await removeOlder(join(root, place), before, (name) => name.startsWith(HALF));
    },
  };
}

function unlessGone(error: unknown): undefined {
  if (isGone(error)) return undefined;
  throw error;
}
