import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';

/** Something said of a line: what was read before is read again, also where somebody else was first. */
export function useSend<T>(send: (what: T) => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient();
  const errorText = useErrorText();
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await client.invalidateQueries();
      onDone();
    },
    onError: (failed) => {
      if (failed instanceof ApiError && failed.status === 409) void client.invalidateQueries();
    },
  });
  return { send: (what: T): void => mutate(what), busy: isPending, failure: error ? errorText(error) : undefined };
}
