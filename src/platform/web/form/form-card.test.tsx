// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import ui from '../i18n/ui.en.json' with { type: 'json' };
import { show } from '../testing/render.tsx';
import { FormCard } from './form-card.tsx';

afterEach(cleanup);

/** The first field is wrong once it was sent, the last once the server has said so. */
function Form() {
  const [name, setName] = useState('');
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);
  const answer = (): void => {
    setBusy(false);
    setRefused(true);
  };
  const submit = (): void => {
    setAsked(true);
    if (name !== '') setBusy(true);
  };
  return (
    <FormCard submit="Save" busy={busy} onSubmit={submit} onCancel={() => undefined}>
      <input aria-label="Note" />
      <input
        aria-label="Name"
        aria-invalid={asked && name === ''}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <input aria-label="Page" aria-invalid={refused} />
      <button type="button" onClick={answer}>
        Answer
      </button>
    </FormCard>
  );
}

describe('a form that is sent', () => {
  it('leads to the first field that is wrong, also to one the server refuses, and leaves who types alone', async () => {
    await show(<Form />, { ui });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const field = (name: string) => screen.getByLabelText(name);
    await waitFor(() => expect(document.activeElement).toBe(field('Name')));
    await userEvent.type(field('Note'), 'late');
    expect(document.activeElement).toBe(field('Note'));
    await userEvent.type(field('Name'), 'Spring');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(screen.getByRole('button', { name: 'Answer' }));
    await waitFor(() => expect(document.activeElement).toBe(field('Page')));
  });
});
