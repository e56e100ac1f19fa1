import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * Whoever changed something asks for what was read again. A first answer that is still on its way counts as read too:
 * the library would wait for it and take it for new, although the server may have made it before the change.
 */
class AskingAnew extends QueryClient {
  override async invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
    // Who does not want to ask again now keeps what comes.
    if (first.length > 0 && filters?.refetchType !== 'none')
      await Promise.all(first.map((each) => each.cancel({ revert: true })));
    return super.invalidateQueries(filters, options);
  }
}

/** Retries live in `request`, so that they obey one rule; what fails after them waits for the person's Retry. */
export const createQueryClient = (): QueryClient =>
  new AskingAnew({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
      },
    },
  });
