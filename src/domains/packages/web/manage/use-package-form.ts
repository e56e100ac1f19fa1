import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { faultsOf, type PackageDraft } from './package-draft.ts';

/** State of the package form: draft, faults once asked for, what the server refused, whether something is unsaved. */
export function usePackageForm(
  initial: PackageDraft,
  adding: boolean,
  send: (draft: PackageDraft) => Promise<{ message: string }>,
  onDone: () => void,
) {
  const { t } = useTranslation('packages');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [draft, setDraft] = useState(initial);
  const [asked, setAsked] = useState(false);
  const faults = faultsOf(draft, adding);
  const save = useMutation({
    mutationFn: send,
    onSuccess: ({ message }) => {
      void client.invalidateQueries();
      notify('done', t(message, { defaultValue: message }));
      onDone();
    },
  });
  const refused = save.error instanceof ApiError ? save.error : undefined;
  const ofField = refused?.field !== undefined && refused.field in initial;
  return {
    draft,
    change: (part: Partial<PackageDraft>) => {
      setDraft((before) => ({ ...before, ...part }));
      save.reset();
    },
    fault: (field: string): string | undefined => {
      if (refused?.field === field) return errorText(refused);
      const message = asked ? faults[field] : undefined;
      return message === undefined ? undefined : t(`fault_${field}`, { defaultValue: message });
    },
    failure: save.error && !ofField ? errorText(save.error) : undefined,
    conflict: refused?.code === 'conflict' && !refused.field,
    busy: save.isPending,
    changed: !save.isSuccess && JSON.stringify(draft) !== JSON.stringify(initial),
    submit: () => {
      setAsked(true);
      if (Object.keys(faults).length === 0) save.mutate(draft);
    },
  };
}
