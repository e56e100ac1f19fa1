import { keepPreviousData, QueryCache, QueryClient } from '@tanstack/react-query';
import { endSession } from '../session/end-session.ts';
import { ApiError } from './api-error.ts';

/** Retries live in `request`, so that they obey one rule; what fails after them waits for the person's Retry. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        // The server no longer knows the session, whatever the stored token says.
        if (error instanceof ApiError && error.code === 'not_signed_in') endSession('expired');
      },
    }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // The last answer stays on screen, dimmed, while the next one loads: nothing jumps.
        placeholderData: keepPreviousData,
      },
    },
  });
