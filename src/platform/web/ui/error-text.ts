import { useTranslation } from 'react-i18next';
import { ERROR_CODES } from '#platform/contract/error-codes.ts';
import { ApiError } from '../api/api-error.ts';
import { useFormat } from '../i18n/format.ts';
import { useMessageText } from './message-text.ts';

/**
 * What to tell a person about a failure: what a slice refused by its own words, else the usual words of the code. Words
 * that are of no list are shown as returned (AUTH-MSG-20).
 */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation('errors');
  const format = useFormat();
  const messageText = useMessageText();
  return (error) => {
    if (!(error instanceof ApiError)) return t('internal');
    if (error.code === 'too_many_requests' && error.retryAfter !== undefined)
      return t('too_many_requests_wait', { wait: format.wait(error.retryAfter) });
    const own = error.told && messageText(error.told);
    if (own !== undefined) return own;
    const usual =
      error.code in ERROR_CODES ? ERROR_CODES[error.code as keyof typeof ERROR_CODES].message : error.message;
    return error.message === usual ? t(error.code, { defaultValue: error.message }) : error.message;
  };
}
