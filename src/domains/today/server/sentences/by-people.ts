import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Saying } from '#domains/today/contract/sentences.ts';
import { requirePackage, SYSTEM } from '#platform/server/access/scope.ts';
import { ruleSetTable, sourceDecisionTable, whiteListTable } from '#traffic/judge/server/tables.ts';
import type { Asked } from '../asked.ts';
import { proofOf } from '../proof.ts';
import { count, type Maker, names, type Said } from './sentence.ts';

const NAMED = 3;

/** What people changed about judging: versions of the rules, entries of the white list, decisions about sources. */
export const byPeople: Maker = {
  about: 'rules',
  access: 'rules.read',
  ofWhole: true,
  ask: async (asked) => {
    const { db } = asked.stores.database;
    // The first version of the rules is made by the program.
    const since = (of: { packageName: PgColumn; createdAt: PgColumn; author: PgColumn }) =>
      and(
        eq(of.packageName, requirePackage(asked.scope, asked.info.package_name)),
        gt(of.createdAt, asked.window.since),
        ne(of.author, SYSTEM.userName),
      );
    const [rules, white, decided] = await Promise.all([
      db.select({ author: ruleSetTable.author }).from(ruleSetTable).where(since(ruleSetTable)),
      db
        .select({ author: whiteListTable.author })
        .from(whiteListTable)
        .where(and(since(whiteListTable), isNull(whiteListTable.removedAt))),
      db
        .select({ author: sourceDecisionTable.author })
        .from(sourceDecisionTable)
        .where(and(since(sourceDecisionTable), isNull(sourceDecisionTable.undoneAt))),
    ]);
    return [
      ...told(asked, 'rules_changed', rules, 'rules-history'),
      ...told(asked, 'white_listed', white, 'white-list'),
      ...told(asked, 'decided', decided, 'sources'),
    ];
  },
};

function told(
  asked: Asked,
  says: Saying,
  rows: readonly { author: string }[],
  page: 'rules-history' | 'white-list' | 'sources',
): Said[] {
  if (rows.length === 0) return [];
  const authors = [...new Set(rows.map(({ author }) => author))].slice(0, NAMED);
  return [
    {
      says,
      count: rows.length,
      values: { n: count(rows.length), authors: names(authors) },
      proof: proofOf(asked, [{ page }]),
      tone: 'plain',
      picture: null,
    },
  ];
}
