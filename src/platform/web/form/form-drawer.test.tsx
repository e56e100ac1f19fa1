// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import ui from '../i18n/ui.en.json' with { type: 'json' };
import { show } from '../testing/render.tsx';
import { FormDrawer } from './form-drawer.tsx';
import { useTyped } from './typed-guard.tsx';

afterEach(cleanup);

const QUESTION = 'Discard what you typed?';
const pressEscape = () => userEvent.keyboard('{Escape}');

function Kept({ typed }: { typed: boolean }) {
  useTyped(typed);
  return null;
}

async function open(over: { live?: boolean; kept?: boolean } = {}) {
  const onClose = vi.fn();
  await show(
    <FormDrawer opened onClose={onClose} title="Rate" live={over.live}>
      <form onSubmit={(event) => event.preventDefault()}>
        <input aria-label="Reason" />
        <input aria-label="Search" type="search" />
        <Kept typed={over.kept ?? false} />
      </form>
    </FormDrawer>,
    { ui },
  );
  await screen.findByLabelText('Reason');
  return onClose;
}

describe('a drawer in which something was typed', () => {
  it('asks at Escape, keeps what was typed at the next one, and closes when it is discarded', async () => {
    const onClose = await open();
    await userEvent.type(screen.getByLabelText('Reason'), 'late');
    await pressEscape();
    await screen.findByText(QUESTION);
    await pressEscape();
    await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    await pressEscape();
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('asks after the key press and not in it, which would answer the question too', async () => {
    const onClose = await open({ live: true, kept: true });
    fireEvent.keyDown(screen.getByLabelText('Reason'), { key: 'Escape' });
    expect(screen.queryByText(QUESTION)).toBeNull();
    await screen.findByText(QUESTION);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('closes without a question when nothing was typed, only something was searched, or all was sent', async () => {
    const onClose = await open();
    await userEvent.type(screen.getByLabelText('Search'), 'alpha');
    await pressEscape();
    expect(onClose).toHaveBeenCalledTimes(1);
    await userEvent.type(screen.getByLabelText('Reason'), 'late');
    const form = screen.getByLabelText('Reason').closest('form');
    if (form) fireEvent.submit(form);
    await pressEscape();
    expect(onClose).toHaveBeenCalledTimes(2);
    expect(screen.queryByText(QUESTION)).toBeNull();
  });

  it('of which fields go on by themselves asks only for those that say they have not yet', async () => {
    const onClose = await open({ live: true });
    await userEvent.type(screen.getByLabelText('Reason'), 'late');
    await pressEscape();
    expect(onClose).toHaveBeenCalledTimes(1);
    cleanup();
    const second = await open({ live: true, kept: true });
    await pressEscape();
    await screen.findByText(QUESTION);
    expect(second).not.toHaveBeenCalled();
  });
});
