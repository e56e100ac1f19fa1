import type { FileName, Files } from '#platform/server/files/files.ts';

/** The archive of an evidence file; its name is the id alone, whatever it is called when it is downloaded. */
export const archiveOf = (id: number): FileName => `evidence/evidence-${id}`;

/** Deletes every archive whose record is not there any more. */
export async function dropOthers(files: Files, kept: ReadonlySet<number>): Promise<void> {
  for await (const { name } of files.list('evidence')) {
    const [, id] = /^evidence\/evidence-(\d+)$/.exec(name) ?? [];
    if (id !== undefined && !kept.has(Number(id))) await files.remove(name);
  }
}
