/**
 * Work after the answer: what is done for a known address and not for an unknown one must not be told by how long the
 * answer takes.
 */
export type Later = (work: () => Promise<void>) => void;

/** Long enough for the answer to have left. */
const AFTER_MS = 25;

export const createLater =
  (onError: (error: unknown) => void): Later =>
  (work) => {
    setTimeout(() => {
      work().catch(onError);
    }, AFTER_MS);
  };
