import { eq } from 'drizzle-orm';
import type { EvidenceBook } from '#domains/evidence/contract/evidence-book.ts';
import { type Sql, sql, typed } from '#platform/server/clickhouse/sql.ts';
import type { Files } from '#platform/server/files/files.ts';
import { appError } from '#platform/server/http/app-error.ts';
import type { FileAnswer } from '#platform/server/http/implement.ts';
import type { Database } from '#platform/server/postgres/postgres.ts';
import { archiveOf } from './evidence-files.ts';
import { recordOf } from './evidence-store.ts';
import { refuse } from './refuse.ts';
import { evidenceTable } from './tables.ts';

type Db = Database['db'];
type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export type StoredEvidence = EvidenceBook<Db, Tx, Sql, FileAnswer>;

export const evidenceBook = (files: Files): StoredEvidence => ({
  async ready(db, id) {
    const [row] = await db.select().from(evidenceTable).where(eq(evidenceTable.id, id)).for('share');
    if (!row) throw appError('not_found', { field: 'evidence_id' });
    if (row.state !== 'ready') throw refuse('evidence_not_ready', {}, { as: 'conflict', field: 'evidence_id' });
    return recordOf(row);
  },

  archive: ({ id, file_name, erased }) => archiveAnswer(files, { id, fileName: file_name, isErased: erased }),

  async eventsOf(db, { id, package_name }, { campaign, event, category, currency }) {
    const [row] = await db.select({ claim: evidenceTable.claim }).from(evidenceTable).where(eq(evidenceTable.id, id));
    if (!row?.claim) throw appError('not_found', { field: 'evidence_id' });
    return sql`row_id IN (SELECT row_id FROM evidence_claim WHERE package = ${typed('String', package_name)}
      AND claim = ${typed('UUID', row.claim)} AND campaign = ${typed('String', campaign)} AND event = ${typed('String', event)}
      AND category = ${typed('String', category)} AND currency = ${typed('String', currency)})`;
  },
});

/** The stored archive as a file to be downloaded. */
export async function archiveAnswer(
  files: Files,
  { id, fileName, isErased }: { id: number; fileName: string | null; isErased: boolean },
): Promise<FileAnswer> {
  if (isErased) throw refuse('evidence_erased', {}, { as: 'not_found' });
  if (fileName === null) throw refuse('evidence_not_ready', {}, { as: 'conflict' });
  const stream = await files.read(archiveOf(id));
  if (!stream) throw refuse('evidence_file_gone', {}, { as: 'not_found' });
  return { fileName, mediaType: 'application/zip', stream };
}
