import { useRef, useState } from 'react';
import { upload } from '#platform/web/api/files.ts';
import { imports } from '#traffic/intake/contract/import-endpoints.ts';

export interface StoredFile {
  id: string;
  name: string;
  bytes: number;
}

export interface Upload {
  progress: { name: string; sent: number; total: number } | null;
  error: unknown;
  /** The stored file; undefined when it failed or was stopped. */
  start: (file: File) => Promise<StoredFile | undefined>;
  stop: () => void;
}

/** Sends a file with progress. Stopping is no error. */
export function useUpload(packageName: string): Upload {
  const [progress, setProgress] = useState<Upload['progress']>(null);
  const [error, setError] = useState<unknown>(null);
  const abort = useRef<AbortController | null>(null);
  const start: Upload['start'] = async (file) => {
    const controller = new AbortController();
    abort.current = controller;
    setError(null);
    setProgress({ name: file.name, sent: 0, total: file.size });
    try {
      const query = { package_name: packageName, file_name: file.name };
      const { data } = await upload(imports.upload, { query }, file, {
        signal: controller.signal,
        onProgress: (sent, total) => setProgress({ name: file.name, sent, total }),
      });
      return { id: data.file_id, name: file.name, bytes: data.bytes };
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure);
      return undefined;
    } finally {
      setProgress(null);
    }
  };
  return { progress, error, start, stop: () => abort.current?.abort() };
}
