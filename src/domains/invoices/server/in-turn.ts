import { sql } from 'drizzle-orm';
import type { Tx } from './invoice-parts.ts';

const last = new Map<string, Promise<unknown>>();

/**
 * Work on the documents of a package one after the other: within this process before a connection is taken, so that who
 * waits holds none. Between processes it is `lockInvoices`.
 */
export function inTurn<T>(packageName: string, work: () => Promise<T>): Promise<T> {
  const mine = (last.get(packageName) ?? Promise.resolve()).then(work);
  const settled = mine.then(
    () => {},
    () => {},
  );
  last.set(packageName, settled);
  void settled.then(() => {
    if (last.get(packageName) === settled) last.delete(packageName);
  });
  return mine;
}

/** Until the transaction ends nobody else, in whatever process, changes documents of the package. */
export const lockInvoices = (tx: Tx, packageName: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`invoices ${packageName}`}, 0))`);
