import i18next from 'i18next';
import { wantToasts } from './toast-wish.ts';

/** Spec: toasts of the dashboard go by themselves after 3 s. */
export const TOAST_MS = 3000;

type Kind = 'done' | 'failed' | 'info';

const COLOURS: Record<Kind, string> = { done: 'clean', failed: 'fraud', info: 'accent' };

let failuresStay = false;

/** From now on what failed stays until it is closed: on pages for anybody, who may look away meanwhile (ERR-UI-01). */
export function keepFailures(): void {
  failuresStay = true;
}

/** A short word about something that just happened; never the only place of an error that needs action. */
export function notify(kind: Kind, message: string): void {
  wantToasts();
  const toast = {
    message,
    color: COLOURS[kind],
    autoClose: kind === 'failed' && failuresStay ? false : TOAST_MS,
    role: kind === 'failed' ? 'alert' : 'status',
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('ui:close') },
  };
  void import('@mantine/notifications').then(({ notifications }) => notifications.show(toast));
}
