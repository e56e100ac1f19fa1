import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { FORBIDDEN_CHARACTERS_MESSAGE } from '#platform/contract/safe-text.ts';
import { ApiError } from '../api/api-error.ts';
import { useErrorText } from '../ui/error-text.ts';
import { notify } from '../ui/notify.ts';
import { asKey, MISSING, useFaultText } from './fault-text.ts';
import { SAVED } from './unsaved-guard.tsx';

interface Options<D extends object> {
  initial: D;
  /** First fault of each field, in the words of the server's schema. */
  faultsOf: (draft: D) => Partial<Record<string, string>>;
  send: (draft: D) => Promise<{ message: string }>;
  /** Where one goes with what was made, once all that is shown knows of it; `back` without a place. */
  onward?: ((draft: D) => string | undefined) | undefined;
  /** Where one goes once it is saved, or given up. */
  back: string;
  /** Keys of the words on fields that are called otherwise than their names. */
  labels?: Readonly<Record<string, string>>;
  /** Holds the translations of what the server answers and of faults; the English message is the key. */
  namespace: string;
}

export interface DraftForm<D extends object> {
  draft: D;
  change: (part: Partial<D>) => void;
  /** What is wrong with a field, also one of a list (`events.0.payout`): only once the form was sent, or as the server refused it. */
  fault: (field: string) => string | undefined;
  failure: string | undefined;
  /** Somebody else saved meanwhile. */
  conflict: boolean;
  busy: boolean;
  changed: boolean;
  submit: () => void;
  leave: () => void;
}

const valueAt = (draft: object, field: string): unknown =>
  field
    .split('.')
    .reduce<unknown>((of, name) => (typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined), draft);

const isEmpty = (draft: object, field: string): boolean => {
  const value = valueAt(draft, field);
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
};

/**
 * State of a form that is a page of its own: draft, faults, refusal, whether something is unsaved, and the way back.
 */
export function useDraftForm<D extends object>(options: Options<D>): DraftForm<D> {
  const { initial, faultsOf, send, onward, back, labels = {}, namespace } = options;
  const { t } = useTranslation(namespace);
  const forbidden = useTranslation('errors').t('forbidden_characters');
  const errorText = useErrorText();
  const faultText = useFaultText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(initial);
  const [asked, setAsked] = useState(false);
  const faults = faultsOf(draft);
  const save = useMutation({
    mutationFn: send,
    onSuccess: async ({ message }, sent) => {
      notify('done', t(message, { defaultValue: message }));
      const known = client.invalidateQueries();
      const there = onward?.(sent);
      if (there !== undefined) await known;
      void navigate(there ?? back, SAVED);
    },
  });
  const refused = save.error instanceof ApiError ? save.error : undefined;
  const ofField = refused?.field !== undefined && refused.field in initial;
  return {
    draft,
    change: (part) => {
      setDraft((before) => ({ ...before, ...part }));
      save.reset();
    },
    fault: (field) => {
      if (refused?.field === field) return errorText(refused);
      const message = asked ? faults[field] : undefined;
      if (message === FORBIDDEN_CHARACTERS_MESSAGE) return forbidden;
      if (message === undefined) return undefined;
      const name = field.slice(field.lastIndexOf('.') + 1);
      // Of an empty field its own words would explain the form of what is not there.
      if (isEmpty(draft, field)) return faultText(MISSING, t(labels[name] ?? name, { defaultValue: '' }));
      return t(`fault_${name}`, { defaultValue: faultText(message) ?? t(message, asKey(message)) });
    },
    failure: save.error && !ofField ? errorText(save.error) : undefined,
    conflict: refused?.code === 'conflict' && !refused.field,
    busy: save.isPending,
    changed: !save.isSuccess && JSON.stringify(draft) !== JSON.stringify(initial),
    submit: () => {
      setAsked(true);
      if (Object.keys(faults).length === 0) save.mutate(draft);
    },
    leave: () => void navigate(back),
  };
}
