import type { Config } from '#platform/server/config.ts';
import { type DataFolder, openDataFolder } from '#platform/server/data-folder.ts';
import type { Files } from '#platform/server/files/files.ts';
import { folderFiles } from '#platform/server/files/folder-files.ts';
import { claim, isOurs } from '#platform/server/files/installation.ts';
import { bucketFiles } from '#platform/server/files/open-files.ts';
import type { S3Place } from '#platform/server/files/s3-client.ts';
import { copyFiles, type MovedFiles } from '#platform/server/move/files.ts';
import { MoveRefused } from '#platform/server/move/move-refused.ts';

/** The files of the data folder into the bucket, while nothing runs; the engines stay where they are. */
export async function moveFiles(config: Config, onPart: (text: string) => void): Promise<MovedFiles> {
  if (!config.bucket) throw new MoveRefused('Say where to with S3_BUCKET and what goes with it.');
  const shared = config.databaseUrl !== undefined && config.clickhouseUrl !== undefined;
  const folder = openDataFolder(config.dataFolder, { shared });
  try {
    return await intoBucket(folderFiles(folder.path), config.bucket, folder, onPart);
  } finally {
    folder.release();
  }
}

/** What is moved stays as it was; a start on the bucket is possible from then on. */
export async function intoBucket(
  from: Files,
  bucket: S3Place,
  folder: DataFolder,
  onPart: (text: string) => void,
): Promise<MovedFiles> {
  const to = bucketFiles(bucket, folder);
  if (await isOurs(to, folder))
    throw new MoveRefused(
      `${to.place} is in use already: what is there may be newer than what is here. Nothing was sent.`,
    );
  const moved = await copyFiles(from, to, onPart);
  await claim(to, folder);
  return moved;
}
