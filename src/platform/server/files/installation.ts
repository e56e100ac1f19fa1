/** Which installation a bucket belongs to: the one that has the same secrets. */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { DataFolder } from '../data-folder.ts';
import { SECRET_NAMES } from '../secret-names.ts';
import type { S3Files } from './s3-files.ts';

type Secrets = Pick<DataFolder, 'secret' | 'path'>;

/** Of each secret what it makes of our name, which says nothing about it. */
const marks = z.record(z.string(), z.string());

/** A start on these files would be one on those of somebody else, or on half of them. The sentence says what to do. */
export class FilesRefused extends Error {}

const marksOf = (folder: Secrets): Record<string, string> =>
  Object.fromEntries(
    SECRET_NAMES.map((name) => [name, createHmac('sha256', folder.secret(name)).update('adsieve').digest('hex')]),
  );

/** False for a bucket that was never used. @throws FilesRefused for one of another installation, or of other secrets */
export async function isOurs(files: S3Files, folder: Secrets): Promise<boolean> {
  const text = await files.mark();
  if (text === undefined) return false;
  const theirs = marks.parse(JSON.parse(text));
  const other = Object.entries(marksOf(folder)).find(([name, mark]) => (theirs[name] ?? mark) !== mark);
  if (!other) return true;
  throw new FilesRefused(
    `The secret "${other[0]}" in ${folder.path}/secrets is not the one of the installation whose files lie in ${files.place}. ` +
      'Copy the folder "secrets" from a machine that runs, or name another S3_PREFIX for another installation. ' +
      'If the secret was changed on purpose, stop all processes and remove installation.json there.',
  );
}

/** From now on the bucket is the one of this installation. */
export const claim = (files: S3Files, folder: Secrets): Promise<void> =>
  files.setMark(`${JSON.stringify(marksOf(folder), null, 1)}\n`);
