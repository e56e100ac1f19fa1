// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useEntries } from './use-entries.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a list of reports that does not come is given up after fifty seconds [REP-CONST-01]', async () => {
  vi.useFakeTimers();
  const given: AbortSignal[] = [];
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    given.push(signal);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useEntries({ package_name: 'own.example', page: 1, limit: 10 }), { wrapper });
  await vi.advanceTimersByTimeAsync(49_900);
  expect([given.length, given[0]?.aborted, result.current.isPending]).toEqual([1, false, true]);
  await vi.advanceTimersByTimeAsync(200);
  expect([given.length, given[0]?.aborted, result.current.isError]).toEqual([1, true, true]);
});
