// @vitest-environment jsdom
import { Notifications, notifications } from '@mantine/notifications';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '#platform/web/testing/render.tsx';
import events from './i18n/events.en.json' with { type: 'json' };
import { JudgeForm } from './judge-form.tsx';

/** Marks as clean while the server says what holds then. */
async function markClean(holds: 'clean' | 'fraud'): Promise<void> {
  const data = { row_id: 'e-1', decision: holds, verdict: holds, reason: '' };
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify({ data }))),
  );
  await show(
    <>
      <JudgeForm packageName="shop" id="e-1" decision="clean" before="none" onDone={() => undefined} />
      <Notifications />
    </>,
    { events },
  );
  await userEvent.type(screen.getByRole('textbox'), 'Our own office');
  await userEvent.click(screen.getByRole('button', { name: events.do_clean }));
}

// What another file of this worker said may still stand there.
beforeEach(() => notifications.clean());
afterEach(() => {
  notifications.clean();
  cleanup();
});

it('offers the way back after a mark', async () => {
  await markClean('clean');
  expect(await screen.findByText(events.marked_clean)).toBeTruthy();
  expect(screen.getByRole('button', { name: events.undo })).toBeTruthy();
});

it('tells the one of two who marked at the same moment whose mark does not hold', async () => {
  await markClean('fraud');
  expect(
    await screen.findByText('Somebody else decided at the same moment, and that holds. Marked as fraud'),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: events.undo })).toBeNull();
});
