import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callsOf, type ReportEntry, reportEndpoints } from '#domains/reports/contract/endpoints.ts';
import type { Report } from '#domains/reports/contract/report.ts';
import { type AskedReportInput, RECORD_LIMIT } from '#domains/reports/contract/report-query.ts';
import type { FileFormat } from '#platform/contract/file-formats.ts';
import { call } from '#platform/web/api/call.ts';
import { LIST_TIMEOUT_MS } from './use-report.ts';

const LIST_KEY = ['GET', reportEndpoints.list.path] as const;
/** While something is being made. */
const LOOK_AGAIN_MS = 1500;

export const isOnItsWay = ({ status }: Pick<ReportEntry, 'status'>): boolean =>
  status === 'Queued' || status === 'Processing';

/** Reports that were asked for, looked at again for as long as one of them is being made. */
export function useEntries(asked: { package_name: string; report?: string; page: number; limit: number }) {
  return useQuery({
    queryKey: [...LIST_KEY, asked],
    queryFn: ({ signal }) => call(reportEndpoints.list, { query: asked }, { signal, timeoutMs: LIST_TIMEOUT_MS }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isOnItsWay) ? LOOK_AGAIN_MS : false),
  });
}

/** How a report that could not be asked for is remembered: by this code, whatever the cause (REP-RULE-01). */
export interface GenerateFailure {
  code: 400;
  error: unknown;
}

/** Has a report made. The list is marked as to be read anew, once (REP-STATE-01). */
export function useGenerate(report: Report, onDone: () => void) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<GenerateFailure>();
  const generate = useMutation({
    mutationFn: ({ asked, ...more }: { asked: AskedReportInput; name?: string; format: FileFormat }) => {
      const body = { ...asked, ...more, record_limit: RECORD_LIMIT, page_number: 1 };
      // In the address as well, as the specification has it (REP-API-09).
      const query = Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
      );
      return call(callsOf(report).generate, { query, body });
    },
    onMutate: () => setFailure(undefined),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: LIST_KEY });
      onDone();
    },
    onError: (error) => setFailure({ code: 400, error }),
  });
  return { generate, failure };
}

/** Tries again, or deletes. */
export function useEntryChange(change: (typeof reportEndpoints)['retry' | 'remove']) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(change, { params: { id } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: LIST_KEY }),
  });
}
