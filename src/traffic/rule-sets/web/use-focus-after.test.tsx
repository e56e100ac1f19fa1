// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useFocusAfter } from './use-focus-after.ts';

function Page() {
  const [open, setOpen] = useState(true);
  const lead = useRef<HTMLParagraphElement>(null);
  useFocusAfter(open, lead);
  return (
    <>
      <p ref={lead} tabIndex={-1}>
        lead
      </p>
      <input aria-label="other" />
      <button type="button" onClick={() => setOpen(false)}>
        outside
      </button>
      {open && (
        <button type="button" onClick={() => setOpen(false)}>
          inside
        </button>
      )}
    </>
  );
}
/** As in the history of the rules: only the newest version has a button. */
function Versions() {
  const [newest, setNewest] = useState(2);
  const lead = useRef<HTMLParagraphElement>(null);
  useFocusAfter(newest, lead);
  return (
    <>
      <p ref={lead} tabIndex={-1}>
        history
      </p>
      <button key={newest} type="button" onClick={() => setNewest(newest + 1)}>
        take back {newest}
      </button>
    </>
  );
}
const press = (name: string): void => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
  act(() => void vi.advanceTimersByTime(100));
};
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('when a part of the screen goes', () => {
  it('the focus it held moves to the target', () => {
    render(<Page />);
    press('inside');
    expect(document.activeElement?.textContent).toBe('lead');
  });

  it('another of its kind in its place does not keep it', () => {
    render(<Versions />);
    press('take back 2');
    expect(screen.getByRole('button', { name: 'take back 3' })).toBeDefined();
    expect(document.activeElement?.textContent).toBe('history');
  });

  it('the focus that is elsewhere stays there', () => {
    render(<Page />);
    press('outside');
    expect(document.activeElement?.textContent).toBe('outside');
  });
});
