import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Location, useBlocker } from 'react-router';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Goes with the navigation after a save: what is left behind is stored, whatever the form still shows. */
export const SAVED = { state: { saved: true } } as const;

const isSaved = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'saved' in state && state.saved === true;

interface Props {
  changed: boolean;
  /** Whether the changes are lost on the same page too, at another address of it; absent: never. */
  lostAt?: (next: Location) => boolean;
  /** Told when it asks and when it no longer does: Escape then answers it, and closes nothing below. */
  onAsk?: (asking: boolean) => void;
}

/** Asks before changes that were not saved are left behind: by a link, by going back, by closing the tab. */
export function UnsavedGuard({ changed, lostAt, onAsk }: Props) {
  const { t } = useTranslation('ui');
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed &&
      !isSaved(nextLocation.state) &&
      (currentLocation.pathname !== nextLocation.pathname || lostAt?.(nextLocation) === true),
  );
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [changed]);
  const asking = blocker.state === 'blocked';
  useEffect(() => onAsk?.(asking), [asking, onAsk]);
  return (
    <ConfirmDialog
      opened={asking}
      title={t('unsaved_title')}
      confirm={t('unsaved_leave')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {t('unsaved_why')}
    </ConfirmDialog>
  );
}
