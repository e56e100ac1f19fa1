// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#platform/contract/endpoint.ts';
import { call, query } from '../api/call.ts';
import { show } from '../testing/render.tsx';
import { useConfirmed } from '../ui/use-confirmed.tsx';
import { ListPage } from './list-page.tsx';
import { useListState } from './use-list-state.ts';

const thing = z.object({ id: z.number(), name: z.string() });
const list = endpoint({
  method: 'GET',
  path: '/api/things',
  summary: '',
  access: 'session',
  query: z.object({ page: z.number(), limit: z.number(), search: z.string().optional() }),
  response: z.object({ data: z.array(thing), Total_pages: z.number(), total: z.number() }),
});
const remove = endpoint({
  method: 'DELETE',
  path: '/api/things/:id',
  summary: '',
  access: 'session',
  params: z.object({ id: z.number() }),
  response: z.object({ message: z.string() }),
});

function Things() {
  const state = useListState();
  const { ask, dialog } = useConfirmed({
    run: ({ id }: z.output<typeof thing>) => call(remove, { params: { id } }),
    question: ({ name }) => ({ title: `Remove ${name}?`, confirm: 'Remove', why: '' }),
    done: ({ message }) => message,
  });
  return (
    <>
      <ListPage
        id="things"
        lead=""
        caption="Things"
        searchLabel="Search"
        noneFound="Nothing matches."
        columns={[{ id: 'name', header: 'Name', kind: 'text' }]}
        state={state}
        list={useQuery(query(list, { query: state.asked }))}
        empty={{ why: 'There are none.' }}
      />
      <button type="button" onClick={() => ask({ id: 1, name: 'Una' })}>
        Remove Una
      </button>
      {dialog}
    </>
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a search keeps its words while something found is removed, and shows what is left, however late the first answer comes', async () => {
  const una = { id: 1, name: 'Una' };
  let things = [una, { id: 2, name: 'Ben' }];
  let release = (): void => {};
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  let searches = 0;
  vi.stubGlobal('fetch', async (url: string, { method, signal }: RequestInit) => {
    if (method === 'DELETE') {
      things = things.filter(({ id }) => id !== 1);
      return Response.json({ message: 'Gone' });
    }
    const wanted = new URL(url, 'http://x').searchParams.get('search') ?? '';
    const data = things.filter(({ name }) => name.includes(wanted));
    // The first answer to the search was made before the removal and is delivered after it.
    if (wanted !== '' && ++searches === 1) await late;
    signal?.throwIfAborted();
    return Response.json({ data, Total_pages: 1, total: data.length });
  });
  await show(<Things />);
  await screen.findByRole('cell', { name: 'Una' });
  await userEvent.type(screen.getByRole('searchbox'), 'Una');
  await vi.waitFor(() => expect(searches).toBe(1));
  await userEvent.click(screen.getByRole('button', { name: 'Remove Una' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await vi.waitFor(() => expect(things).toHaveLength(1));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  release();
  await screen.findByText('Nothing matches.');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Una');
  expect(screen.queryByRole('cell', { name: 'Una' })).toBeNull();
});
