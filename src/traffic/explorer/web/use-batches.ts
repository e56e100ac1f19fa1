import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, query } from '#platform/web/api/call.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { type Batch, decisionEndpoints } from '#traffic/explorer/contract/decision-endpoints.ts';
import { refreshVerdicts } from '#traffic/judge/web/refresh-verdicts.ts';

const LOOK_AGAIN_MS = 1_000;

export const isOnItsWay = ({ state }: Batch): boolean => state === 'marking' || state === 'undoing';

const asked = (packageName: string) => query(decisionEndpoints.batches, { query: { package_name: packageName } });

/** Decisions about many events; looked at again while one of them is on its way, and all else once it has come. */
export function useBatches(packageName: string): Batch[] {
  const client = useQueryClient();
  const batches = useQuery({
    ...asked(packageName),
    refetchInterval: ({ state }) => (state.data?.data.some(isOnItsWay) ? LOOK_AGAIN_MS : false),
  }).data?.data;
  const busy = batches?.some(isOnItsWay) ?? false;
  const was = useRef(busy);
  useEffect(() => {
    if (was.current && !busy) refreshVerdicts(client, 'many');
    was.current = busy;
  }, [busy, client]);
  return batches ?? [];
}

const isBatches = (key: readonly unknown[]): boolean => key[1] === decisionEndpoints.batches.path;
const readAgain = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => isBatches(queryKey) });

/** Writes one that has begun into what is on the screen, and reads the others again. */
export function useBatchesChanged(): (batch: Batch) => void {
  const client = useQueryClient();
  return (batch) => {
    client.setQueriesData<{ data: Batch[] }>({ predicate: ({ queryKey }) => isBatches(queryKey) }, (held) =>
      held ? { data: [batch, ...held.data.filter(({ id }) => id !== batch.id)] } : held,
    );
    void readAgain(client);
  };
}

export function useUndoBatch(packageName: string) {
  const errorText = useErrorText();
  const changed = useBatchesChanged();
  return useMutation({
    mutationFn: (id: number) => call(decisionEndpoints.undo, { params: { id }, body: { package_name: packageName } }),
    onSuccess: ({ data }) => changed(data),
    onError: (error) => notify('failed', errorText(error)),
  });
}
