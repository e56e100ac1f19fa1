import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Saying } from '#domains/today/contract/sentences.ts';
import { requirePackage } from '#platform/server/access/scope.ts';
import type { VerdictCause } from '#traffic/judge/contract/verdict-change-endpoints.ts';
import { verdictChangeCountTable as counted, verdictChangeTable as noted } from '#traffic/judge/server/tables.ts';
import type { Asked } from '../asked.ts';
import { proofOf } from '../proof.ts';
import { count, type Maker, type Said } from './sentence.ts';

/** Verdicts that scheduled sweeps changed since, as they looked at sources again. */
export const sweeps: Maker = {
  about: 'sweeps',
  access: 'rules.read',
  ofWhole: true,
  ask: (asked) => changesBy(asked, 'swept', ['sweep']),
};

/** Verdicts that people changed: by rules, the white list, decisions about sources and events, and what they took back. */
export const changes: Maker = {
  about: 'changes',
  access: 'rules.read',
  ofWhole: true,
  ask: (asked) => changesBy(asked, 'changed', ['rules', 'white_list', 'source', 'decision', 'undo']),
};

async function changesBy(asked: Asked, says: Saying, causes: readonly VerdictCause[]): Promise<Said[]> {
  const { scope, stores, info, window } = asked;
  const of = (which: 'fraud' | 'clean') =>
    sql<number>`coalesce(sum(${counted.events}) FILTER (WHERE ${counted.toVerdict} = ${which}), 0)::float8`;
  const [found] = await stores.database.db
    .select({
      events: sql<number>`coalesce(sum(${counted.events}), 0)::float8`,
      fraud: of('fraud'),
      clean: of('clean'),
    })
    .from(noted)
    .innerJoin(counted, eq(counted.changeId, noted.id))
    .where(
      and(
        eq(noted.packageName, requirePackage(scope, info.package_name)),
        gt(noted.at, window.since),
        inArray(noted.cause, [...causes]),
      ),
    );
  if (!found || found.events === 0) return [];
  return [
    {
      says,
      count: found.events,
      values: { n: count(found.events), fraud: count(found.fraud), clean: count(found.clean) },
      proof: proofOf(asked, [{ page: 'rules-history' }]),
      tone: 'plain',
      picture: null,
    },
  ];
}
