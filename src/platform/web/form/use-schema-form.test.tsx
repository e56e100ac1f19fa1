// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { show } from '../testing/render.tsx';
import { useSchemaForm } from './use-schema-form.ts';

afterEach(cleanup);

function Form() {
  const form = useSchemaForm(z.object({ name: z.string().min(1, 'A name is needed') }), { name: '' }, 'form');
  return (
    <>
      <input aria-label="Name" onBlur={() => form.blur('name')} />
      <p role="alert">{form.fault('name')}</p>
      <button type="button">Send</button>
    </>
  );
}

const fault = (): string => screen.getByRole('alert').textContent ?? '';
const nextTurn = () => act(() => new Promise((done) => setTimeout(done)));

describe('a field that is left', () => {
  it('by the keyboard says at once what is wrong', async () => {
    await show(<Form />);
    fireEvent.blur(screen.getByLabelText('Name'));
    expect(fault()).not.toBe('');
  });

  it('by pressing a button says so after the click: the button stays below the pointer', async () => {
    await show(<Form />);
    const button = screen.getByRole('button', { name: 'Send' });
    fireEvent.pointerDown(button);
    fireEvent.blur(screen.getByLabelText('Name'));
    expect(fault()).toBe('');
    fireEvent.pointerUp(button);
    await nextTurn();
    expect(fault()).not.toBe('');
  });
});
