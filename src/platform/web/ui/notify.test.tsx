// @vitest-environment jsdom
import { notifications } from '@mantine/notifications';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { show } from '../testing/render.tsx';
import { notify } from './notify.ts';
import { Toasts } from './toasts.tsx';

/** What is left of a toast on its way out. */
const FADE_MS = 250;
const isLeaving = (text: string): boolean =>
  screen.getByText(text).closest('[role]')?.getAttribute('style')?.includes('--notifications-state-opacity: 0;') ??
  true;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(async () => {
  // What other screens of this process said stands as long as nobody shows it.
  notifications.clean();
  notifications.cleanQueue();
  await show(<Toasts />);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

describe('a toast', () => {
  it('stays for 2999 ms and goes at 3000 ms [ERR-CONST-01]', async () => {
    notify('done', 'Updated successfully !');
    // It is fetched when it is first needed.
    await vi.dynamicImportSettled();
    await pass(0);
    expect(screen.getByRole('status').textContent).toContain('Updated successfully !');
    await pass(2999);
    expect(isLeaving('Updated successfully !')).toBe(false);
    await pass(1);
    expect(isLeaving('Updated successfully !')).toBe(true);
    await pass(FADE_MS);
    expect(screen.queryByText('Updated successfully !')).toBeNull();
  });

  it('is an alert when something failed, and can be closed', async () => {
    notify('failed', 'The server cannot be reached');
    await vi.dynamicImportSettled();
    await pass(0);
    expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached');
    act(() => screen.getByRole('button', { name: 'Close' }).click());
    await pass(FADE_MS);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
