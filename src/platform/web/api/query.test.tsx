// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { show } from '../testing/render.tsx';
import { query } from './call.ts';

const total = endpoint({
  method: 'GET',
  path: '/api/total',
  summary: '',
  access: 'session',
  query: z.object({ package_name: z.string(), day: z.string() }),
  response: z.object({ data: z.number() }),
});

/** Shows the figure of a package and a day; one of the two is changed by a button. */
function Figure() {
  const [asked, ask] = useState({ package_name: 'a.example', day: '1' });
  const { data, isPlaceholderData } = useQuery(query(total, { query: asked }));
  return (
    <>
      <output>{data ? `${data.data}${isPlaceholderData ? ' old' : ''}` : 'nothing'}</output>
      <button type="button" onClick={() => ask({ ...asked, day: '2' })}>
        day
      </button>
      <button type="button" onClick={() => ask({ ...asked, package_name: 'b.example' })}>
        package
      </button>
    </>
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('keeps the last answer while the next loads, but shows nothing of another package [ERR-STATE-02]', async () => {
  const waiting: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => waiting.push(resolve)));
  /** Answers the only question that is out. */
  const answer = async (data: number): Promise<void> => {
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    waiting.pop()?.(Response.json({ data }));
  };
  const seen = () => screen.getByRole('status').textContent;
  await show(<Figure />);
  expect(seen()).toBe('nothing');
  await answer(1);
  await vi.waitFor(() => expect(seen()).toBe('1'));
  await userEvent.click(screen.getByRole('button', { name: 'day' }));
  expect(seen()).toBe('1 old');
  await answer(2);
  await vi.waitFor(() => expect(seen()).toBe('2'));
  await userEvent.click(screen.getByRole('button', { name: 'package' }));
  expect(seen()).toBe('nothing');
  await answer(3);
  await vi.waitFor(() => expect(seen()).toBe('3'));
});
