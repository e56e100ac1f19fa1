import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';

const NOT_SAID: ReadonlySet<string> = new Set(['unreadable', 'unreadable_delete', 'internal']);

/** What went wrong with a document: as the server says it, or that something did (REC-MSG-01). */
export function useFailureToast(): (error: unknown) => void {
  const { t } = useTranslation('invoices');
  const errorText = useErrorText();
  return (error) => {
    const isSaid = error instanceof ApiError && !NOT_SAID.has(error.code);
    notify('failed', isSaid ? errorText(error) : t('something_wrong'));
  };
}
