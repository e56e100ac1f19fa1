import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { requirePackage } from '#platform/server/access/scope.ts';
import { lateImport } from '#traffic/intake/server/freshness.ts';
import { importTable } from '#traffic/intake/server/import-tables.ts';
import { proofOf } from '../proof.ts';
import { count, type Maker, moment, names, type Said } from './sentence.ts';

/** Imports that ended since, well or badly, and that one is late by their own rhythm. */
export const imports: Maker = {
  about: 'imports',
  access: 'import.read',
  ask: async (asked) => {
    const { scope, stores, info, window } = asked;
    const [ended, late] = await Promise.all([
      stores.database.db
        .select({
          state: importTable.state,
          records: importTable.records,
          rejected: importTable.rejected,
          fileName: importTable.fileName,
        })
        .from(importTable)
        .where(
          and(
            eq(importTable.packageName, requirePackage(scope, info.package_name)),
            gt(importTable.finishedAt, window.since),
            eq(importTable.live, false),
            inArray(importTable.state, ['done', 'failed']),
          ),
        )
        .orderBy(desc(importTable.id)),
      lateImport(scope, stores.database, info.package_name, window.now),
    ]);
    const proof = proofOf(asked, [{ page: 'import' }]);
    const done = ended.filter(({ state }) => state === 'done');
    const failed = ended.filter(({ state }) => state === 'failed');
    const sum = (of: 'records' | 'rejected'): number => done.reduce((all, row) => all + row[of], 0);
    const said: Said[] = [];
    if (failed[0])
      said.push({
        says: 'import_failed',
        count: failed.length,
        values: { imports: count(failed.length), file: names([failed[0].fileName]) },
        proof,
        tone: 'bad',
        picture: null,
      });
    if (done.length > 0)
      said.push({
        says: 'imported',
        count: done.length,
        values: { imports: count(done.length), n: count(sum('records')), rejected: count(sum('rejected')) },
        proof,
        tone: 'plain',
        picture: null,
      });
    if (late)
      said.push({
        says: 'import_late',
        count: 1,
        values: { at: moment(late.toISOString()) },
        proof,
        tone: 'watch',
        picture: null,
      });
    return said;
  },
};
