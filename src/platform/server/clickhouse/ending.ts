/** How a statement ends, or is ended, and when its place in a lane is free. */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { cancelled } from './lane.ts';
import type { Session } from './session.ts';
import { type Sql, sql, typed } from './sql.ts';

/** A place in a lane is given back once, whoever comes first. */
export class Place {
  readonly #giveBack: (session: Session) => void;
  isFree = false;

  constructor(giveBack: (session: Session) => void) {
    this.#giveBack = giveBack;
  }

  free(session: Session): void {
    if (!this.isFree) this.#giveBack(session);
    this.isFree = true;
  }
}

/** Once per query: `is_cancelled` means that it is on its way out. */
export function killStatement(mark: string): Sql {
  return sql`KILL QUERY WHERE position(query, ${typed('String', mark)}) > 0 AND query NOT LIKE 'KILL%' AND NOT is_cancelled ASYNC`;
}

export function orAborted<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(cancelled());
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** A stream keeps its session until its last byte is read or its reader is gone; then it was not read whole. */
export async function isReadWhole(result: unknown): Promise<boolean> {
  if (!(result instanceof Readable)) return true;
  return finished(result, { writable: false }).then(
    () => true,
    () => false,
  );
}
