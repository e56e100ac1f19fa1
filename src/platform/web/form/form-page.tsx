import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../ui/error-state.tsx';
import { FormCard, FormSkeleton } from './form-card.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import type { DraftForm } from './use-draft-form.ts';

interface Props<D extends object> {
  form: DraftForm<D>;
  /** Words on the button that saves. */
  submit: string;
  children: ReactNode;
  /** Fetches what somebody else saved meanwhile. */
  onReload?: (() => void) | undefined;
  wide?: boolean;
}

/** A form that is a page: nothing is lost by leaving, and a change of somebody else is told, not overwritten. */
export function FormPage<D extends object>({ form, submit, children, onReload, wide = false }: Props<D>) {
  const { t } = useTranslation('ui');
  return (
    <FormCard
      frame={wide ? 'wide' : 'card'}
      submit={submit}
      busy={form.busy}
      failure={form.conflict ? t('changed_meanwhile') : form.failure}
      onSubmit={form.submit}
      onCancel={form.leave}
      more={
        form.conflict && (
          <Button variant="default" onClick={onReload}>
            {t('load_theirs')}
          </Button>
        )
      }
    >
      <UnsavedGuard changed={form.changed} />
      {children}
    </FormCard>
  );
}

interface SavedProps<V> {
  /** Asked anew on opening: an old answer would be edited and refused. */
  one: {
    data: { data: V } | undefined;
    isError: boolean;
    isPlaceholderData: boolean;
    error: unknown;
    refetch: () => unknown;
  };
  children: (value: V, reload: () => void) => ReactNode;
}

/** What is stored, before it can be edited: the shape of the form while it loads, Retry when it did not. */
export function Saved<V>({ one, children }: SavedProps<V>) {
  const reload = (): void => void one.refetch();
  if (one.isError) return <ErrorState error={one.error} onRetry={reload} />;
  if (!one.data || one.isPlaceholderData) return <FormSkeleton />;
  return children(one.data.data, reload);
}
