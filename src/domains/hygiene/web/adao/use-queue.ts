import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adaoEndpoints } from '#domains/hygiene/contract/package-endpoints.ts';
import type { AnalysisAnswer } from '#domains/hygiene/contract/result.ts';
import type { Kind } from '#domains/hygiene/contract/terms.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/call.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { passesByItself, useSecondsLeft } from '#platform/web/ui/wait-note.tsx';
import { lookAt } from '../scan/check-file.ts';
import { sendFile } from '../scan/send.ts';

export interface Item {
  id: number;
  file: File;
  preview: string;
  state: 'sending' | 'queued' | 'processing' | 'done' | 'failed';
  /** Of what was sent. */
  share: number;
  fault: string;
  answer: AnalysisAnswer | null;
}

const AGAIN_MS = 1_500;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Files one after the other: each is sent, waits its turn, and is looked at again until it is done. */
export function useQueue(kind: Kind, packageName: string | undefined) {
  const { t } = useTranslation('hygiene');
  const errorText = useErrorText();
  const [items, setItems] = useState<Item[]>([]);
  const [refused, setRefused] = useState<unknown>();
  const count = useRef(0);
  const left = useRef(new AbortController());
  useEffect(() => {
    left.current = new AbortController();
    return () => left.current.abort();
  }, []);

  const change = useCallback((id: number, more: Partial<Item>): void => {
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...more } : item)));
  }, []);

  const follow = async (item: Item): Promise<void> => {
    const { signal } = left.current;
    const { fault } = await lookAt(kind, item.file);
    if (fault) return change(item.id, { state: 'failed', fault: t(fault) });
    try {
      const address = await sendFile(item.file, packageName, signal, (share) => change(item.id, { share }));
      change(item.id, { state: 'queued', share: 1 });
      for (;;) {
        const { state, answer } = await call(
          adaoEndpoints.process,
          { body: { s3_presigned_url: address } },
          { signal },
        );
        change(item.id, { state, answer });
        if (state === 'done' || state === 'failed') return;
        await pause(AGAIN_MS);
        signal.throwIfAborted();
      }
    } catch (error) {
      if (signal.aborted) return;
      if (passesByItself(error)) setRefused(error);
      change(item.id, { state: 'failed', fault: error instanceof ApiError ? errorText(error) : t('went_wrong') });
    }
  };

  const add = async (files: readonly File[]): Promise<void> => {
    const fresh = files.map((file): Item => {
      const preview = URL.createObjectURL(file);
      return { id: ++count.current, file, preview, state: 'sending', share: 0, fault: '', answer: null };
    });
    setItems((all) => [...fresh, ...all]);
    for (const item of fresh) await follow(item);
  };
  return { items, add, refused, left: useSecondsLeft(refused) };
}
