import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Route } from './http/implement.ts';
import type { BoundJob } from './jobs/job.ts';
import type { Loop } from './jobs/loop.ts';
import type { PersonalData } from './personal-data.ts';

/** A table of PostgreSQL with its answer to the question what it holds about people. */
export interface OwnedTable {
  table: PgTable;
  /**
   * `none`: nothing. `soon`: what is forgotten within a day or two. `account`: it goes with the account, by a foreign
   * key. `searched`: `personalData` of the slice finds and erases it. `names`: nothing but the names of `names`.
   */
  person: 'none' | 'soon' | 'account' | 'searched' | 'names';
  /** Columns that say which account made the record; the name is replaced when that account is erased. */
  names?: readonly PgColumn[];
}

/** What a slice brings to the server: `server/slice.ts`. `app/server/slices.ts` lists them. */
export interface ServerSlice<Parts = never, JobParts = never> {
  /** Its folder under `src`. */
  id: string;
  routes?: (parts: Parts) => readonly Route[];
  /** Routes of processes that collect live traffic, which answer nothing else. */
  collects?: (parts: Parts) => readonly Route[];
  /** Routes of both kinds of processes that are reached from outside. */
  everywhere?: (parts: Parts) => readonly Route[];
  /** What goes on for as long as the process that does the jobs. */
  loops?: (parts: JobParts) => readonly Loop[];
  jobs?: (parts: JobParts) => readonly BoundJob[];
  tables?: readonly OwnedTable[];
  /** Tables that only functions of the database write, by name. */
  undeclaredTables?: readonly { table: string; person: OwnedTable['person'] }[];
  /** Tables of ClickHouse; erasing traffic covers them all. */
  trafficTables?: readonly string[];
  personalData?: readonly PersonalData[];
}

/** A declared table as the database would describe it: a test holds every one against the migrated database. */
export function shapeOf({ table, names = [] }: OwnedTable) {
  const { name, columns } = getTableConfig(table);
  return {
    name,
    columns: columns.map((column) => ({
      name: column.name,
      type: column.getSQLType().replace(' (', '(').replaceAll(', ', ','),
      required: column.notNull,
      saysWho: names.includes(column),
    })),
  };
}

export const serverSlice = <Parts, JobParts>(slice: ServerSlice<Parts, JobParts>): ServerSlice<Parts, JobParts> =>
  slice;
