import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnalysisAnswer, AnalysisResult } from '#domains/hygiene/contract/result.ts';
import type { Kind } from '#domains/hygiene/contract/terms.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { useMessageText } from '#platform/web/ui/message-text.ts';
import { passesByItself, useSecondsLeft } from '#platform/web/ui/wait-note.tsx';
import { lookAt, MISSING } from './check-file.ts';
import { askAnalysis, sendFile } from './send.ts';

/** What a screen shows of an answer: any part may be missing, for servers of others answer in their own way. */
export type ShownResult = Partial<AnalysisResult>;

interface State {
  file: File | undefined;
  /** Of the chosen file, for its preview. */
  preview: string;
  isScanning: boolean;
  fault: string;
  /** What refused the file, where that passes by itself. */
  refused: unknown;
  result: ShownResult | undefined;
}

const IDLE: State = {
  file: undefined,
  preview: '',
  isScanning: false,
  fault: '',
  refused: undefined,
  result: undefined,
};

/** One tab from the choice of a file to what was found in it; each kind has its own. */
export function useScan(kind: Kind, packageName: string | undefined) {
  const { t } = useTranslation('hygiene');
  const errorText = useErrorText();
  const client = useQueryClient();
  const answerText = useAnswerText(kind);
  const [state, setState] = useState(IDLE);
  const left = useSecondsLeft(state.refused);
  const running = useRef<AbortController>(undefined);
  const last = useRef(state.preview);
  last.current = state.preview;
  useEffect(
    () => () => {
      running.current?.abort();
      if (last.current) URL.revokeObjectURL(last.current);
    },
    [],
  );

  /** A new file takes everything of the last one away but how long none is taken. */
  const choose = async (file: File | null): Promise<void> => {
    running.current?.abort();
    if (state.preview) URL.revokeObjectURL(state.preview);
    const { refused } = state;
    setState({ ...IDLE, refused });
    if (!file) return;
    const { fault, isShown } = await lookAt(kind, file);
    if (fault) return setState({ ...IDLE, refused, fault: t(fault) });
    setState({ ...IDLE, refused, file, preview: isShown ? URL.createObjectURL(file) : '' });
  };

  const scan = async (): Promise<void> => {
    const { file } = state;
    if (!file) return setState({ ...state, fault: t(MISSING[kind]) });
    if (state.isScanning) return;
    const mine = new AbortController();
    running.current = mine;
    setState({ ...state, isScanning: true, fault: '', refused: undefined, result: undefined });
    const ended = (more: Partial<State>): void => {
      if (!mine.signal.aborted) setState((now) => ({ ...now, isScanning: false, ...more }));
    };
    let address: string;
    try {
      address = await sendFile(file, packageName, mine.signal);
    } catch (error) {
      if (passesByItself(error)) return ended({ refused: error });
      const isTold = error instanceof ApiError && error.status >= 400 && error.status < 500;
      return ended({ fault: isTold ? errorText(error) : t('went_wrong') });
    }
    try {
      const answer = await askAnalysis(kind, address, mine.signal);
      // What is kept of it stands in the list below.
      if (packageName) void client.invalidateQueries();
      // What the browser could not tell to be a film or a recording, the server has found to be one.
      if (answer.statusCode === 200 && typeof answer.body === 'object')
        ended({ result: answer.body.result, preview: state.preview || URL.createObjectURL(file) });
      else ended({ fault: answerText(answer) });
    } catch (error) {
      const isLate = error instanceof ApiError && error.code === 'timeout';
      ended({ fault: t(isLate ? 'too_late' : 'went_wrong') });
    }
  };
  return { ...state, left, choose, scan };
}

/** What an answer without a result says: of a picture that failed nothing but that (BH-MSG-09 to 11). */
export function useAnswerText(kind: Kind): (answer: AnalysisAnswer) => string {
  const { t } = useTranslation('hygiene');
  const messageText = useMessageText();
  return ({ statusCode, body, told }) => {
    const said = typeof body === 'string' ? ((told && messageText(told)) ?? body) : '';
    if (statusCode === 200) return said || t('no_data');
    if (statusCode === 429 || statusCode === 422) return said || t('went_wrong');
    return kind === 'image' || said === '' ? t('went_wrong') : said;
  };
}
