// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import ui from '../i18n/ui.en.json' with { type: 'json' };
import { show } from '../testing/render.tsx';
import { DayField, MomentField } from './day-field.tsx';

afterEach(cleanup);

function Form({ max }: { max?: string }) {
  const [day, setDay] = useState('2026-11-25');
  return (
    <>
      <DayField label="From" value={day} onChange={setDay} {...(max === undefined ? {} : { max })} />
      <output>{day}</output>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('From');
async function type(text: string): Promise<void> {
  await userEvent.clear(field());
  if (text !== '') await userEvent.type(field(), text);
  await userEvent.tab();
}

it('a day is typed in the words of the language and stands as its screens write it', async () => {
  await show(<Form />, { ui }, '/', 'de');
  expect(field().value).toBe('25. Nov. 2026');
  await type('3.1.2026');
  await waitFor(() => expect(field().value).toBe('3. Jan. 2026'));
  expect(screen.getByRole('status').textContent).toBe('2026-01-03');
  await type('');
  expect(screen.getByRole('status').textContent).toBe('');
});

it('what is no day, or a later one than may be, leaves the day that was', async () => {
  await show(<Form max="2026-11-25" />);
  for (const text of ['soon', '26 Nov 2026']) {
    await type('24 Nov 2026');
    await userEvent.tripleClick(field());
    await userEvent.keyboard(text);
    await userEvent.tab();
    expect(field().value, text).toBe('Nov 24, 2026');
    expect(screen.getByRole('status').textContent, text).toBe('2026-11-24');
  }
});

it('a moment is shown and taken in UTC', async () => {
  let taken = 0;
  await show(
    <MomentField
      label="From"
      ms={Date.parse('2026-11-25T16:25:00Z')}
      onChange={(ms) => {
        taken = ms;
      }}
    />,
  );
  expect(field().value.replace('\u202f', ' ')).toBe('Nov 25, 2026, 4:25:00 PM');
  await userEvent.tripleClick(field());
  await userEvent.keyboard('2026-03-09 14:30');
  expect(new Date(taken).toISOString()).toBe('2026-03-09T14:30:00.000Z');
});

it('the calendar opens by a click and by the arrow down, never while one types, and Escape closes it', async () => {
  await show(<Form />);
  const isOpen = () => document.querySelector('[data-dates-dropdown]') !== null;
  await userEvent.tab();
  await userEvent.keyboard('{Control>}a{/Control}3 Jan');
  expect(isOpen()).toBe(false);
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(isOpen()).toBe(true));
  expect(field().hasAttribute('data-mantine-stop-propagation')).toBe(true);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(isOpen()).toBe(false));
  await userEvent.click(field());
  await waitFor(() => expect(isOpen()).toBe(true));
  const day = [...document.querySelectorAll<HTMLElement>('[data-dates-dropdown] td button')].find(
    ({ textContent }) => textContent === '12',
  );
  if (!day) throw new Error('no day');
  await userEvent.click(day);
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(screen.getByRole('status').textContent).toMatch(/-12$/);
});
