import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adaoEndpoints } from '#domains/hygiene/contract/package-endpoints.ts';
import type { AnalysisAnswer } from '#domains/hygiene/contract/result.ts';
import type { Kind } from '#domains/hygiene/contract/terms.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/call.ts';
import { currentUser } from '#platform/web/session/user.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { passesByItself, useSecondsLeft } from '#platform/web/ui/wait-note.tsx';
import { lookAt } from '../scan/check-file.ts';
import { sendFile } from '../scan/send.ts';
import { forgetItems, keepItem, keptItems } from './kept-queue.ts';

export interface Item {
  id: number;
  name: string;
  /** Of the file, or what the server shows of it after a reload; '' for neither. */
  preview: string;
  state: 'sending' | 'queued' | 'processing' | 'done' | 'failed';
  /** Of what was sent. */
  share: number;
  fault: string;
  answer: AnalysisAnswer | null;
}

const AGAIN_MS = 1_500;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const START = { share: 0, fault: '', answer: null };

/** Files one after the other: each is sent, waits its turn, and is looked at again until it is done, also after a reload. */
export function useQueue(kind: Kind, packageName: string | undefined) {
  const { t } = useTranslation('hygiene');
  const errorText = useErrorText();
  const user = currentUser();
  const whose = `${kind} ${user ? user.id : ''} ${packageName ?? ''}`;
  const before = useMemo(() => keptItems(whose), [whose]);
  const [items, setItems] = useState<Item[]>([]);
  const [refused, setRefused] = useState<unknown>();
  const count = useRef(0);
  const left = useRef(new AbortController());

  const change = useCallback((id: number, more: Partial<Item>): void => {
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...more } : item)));
  }, []);

  const failed = (id: number, error: unknown): void =>
    change(id, { state: 'failed', fault: error instanceof ApiError ? errorText(error) : t('went_wrong') });

  const follow = async (id: number, address: string, signal: AbortSignal, isShown: boolean): Promise<void> => {
    for (;;) {
      const { state, answer, preview } = await call(
        adaoEndpoints.process,
        { body: { s3_presigned_url: address } },
        { signal },
      );
      change(id, { state, answer, ...(isShown ? {} : { preview }) });
      if (state === 'done' || state === 'failed') return;
      await pause(AGAIN_MS);
      signal.throwIfAborted();
    }
  };

  // What was sent before a reload; a list of others begins with that of others.
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows whose list it is, and no text.
  useEffect(() => {
    const mine = new AbortController();
    left.current = mine;
    const old = before.map((one) => ({ ...one, id: ++count.current }));
    setItems(old.map(({ id, name }): Item => ({ ...START, id, name, preview: '', state: 'queued', share: 1 })));
    const ask = async (): Promise<void> => {
      for (const { id, address } of old)
        await follow(id, address, mine.signal, false).catch((error) => mine.signal.aborted || failed(id, error));
    };
    void ask();
    return () => mine.abort();
  }, [before]);

  const send = async (item: Item, file: File, signal: AbortSignal): Promise<void> => {
    const { fault } = await lookAt(kind, file);
    if (fault) return change(item.id, { state: 'failed', fault: t(fault) });
    try {
      const address = await sendFile(file, packageName, signal, (share) => change(item.id, { share }));
      keepItem(whose, { name: file.name, address, sent: Date.now() });
      change(item.id, { state: 'queued', share: 1 });
      await follow(item.id, address, signal, true);
    } catch (error) {
      if (signal.aborted) return;
      if (passesByItself(error)) setRefused(error);
      failed(item.id, error);
    }
  };

  const add = async (files: readonly File[]): Promise<void> => {
    const { signal } = left.current;
    const fresh = files.map((file): [Item, File] => {
      const preview = URL.createObjectURL(file);
      return [{ ...START, id: ++count.current, name: file.name, preview, state: 'sending' }, file];
    });
    setItems((all) => [...fresh.map(([item]) => item), ...all]);
    for (const [item, file] of fresh) await send(item, file, signal);
  };

  const clear = (): void => {
    forgetItems(whose);
    setItems([]);
  };
  return { items, add, clear, refused, left: useSecondsLeft(refused) };
}
