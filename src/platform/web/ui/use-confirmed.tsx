import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useErrorText } from './error-text.ts';
import { notify } from './notify.ts';

interface Question {
  title: string;
  confirm: string;
  /** What will happen. */
  why: ReactNode;
  /** To be typed before it can be confirmed. */
  typed?: string;
  /** It says more than a sentence or two. */
  wide?: boolean;
  /** As things are it would be refused; the words say why. */
  blocked?: boolean;
}

interface Confirmed<T, A> {
  run: (thing: T) => Promise<A>;
  question: (thing: T) => Question;
  /** Said once it is done. */
  done: (answer: A, thing: T) => string;
}

/**
 * Something that destroys: asked for, confirmed, done, and all
 * that was read is read again. The dialog goes into the page.
 */
export function useConfirmed<T, A>({ run, question, done }: Confirmed<T, A>) {
  const errorText = useErrorText();
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  // Kept while the dialog fades, so that its words stay.
  const [thing, setThing] = useState<T>();
  const act = useMutation({
    mutationFn: run,
    onSuccess: (answer, one) => {
      setOpened(false);
      void client.invalidateQueries();
      notify('done', done(answer, one));
    },
  });
  const { reset } = act;
  const ask = useCallback(
    (one: T): void => {
      reset();
      setThing(one);
      setOpened(true);
    },
    [reset],
  );
  const words = thing === undefined ? undefined : question(thing);
  const dialog = (
    <ConfirmDialog
      opened={opened}
      title={words?.title ?? ''}
      confirm={words?.confirm ?? ''}
      typed={words?.typed}
      wide={words?.wide ?? false}
      blocked={words?.blocked ?? false}
      busy={act.isPending}
      failure={act.error ? errorText(act.error) : undefined}
      onClose={() => setOpened(false)}
      onConfirm={() => thing !== undefined && act.mutate(thing)}
    >
      {words?.why}
    </ConfirmDialog>
  );
  return { ask, dialog };
}
