import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useFaultText } from '#platform/web/form/fault-text.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';

interface Options<D extends object> {
  initial: D;
  /** First fault of each field, in the words of the server's schema. */
  faultsOf: (draft: D) => Readonly<Record<string, string>>;
  send: (draft: D) => Promise<{ message: string }>;
  onDone: () => void;
}

/** A form in a panel beside its list: once it is saved the list is read again and the panel closes. */
export function useRegisterForm<D extends object>({ initial, faultsOf, send, onDone }: Options<D>) {
  const { t } = useTranslation('publishers');
  const client = useQueryClient();
  const errorText = useErrorText();
  const faultText = useFaultText();
  const [draft, setDraft] = useState(initial);
  const [asked, setAsked] = useState(false);
  const save = useMutation({
    mutationFn: send,
    onSuccess: async ({ message }) => {
      notify('done', t(message, { defaultValue: message }));
      await client.invalidateQueries();
      onDone();
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
    fault: (field: keyof D & string): string | undefined => {
      if (refused?.field === field) return errorText(refused);
      const message = asked ? faults[field] : undefined;
      if (message === undefined) return undefined;
      return t(`fault_${field}`, { defaultValue: faultText(message) ?? t(message, { defaultValue: message }) });
    },
    card: {
      frame: 'none' as const,
      submit: t('save'),
      busy: save.isPending,
      failure: save.error && !refused?.field ? errorText(save.error) : undefined,
      onSubmit: (): void => {
        setAsked(true);
        if (Object.keys(faults).length === 0) save.mutate(draft);
      },
      onCancel: onDone,
    },
  };
}
