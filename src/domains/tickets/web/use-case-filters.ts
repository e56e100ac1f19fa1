import { useSearchParams } from 'react-router';
import { TICKET_FILTERS, type TicketFilter } from '#domains/tickets/contract/ticket-query.ts';

export type Chosen = Readonly<Partial<Record<TicketFilter, string[]>>>;

/** The seven filters in the address: a copied link and a saved view show the same cases. */
export function useCaseFilters() {
  const [params, setParams] = useSearchParams();
  const chosen: Chosen = Object.fromEntries(
    TICKET_FILTERS.flatMap((name) => {
      const values = params.getAll(name);
      return values.length === 0 ? [] : [[name, values]];
    }),
  );
  const choose = (name: TicketFilter, values: readonly string[]): void =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      next.delete(name);
      for (const value of values) next.append(name, value);
      return next;
    });
  const clear = (): void =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const name of TICKET_FILTERS) next.delete(name);
      return next;
    });
  const count = Object.values(chosen).reduce((sum, values) => sum + values.length, 0);
  return { chosen, choose, clear, count };
}
