import type { FileName, Files } from '#platform/server/files/files.ts';

/** The file of a report; its name is the id alone, whatever it is called when it is downloaded. */
export const fileOf = (id: number): FileName => `reports/report-${id}`;

/** Deletes every file whose report is not there any more. */
export async function dropOthers(files: Files, kept: ReadonlySet<number>): Promise<void> {
  for await (const { name } of files.list('reports')) {
    const [, id] = /^reports\/report-(\d+)$/.exec(name) ?? [];
    if (id !== undefined && !kept.has(Number(id))) await files.remove(name);
  }
}
