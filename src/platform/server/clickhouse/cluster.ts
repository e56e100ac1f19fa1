/**
 * What is different where ClickHouse is several replicas of everything (`CLICKHOUSE_CLUSTER`): tables that are kept are
 * `Replicated…` and made on all of them. Tables of one piece of work stay where its process asks, as plain ones.
 */
import type { Settings } from './session.ts';

/** The name is of letters, digits, `_`, `.` and `-`: `config.ts` takes no other. */
export const onCluster = (cluster: string | undefined): string =>
  cluster === undefined ? '' : `ON CLUSTER '${cluster}'`;

/** What a statement names that makes, changes or drops a table. */
const NAMES_A_TABLE =
  /^(\s*(?:--.*\n\s*)*(?:CREATE TABLE(?: IF NOT EXISTS)?|ALTER TABLE|DROP TABLE(?: IF EXISTS)?)\s+\w+\b)(?!\s+ON CLUSTER\b)/i;

/** A statement over a kept table, for all replicas, whether or not it says so itself. */
export const forAllReplicas = (statement: string, cluster: string | undefined): string =>
  cluster === undefined ? statement : statement.replace(NAMES_A_TABLE, `$1 ${onCluster(cluster)}`);

/**
 * Replicas drop a block that equals an earlier one. A month that is written again after half of it was removed equals
 * itself, and a repeated click is evidence: what is doubled we know by its id. Columns are there on every replica
 * before anybody writes them.
 */
export const CLUSTER_SETTINGS: Settings = {
  deduplicate_insert: 'disable',
  deduplicate_insert_select: 'disable',
  alter_sync: 2,
};

const MUTATION = /^\s*ALTER TABLE \w+ (?:UPDATE|DELETE)\b/i;

/**
 * What has to be said before a statement. Each replica carries out a mutation by itself and reads what its questions
 * name, so that what they name has to have arrived everywhere.
 */
export function sayFirst(statement: string, cluster: string): string[] {
  if (!MUTATION.test(statement)) return [];
  const read = new Set([...statement.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/gi)].map(([, table = '']) => table));
  return [...read].map((table) => `SYSTEM SYNC REPLICA ${onCluster(cluster)} ${table} LIGHTWEIGHT`);
}
