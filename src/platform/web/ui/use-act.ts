import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useErrorText } from './error-text.ts';
import { notify } from './notify.ts';

/** Something that is done at once, and what is said then; all that was read is read again. */
export function useAct() {
  const client = useQueryClient();
  const errorText = useErrorText();
  const { mutate } = useMutation({
    mutationFn: async ({ send, done }: { send: () => Promise<unknown>; done: string }) => {
      await send();
      return done;
    },
    onSuccess: async (done) => {
      notify('done', done);
      await client.invalidateQueries();
    },
    onError: (error) => notify('failed', errorText(error)),
  });
  return (send: () => Promise<unknown>, done: string): void => mutate({ send, done });
}
