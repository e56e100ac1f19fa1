import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, query } from '#platform/web/api/call.ts';
import { refreshVerdicts } from '#traffic/judge/web/refresh-verdicts.ts';
import { PREVIEW_SECONDS, replayEndpoints } from '#traffic/rule-sets/contract/replay.ts';
import { ruleEndpoints } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';

const POLL_MS = 1000;
/** A draft over a year of a large package may take its time; it can be called off. */
const PREVIEW_MS = PREVIEW_SECONDS * 1000;

/** The catalogue of a package; asked again every second while a version is being written into history. */
export function useCatalogue(packageName: string) {
  const client = useQueryClient();
  const found = useQuery({
    ...query(ruleEndpoints.catalogue, { query: { package_name: packageName } }),
    refetchInterval: ({ state }) => (state.data?.data.rewriting ? POLL_MS : false),
  });
  const writing = found.data?.data.rewriting !== null && found.data !== undefined;
  const before = useRef(writing);
  useEffect(() => {
    if (before.current && !writing) refreshVerdicts(client, 'many');
    before.current = writing;
  }, [writing, client]);
  return found;
}

const refreshRules = (client: QueryClient): void =>
  void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[1]).startsWith('/api/traffic/rules') });

export interface SaveRequest {
  base_version: number;
  draft: RuleSetDraft;
  reason: string;
  from?: string;
}

/** Saving twice by accident is one version: the key stays the same until the draft or its reason changes. */
export function useSave(packageName: string) {
  const client = useQueryClient();
  const key = useRef({ of: '', value: '' });
  return useMutation({
    mutationFn: ({ draft, ...rest }: SaveRequest) => {
      const body = { package_name: packageName, ...rest, ...draft };
      const of = JSON.stringify(body);
      if (key.current.of !== of) key.current = { of, value: crypto.randomUUID() };
      return call(ruleEndpoints.save, { body }, { idempotencyKey: key.current.value });
    },
    onSettled: () => refreshRules(client),
  });
}

export function useUndoVersion(packageName: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: { version: number; reason: string }) =>
      call(ruleEndpoints.undo, { body: { package_name: packageName, ...wanted } }),
    onSettled: () => refreshRules(client),
  });
}

/** What a draft would change. A question, though the draft is too long for an address; leaving it calls it off. */
export function usePreview(
  packageName: string,
  draft: RuleSetDraft,
  range: { days: number } | { from: string } | null,
) {
  return useQuery({
    queryKey: ['rules-preview', packageName, draft, range],
    queryFn: ({ signal }) =>
      call(
        replayEndpoints.preview,
        { body: { package_name: packageName, ...draft, ...range } },
        { signal, timeoutMs: PREVIEW_MS },
      ),
    enabled: range !== null,
    staleTime: 0,
    gcTime: 0,
    placeholderData: (last, asked) => (asked?.queryKey[1] === packageName ? last : undefined),
  });
}
