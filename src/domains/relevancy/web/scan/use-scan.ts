import { useCallback, useRef, useState } from 'react';
import { isResult, type ResultRow, type ScanAnswer, type ScanMessage } from '#domains/relevancy/contract/scan.ts';
import { scanEndpoints } from '#domains/relevancy/contract/scan-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { stored } from '#platform/web/session/stored.ts';
import { passesByItself, useSecondsLeft } from '#platform/web/ui/wait-note.tsx';
import { emptyRow, type TypedRow } from './rows.ts';

/** The vendor behind a scan may take its time. */
const TIMEOUT_MS = 120_000;

export type ScanState =
  | { kind: 'idle' }
  | { kind: 'scanning' }
  | { kind: 'results'; rows: readonly ResultRow[]; without: readonly ScanMessage[] }
  | { kind: 'message'; message: string }
  | { kind: 'failed'; error: unknown };

/**
 * Asks, and is in one state at a time (QL-STATE-01); with the lists of a package, where there is one. Too many scans
 * are no failure to be told of elsewhere: `left` says for how many seconds none is possible.
 */
export function useScan(onFailed: (error: unknown) => void, packageName?: string) {
  const [state, setState] = useState<ScanState>({ kind: 'idle' });
  const left = useSecondsLeft(state.kind === 'failed' ? state.error : undefined);
  const busy = useRef(false);
  const scan = useCallback(
    async (rows: readonly TypedRow[]): Promise<void> => {
      if (busy.current) return;
      busy.current = true;
      setState({ kind: 'scanning' });
      try {
        const asked = { query: packageName ? { package_name: packageName } : {}, body: rows.map(sent) };
        setState(stateOf(await call(scanEndpoints.scan, asked, { timeoutMs: TIMEOUT_MS })));
      } catch (error) {
        setState({ kind: 'failed', error });
        if (!passesByItself(error)) onFailed(error);
      } finally {
        busy.current = false;
      }
    },
    [onFailed, packageName],
  );
  return { state, scan, left };
}

function stateOf(answer: ScanAnswer): ScanState {
  const [first] = answer;
  if (first && !isResult(first)) return { kind: 'message', message: first.message };
  return {
    kind: 'results',
    rows: answer.filter(isResult),
    without: answer.filter((row): row is ScanMessage => !isResult(row)),
  };
}

const sent = ({ country, keyword, language }: TypedRow) => ({
  location_code: country?.location_code ?? 0,
  language_code: language ?? '',
  keywords: keyword.trim(),
  is_user_registered: stored.has('token') ? ('True' as const) : ('False' as const),
});

/** Rows that are typed: there is always one, and a further one only below one that is complete (QL-RULE-01). */
export function useRows() {
  const [rows, setRows] = useState<readonly TypedRow[]>(() => [emptyRow()]);
  return {
    rows,
    change: (id: number, changed: Partial<TypedRow>) =>
      setRows((all) => all.map((row) => (row.id === id ? { ...row, ...changed } : row))),
    add: () => setRows((all) => [...all, emptyRow()]),
    remove: (id: number) => setRows((all) => all.filter((row) => row.id !== id)),
  };
}
