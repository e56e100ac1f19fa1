import { join } from 'node:path';
import type { DataFolder } from '../data-folder.ts';
import { FILE_PLACES, type Files, FilesUnavailable } from './files.ts';
import { folderFiles } from './folder-files.ts';
import { claim, FilesRefused, isOurs } from './installation.ts';
import type { S3Place } from './s3-client.ts';
import { S3Files } from './s3-files.ts';

/** Older work is of a process that is gone. */
export const LEFT_MS = 2 * 86_400_000;

/**
 * The files of the installation: below the data folder, or in a bucket, which answers and is ours. A bucket that has
 * never been used is refused while the folder holds files that would not be seen any more.
 */
export async function openFiles(
  bucket: S3Place | undefined,
  folder: Pick<DataFolder, 'secret' | 'path'>,
): Promise<Files> {
  const files = bucket ? await openBucket(bucket, folder) : folderFiles(folder.path);
  await files.clean(new Date(Date.now() - LEFT_MS));
  return files;
}

/** The same for who only looks, to whom a bucket that does not answer is one to tell of. */
export async function openFilesToLook(
  bucket: S3Place | undefined,
  folder: Pick<DataFolder, 'secret' | 'path'>,
): Promise<{ files: Files; isAway: boolean }> {
  try {
    return { files: await openFiles(bucket, folder), isAway: false };
  } catch (error) {
    if (!bucket || !(error instanceof FilesUnavailable)) throw error;
    return { files: bucketFiles(bucket, folder), isAway: true };
  }
}

async function openBucket(bucket: S3Place, folder: Pick<DataFolder, 'secret' | 'path'>): Promise<Files> {
  const files = bucketFiles(bucket, folder);
  if (await isOurs(files, folder)) return files;
  const left = await firstOf(folderFiles(folder.path));
  if (left !== undefined)
    throw new FilesRefused(
      `${files.place} has no files of Adsieve yet, and ${folder.path} has some (${left}), which nobody would see any more. ` +
        'Move them first, while nothing runs: npm run adsieve -- move --files',
    );
  await claim(files, folder);
  return files;
}

export const bucketFiles = (bucket: S3Place, folder: Pick<DataFolder, 'path'>): S3Files =>
  new S3Files(bucket, join(folder.path, 'files', 'work'));

async function firstOf(files: Files): Promise<string | undefined> {
  for (const place of FILE_PLACES) for await (const { name } of files.list(place)) return name;
  return undefined;
}
