import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Plan, pricingEndpoints } from '#domains/relevancy/contract/catalogue-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import styles from '../scan/scan.module.css';

/** What the operator offers, in the operator's words; where nothing is configured, what there is without a price (PUB-GAP-02). */
export function PricingPage() {
  const { t } = useTranslation('scan');
  const asked = useQuery(query(pricingEndpoints.plans, {}));
  const own: Plan = {
    name: t('plan_own'),
    lead: t('plan_own_lead'),
    features: [t('plan_traffic'), t('plan_reasons'), t('plan_videos'), t('plan_data')],
    price: '',
    contact: '',
  };
  const configured = asked.data?.data.plans ?? [];
  const plans = configured.length > 0 ? configured : [own];
  if (asked.isError) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (asked.isPending) return <div className={screen.waiting} aria-busy="true" />;
  return (
    <div className={screen.page}>
      <div className={screen.head}>
        <p>{t(configured.length > 0 ? 'pricing_lead' : 'pricing_none')}</p>
      </div>
      <ul className={styles.plans}>
        {plans.map(({ name, lead, features, price, contact }) => (
          <li key={name} className={styles.plan}>
            <h2>{name}</h2>
            {price !== '' && <p>{price}</p>}
            {lead !== '' && <p>{lead}</p>}
            <ul>
              {features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
            <div className={styles.ways}>
              <Button component="a" href="/sign-up">
                {t('sign_up')}
              </Button>
              {contact !== '' && (
                <Button component="a" href={contact} variant="default">
                  {t('contact')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
