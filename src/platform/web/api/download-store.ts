export interface DownloadState {
  /** A file is on its way. */
  loading: boolean;
  /** Name under which the last file was saved. */
  data: string | null;
  /** True once it is saved; after a failure the HTTP status, 0 where no answer came; null before and when cleared. */
  status: true | number | null;
  /** What the failure says to a person. */
  error: string | null;
}

/** Before anything was asked for, and after it was cleared. */
export const NO_DOWNLOAD: DownloadState = { loading: false, data: null, status: null, error: null };

/** What a failure is, for whoever shows it. */
export interface Failure {
  status: number;
  text: string;
}

export interface DownloadStore {
  state: () => DownloadState;
  subscribe: (changed: () => void) => () => void;
  /** Waits for the file; a failure ends in the state and in `tell`, never in the caller. */
  run: (save: () => Promise<string>) => Promise<void>;
  /** Forgets the last file and the last failure, all at once. */
  clear: () => void;
}

/** Where a button's downloads stand: nothing, on its way, saved or failed, and nothing again. */
export function createDownloadStore(
  failureOf: (error: unknown) => Failure,
  tell: (failure: Failure) => void,
): DownloadStore {
  let state = NO_DOWNLOAD;
  const listeners = new Set<() => void>();
  const become = (next: DownloadState): void => {
    state = next;
    for (const changed of listeners) changed();
  };
  return {
    state: () => state,
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    run: async (save) => {
      become({ ...NO_DOWNLOAD, loading: true });
      try {
        become({ ...NO_DOWNLOAD, data: await save(), status: true });
      } catch (error) {
        console.error('The download failed', error);
        const failure = failureOf(error);
        become({ ...NO_DOWNLOAD, status: failure.status, error: failure.text });
        tell(failure);
      }
    },
    clear: () => become(NO_DOWNLOAD),
  };
}
