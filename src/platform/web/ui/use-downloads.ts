import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../api/api-error.ts';
import { createDownloadStore, type DownloadState } from '../api/download-store.ts';
import { useErrorText } from './error-text.ts';
import { notify } from './notify.ts';

/** Milliseconds for which a button says that its file is saved. */
const SAVED_MS = 1_500;

/** The downloads behind one button: a failure is said in a toast, a success for a moment by the button. */
export function useDownloads(): { state: DownloadState; save: (work: () => Promise<string>) => void } {
  const errorText = useErrorText();
  const textOf = useRef(errorText);
  textOf.current = errorText;
  const [store] = useState(() =>
    createDownloadStore(
      (error) => ({ status: error instanceof ApiError ? error.status : 0, text: textOf.current(error) }),
      ({ text }) => notify('failed', text),
    ),
  );
  const state = useSyncExternalStore(store.subscribe, store.state);
  useEffect(() => {
    if (state.status !== true) return;
    const timer = setTimeout(store.clear, SAVED_MS);
    return () => clearTimeout(timer);
  }, [state, store]);
  return { state, save: (work) => void store.run(work) };
}
