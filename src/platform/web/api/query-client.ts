import { QueryClient } from '@tanstack/react-query';

/** Retries live in `request`, so that they obey one rule; what fails after them waits for the person's Retry. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
      },
    },
  });
