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

  it('the focus that is elsewhere stays there', () => {
    render(<Page />);
    press('outside');
    expect(document.activeElement?.textContent).toBe('outside');
  });
});
