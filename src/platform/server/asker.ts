import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf work is done: what is shared is shared fairly between packages, then between people. */
export interface Asker {
  readonly package: string;
  readonly person: string;
}

const askers = new AsyncLocalStorage<Asker>();

/**
 * Everything `work` asks for is asked by `asker`. Carried beside the call, so that no question can be asked without it.
 */
export const askedBy = <T>(asker: Asker, work: () => T): T => askers.run(asker, work);

/** Undefined: the product itself (jobs, the command line). */
export const currentAsker = (): Asker | undefined => askers.getStore();
