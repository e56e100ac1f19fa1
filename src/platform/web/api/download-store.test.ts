import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createDownloadStore, type DownloadState, type Failure, NO_DOWNLOAD } from './download-store.ts';

afterEach(() => vi.restoreAllMocks());

function opened() {
  const told: Failure[] = [];
  const store = createDownloadStore(
    (error) => ({ status: error instanceof ApiError ? error.status : 0, text: String(error) }),
    (failure) => told.push(failure),
  );
  const seen: DownloadState[] = [];
  store.subscribe(() => seen.push(store.state()));
  return { store, seen, told };
}

it('a download goes from nothing over its way to success, and is nothing again when cleared [DL-STATE-01]', async () => {
  const { store, seen, told } = opened();
  expect(store.state()).toEqual({ loading: false, data: null, status: null, error: null });
  await store.run(async () => 'rows.csv');
  store.clear();
  expect(seen.map(({ loading, status }) => [loading, status])).toEqual([
    [true, null],
    [false, true],
    [false, null],
  ]);
  expect(seen[1]?.data).toBe('rows.csv');
  expect(told).toEqual([]);
});

it('a failed download keeps status and text, and writes them to the console [DL-STATE-02] [DL-RULE-01]', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { store, told } = opened();
  const failure = new ApiError('unavailable', 'The engine rests', { status: 503 });
  await store.run(() => Promise.reject(failure));
  expect(store.state()).toEqual({ loading: false, data: null, status: 503, error: 'ApiError: The engine rests' });
  expect(told).toEqual([{ status: 503, text: 'ApiError: The engine rests' }]);
  expect(log).toHaveBeenCalledWith(expect.any(String), failure);
});

it('one action forgets the file, the failure and that one was on its way, and the next begins anew [DL-STATE-03]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { store, seen } = opened();
  await store.run(async () => 'publishers.csv');
  expect(store.state().data).toBe('publishers.csv');
  await store.run(() => Promise.reject(new ApiError('internal', 'No', { status: 500 })));
  expect(store.state()).toMatchObject({ loading: false, data: null, status: 500, error: 'ApiError: No' });
  store.clear();
  expect(store.state()).toEqual(NO_DOWNLOAD);
  // What the one before said does not stand beside the next.
  void store.run(() => new Promise(() => undefined));
  expect(seen.at(-1)).toEqual({ loading: true, data: null, status: null, error: null });
  store.clear();
  expect(store.state()).toEqual(NO_DOWNLOAD);
});
