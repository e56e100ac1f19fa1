// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { account } from '#domains/account/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { show } from '#platform/web/testing/render.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the call for packages rejects with the text of the status, and the person is told [CLI-RULE-16]', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 503, statusText: 'Service Unavailable' }));
  const refused = call(account.packages, {}).then(
    () => undefined,
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  const error = await refused;
  expect(error).toMatchObject({ message: 'Service Unavailable', status: 503 });
  vi.useRealTimers();
  await show(<ErrorState error={error} />);
  expect(screen.getByRole('alert').textContent).toBe('Something Went wrong!');
});
