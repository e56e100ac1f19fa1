/**
 * Work after the answer: what is done for a known address and not for an unknown one must not be told by how long the
 * answer takes.
 */
export type Later = (work: () => Promise<void>) => void;

export const createLater =
  (onError: (error: unknown) => void): Later =>
  (work) => {
    setImmediate(() => {
      work().catch(onError);
    });
  };
