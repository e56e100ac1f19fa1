import { setTimeout as sleep } from 'node:timers/promises';
import { type Loop, type LoopRun, Wake } from '#platform/server/jobs/loop.ts';
import { type PlanDeps, planOne, toRead } from './plan.ts';
import { dueDestinations, dueOf, type SendDeps, sendOne } from './send.ts';

const PAUSE_MS = 1000;
const FAILED_MS = 5000;
/** What happens meanwhile is sent together. */
const GATHERED_MS = 5000;
/** Destinations that are called at the same time. */
const AT_ONCE = 16;
/** Calls before it is the turn of others. */
const IN_A_ROW = 50;
/** Postbacks that one destination is sent at the same time; calls of a webhook come one after the other. */
const TOGETHER = 8;

type Run = Pick<LoopRun, 'signal'>;

/** Reads the feed for every destination that is due; false when there was nothing to read. */
export async function readAll(deps: PlanDeps, { signal }: Run, gatheredMs = GATHERED_MS): Promise<boolean> {
  const due = await toRead(deps, new Date(deps.now().getTime() - gatheredMs));
  for (const destination of due) {
    if (signal.aborted) break;
    if (await planOne(deps, destination)) await readOn(deps, destination.id);
  }
  return due.length > 0;
}

/** What is far behind does not wait for its next turn. */
async function readOn({ database }: PlanDeps, id: number): Promise<void> {
  await database.pool.query('UPDATE verdict_destination SET read_at = NULL WHERE id = $1', [id]);
}

/** Makes the calls that are due. One that takes long holds up its own destination and no other. */
export class Sender {
  readonly #deps: SendDeps;
  readonly #busy = new Map<number, Promise<void>>();

  constructor(deps: SendDeps) {
    this.#deps = deps;
  }

  async step({ signal }: Run): Promise<boolean> {
    for (const id of await dueDestinations(this.#deps)) {
      if (this.#busy.size >= AT_ONCE) break;
      if (!this.#busy.has(id)) this.#start(id, signal);
    }
    if (this.#busy.size === 0) return false;
    // Others may become due while these are under way.
    await Promise.race([...this.#busy.values(), sleep(PAUSE_MS, undefined, { signal }).catch(() => {})]);
    if (signal.aborted) await Promise.all(this.#busy.values());
    return true;
  }

  #start(id: number, signal: AbortSignal): void {
    const run = this.#send(id, signal)
      // What could not be noted is due again after its lease.
      .catch(() => sleep(FAILED_MS, undefined, { signal }).catch(() => {}))
      .finally(() => this.#busy.delete(id));
    this.#busy.set(id, run);
  }

  async #send(destinationId: number, signal: AbortSignal): Promise<void> {
    const { ids, together } = await dueOf(this.#deps, destinationId, { most: IN_A_ROW, together: TOGETHER });
    for (let at = 0; at < ids.length && !signal.aborted; at += together)
      await Promise.all(ids.slice(at, at + together).map((id) => sendOne(this.#deps, id)));
  }
}

export function deliveryLoops(deps: PlanDeps & SendDeps): Loop[] {
  const sender = new Sender(deps);
  const times = { pauseMs: PAUSE_MS, failedMs: FAILED_MS };
  return [
    { step: (run) => readAll(deps, run), wake: new Wake(), ...times },
    { step: (run) => sender.step(run), wake: new Wake(), ...times },
  ];
}
