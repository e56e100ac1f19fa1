import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call, query } from '#platform/web/api/call.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { type ImportState, type ImportView, imports } from '#traffic/intake/contract/import-endpoints.ts';
import { isSweeping, isWorking } from './import-numbers.ts';

const POLL_MS = 1000;
const PAGE = 25;
/** States that are entered when rows have become others. */
const WRITTEN: ReadonlySet<ImportState> = new Set(['sweeping', 'done', 'undone']);

const isUnderWay = (job: Pick<ImportView, 'state'>): boolean => isWorking(job) || isSweeping(job);

/** One import, asked again every second while something is being done with it. */
export function useImport(id: number) {
  const client = useQueryClient();
  const found = useQuery({
    ...query(imports.get, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.data) ? POLL_MS : false),
  });
  const state = found.data?.data.state;
  const before = useRef(state);
  useEffect(() => {
    // Its rows are visible, or gone: every number on every board may be another.
    if (before.current && state && before.current !== state && WRITTEN.has(state))
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== imports.get.path });
    before.current = state;
  }, [state, client]);
  return found;
}

/** Imports of the package, newest first; polled while one of them is at work. */
export function useImports(packageName: string, page: number) {
  return useQuery({
    ...query(imports.list, { query: { package_name: packageName, page, limit: PAGE } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? 2 * POLL_MS : false),
  });
}

export function useImportActions() {
  const client = useQueryClient();
  const { t } = useTranslation('import');
  const errorText = useErrorText();
  const failed = (error: unknown): void => notify('failed', errorText(error));
  const refresh = (): void => {
    void client.invalidateQueries({ queryKey: [imports.get.method, imports.get.path] });
    void client.invalidateQueries({ queryKey: [imports.list.method, imports.list.path] });
  };
  const cancel = useMutation({
    mutationFn: ({ id }: Pick<ImportView, 'id'>) => call(imports.cancel, { params: { id } }),
    onSuccess: refresh,
    onError: failed,
  });
  const replace = useMutation({
    mutationFn: ({ id, days }: { id: number; days: string[] }) =>
      call(imports.replace, { params: { id }, body: { days } }),
    onSuccess: refresh,
    onError: failed,
  });
  const undo = useMutation({
    mutationFn: ({ id }: Pick<ImportView, 'id'>) => call(imports.undo, { params: { id } }),
    onSuccess: () => {
      refresh();
      notify('info', t('undo_started'));
    },
    onError: failed,
  });
  return { cancel, replace, undo };
}
