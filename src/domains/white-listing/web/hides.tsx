import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type RuleBody, whiteListingEndpoints } from '#domains/white-listing/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import styles from './white-listing.module.css';

/** A rule that would hide so much of the fraud of a package is warned about. */
const MUCH = 0.1;

/** What the rule would make clean of what is stored, before it is saved. */
export function Hides({ body }: { body: RuleBody }) {
  const { t } = useTranslation('white-listing');
  const format = useFormat();
  const preview = useQuery({ ...query(whiteListingEndpoints.preview, { body }), retry: false });
  if (preview.isError) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />;
  const found = preview.data?.data;
  if (!found)
    return (
      <p role="status" aria-live="polite">
        {t('counting')}
      </p>
    );
  const shareOf = (part: number, all: number): number => (all > 0 ? part / all : 0);
  const share = shareOf(found.fraud, found.all_fraud);
  const own = shareOf(Math.min(found.fraud, found.own_fraud), found.own_fraud);
  const together = shareOf(found.cleared_fraud, found.all_fraud);
  const much = Math.max(share, own, together) > MUCH || (found.all_events > 0 && found.events === found.all_events);
  return (
    <div className={styles.hides} role="status" {...(much ? { 'data-much': true } : {})}>
      <p>{t('covers', { events: format.number(found.events), all: format.number(found.all_events) })}</p>
      <p>
        {t('hides', {
          fraud: format.number(found.fraud),
          suspect: format.number(found.suspect),
          share: format.percent(share),
        })}
      </p>
      {found.own_fraud > 0 && <p>{t('hides_own', { share: format.percent(own) })}</p>}
      {found.cleared_fraud > found.fraud && <p>{t('hides_together', { share: format.percent(together) })}</p>}
      {much && <strong>{t('hides_much')}</strong>}
    </div>
  );
}
