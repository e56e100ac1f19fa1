import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';

/** A refusal in its own words; whatever failed on the way is "Something went wrong!" (QL-MSG-08, ERR-GAP-04). */
export function useFailureText(): (error: unknown) => string {
  const { t } = useTranslation('scan');
  const errorText = useErrorText();
  return (error) =>
    error instanceof ApiError && error.status >= 400 && error.status < 500 ? errorText(error) : t('went_wrong');
}
