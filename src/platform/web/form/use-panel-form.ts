import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { useErrorText } from '../ui/error-text.ts';
import { notify } from '../ui/notify.ts';
import { asKey, useFaultText } from './fault-text.ts';

interface Options<D extends object, A extends { message: string }> {
  initial: D;
  /** First fault of each field, in the words of the server's schema. */
  faultsOf: (draft: D) => Readonly<Record<string, string>>;
  send: (draft: D) => Promise<A>;
  /** With the answer once it is saved, without when it was given up. */
  onDone: (answer?: A) => void;
  /** Holds the translations of what the server answers and of faults; the English message is the key. */
  namespace: string;
}

type FieldOf<D extends object> = (keyof D & string) | `${keyof D & string}.${number}.${string}`;

/** A form in a panel beside its list: once it is saved the list is read again and the panel closes. */
export function usePanelForm<D extends object, A extends { message: string }>(options: Options<D, A>) {
  const { initial, faultsOf, send, onDone, namespace } = options;
  const { t } = useTranslation(namespace);
  const client = useQueryClient();
  const errorText = useErrorText();
  const faultText = useFaultText();
  const [draft, setDraft] = useState(initial);
  const [asked, setAsked] = useState(false);
  const save = useMutation({
    mutationFn: send,
    onSuccess: async (answer) => {
      notify('done', t(answer.message, { defaultValue: answer.message }));
      await client.invalidateQueries();
      onDone(answer);
    },
    // What somebody else has stored since is read again, for whoever decides what stays.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void client.invalidateQueries();
    },
  });
  const faults = faultsOf(draft);
  const refused = save.error instanceof ApiError ? save.error : undefined;
  return {
    draft,
    change: (part: Partial<D>): void => {
      setDraft((before) => ({ ...before, ...part }));
      save.reset();
    },
    /** Also of a line of a list, by its place: `tiers.0.rate`. */
    fault: (field: FieldOf<D>): string | undefined => {
      if (refused?.field === field) return errorText(refused);
      const message = asked ? faults[field] : undefined;
      if (message === undefined) return undefined;
      return t(`fault_${field.slice(field.lastIndexOf('.') + 1)}`, {
        defaultValue: faultText(message) ?? t(message, asKey(message)),
      });
    },
    /** The field that the server refused last. */
    refusedField: refused?.field,
    card: {
      frame: 'none' as const,
      submit: t('save'),
      busy: save.isPending,
      failure: save.error && !refused?.field ? errorText(save.error) : undefined,
      onSubmit: (): void => {
        setAsked(true);
        if (Object.keys(faults).length === 0) save.mutate(draft);
      },
      onCancel: (): void => onDone(),
    },
  };
}
