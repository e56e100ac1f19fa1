import { useTranslation } from 'react-i18next';
import type { IncidentView } from '#domains/tickets/contract/ticket.ts';
import { useFormat } from '#platform/web/i18n/format.ts';

/** Titles that a finder of the product made are said in the reader's language; those of people stay as they are. */
export function useIncidentTitle(): (
  incident: Pick<IncidentView, 'source' | 'title' | 'publisher' | 'numbers'>,
) => string {
  const { t } = useTranslation('tickets');
  const format = useFormat();
  return ({ source, title, publisher, numbers }) => {
    const { share, usual, claim } = numbers;
    if (source === 'dispute' && claim !== undefined) return t('dispute_title', { publisher, claim });
    return source === 'fraud_spike' && share !== undefined && usual !== undefined
      ? t('spike_title', { publisher, share: format.percent(share), usual: format.percent(usual) })
      : title;
  };
}
