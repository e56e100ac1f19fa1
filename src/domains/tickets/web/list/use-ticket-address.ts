import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { TICKET_ORDERS, type TicketQuestion } from '#domains/tickets/contract/ticket-query.ts';
import { PAGE_SIZES } from '#platform/contract/paging.ts';
import type { Sort } from '#platform/web/table/column.ts';

const ASSIGNEES = ['me', 'nobody'] as const;
export type Whose = (typeof ASSIGNEES)[number] | 'all';

/**
 * Search, order, whose and whether overdue, in the address beside the filters: a copied link and a saved view show the
 * same tickets. Another question begins at its first page.
 */
export function useTicketAddress() {
  const [params, setParams] = useSearchParams();
  const question = params.toString();
  const [turned, setTurned] = useState({ question, page: 1 });
  const set = (parts: Record<string, string | undefined>): void =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(parts))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const sort: Sort = {
    id: TICKET_ORDERS.find((order) => order === params.get('sort')) ?? 'created_at',
    desc: params.get('order') !== 'asc',
  };
  const assignee = ASSIGNEES.find((each) => each === params.get('assignee'));
  const overdue = params.get('overdue') === 'yes';
  const search = params.get('search') ?? '';
  const asked = {
    ...(search === '' ? {} : { search }),
    ...(assignee ? { assignee } : {}),
    ...(overdue ? { overdue: 'yes' as const } : {}),
    sort: sort.id as TicketQuestion['sort'],
    order: sort.desc ? ('desc' as const) : ('asc' as const),
  };
  return {
    asked,
    search,
    sort,
    whose: assignee ?? ('all' as Whose),
    overdue,
    page: turned.question === question ? turned.page : 1,
    limit: PAGE_SIZES[0],
    setPage: (page: number) => setTurned({ question, page }),
    setSearch: (wanted: string) => set({ search: wanted }),
    setSort: ({ id, desc }: Sort) => set({ sort: id, order: desc ? 'desc' : 'asc' }),
    setWhose: (whose: string | null) => set({ assignee: whose === null || whose === 'all' ? undefined : whose }),
    setOverdue: (only: boolean) => set({ overdue: only ? 'yes' : undefined }),
  };
}
