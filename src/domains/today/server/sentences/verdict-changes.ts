import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Saying } from '#domains/today/contract/sentences.ts';
import { requirePackage } from '#platform/server/access/scope.ts';
import type { VerdictCause } from '#traffic/judge/contract/verdict-change-endpoints.ts';
import {
  verdictChangeCountTable as counted,
  eventDecision,
  verdictChangeTable as noted,
  ruleSetTable,
} from '#traffic/judge/server/tables.ts';
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

/** Verdicts that people changed: by rules, the white list, decisions about sources and events, and what they took back of earlier ones. */
export const changes: Maker = {
  about: 'changes',
  access: 'rules.read',
  ofWhole: true,
  ask: (asked) => changesBy(asked, 'changed', ['rules', 'white_list', 'source', 'decision', 'undo']),
};

async function changesBy(asked: Asked, says: Saying, causes: readonly VerdictCause[]): Promise<Said[]> {
  const moves = standing(await movesSince(asked, causes));
  const sum = (which?: 'fraud' | 'clean'): number =>
    moves.reduce((all, { to, events }) => (which === undefined || to === which ? all + events : all), 0);
  if (sum() === 0) return [];
  return [
    {
      says,
      count: sum(),
      values: { n: count(sum()), fraud: count(sum('fraud')), clean: count(sum('clean')) },
      proof: proofOf(asked, [{ page: 'rules-history' }]),
      tone: 'plain',
      picture: null,
    },
  ];
}

interface Move {
  /** What a change and what took it back have in common. */
  about: string;
  kind: string;
  from: string;
  to: string;
  events: number;
}

/** What was taken back since has changed nothing: of each thing that people said only what is left of it. */
function standing(moves: readonly Move[]): Move[] {
  const keyOf = ({ about, kind }: Move, from: string, to: string): string => JSON.stringify([about, kind, from, to]);
  const known = new Map(moves.map((move) => [keyOf(move, move.from, move.to), move.events]));
  return moves
    .map((move) => ({ ...move, events: move.events - (known.get(keyOf(move, move.to, move.from)) ?? 0) }))
    .filter(({ events }) => events > 0);
}

async function movesSince({ scope, stores, info, window }: Asked, causes: readonly VerdictCause[]): Promise<Move[]> {
  const packageName = requirePackage(scope, info.package_name);
  const word = (n: 1 | 2) => sql`split_part(${noted.operation}, ' ', ${sql.raw(String(n))})`;
  const isOf = (cause: VerdictCause, first: string, second: SQL) =>
    sql`${noted.cause} = ${cause} AND ${word(1)} = ${first} AND ${word(2)} = ${second}`;
  // A version of the rules may take one back, and an event that is marked again says so under another number; decisions
  // about sources and entries of the white list keep theirs.
  const about = sql<string>`coalesce(
    ${noted.cause} || ' ' || coalesce(${ruleSetTable.undoes}::text, ${eventDecision.rowId}::text),
    ${word(1)} || ' ' || ${word(2)})`;
  const rows = await stores.database.db
    .select({
      about,
      kind: counted.kind,
      from: counted.fromVerdict,
      to: counted.toVerdict,
      events: sql<number>`sum(${counted.events})::float8`,
    })
    .from(noted)
    .innerJoin(counted, eq(counted.changeId, noted.id))
    .leftJoin(
      ruleSetTable,
      and(eq(ruleSetTable.packageName, packageName), isOf('rules', 'rules', sql`${ruleSetTable.version}::text`)),
    )
    .leftJoin(
      eventDecision,
      and(eq(eventDecision.packageName, packageName), isOf('decision', 'decision', sql`${eventDecision.id}::text`)),
    )
    .where(and(eq(noted.packageName, packageName), gt(noted.at, window.since), inArray(noted.cause, [...causes])))
    .groupBy(about, counted.kind, counted.fromVerdict, counted.toVerdict);
  return rows;
}
