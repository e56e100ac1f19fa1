import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { brandDashboardEndpoints } from '#domains/brand-relevancy/contract/dashboard-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { type Asked, CampaignCard, DayCards, SlabCard, TotalCard } from './dashboard-cards.tsx';
import styles from './outputs.module.css';

/** Which places were looked at, how fit they are, and what was spent beside those that are not. */
export function BrandDashboardPage() {
  const { t } = useTranslation('requirements');
  const { pkg, range } = useSelection();
  const [campaigns, setCampaigns] = useState<string[]>([]);
  const days = { package_name: pkg.package_name, start_date: range.from, end_date: range.to };
  const names = useQuery(query(brandDashboardEndpoints.campaignNames, { query: days })).data?.data ?? [];
  const asked: Asked = { ...days, ...(campaigns.length > 0 ? { campaign_name: campaigns } : {}) };
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <p>{t('dashboard_lead', { package: pkg.package_title })}</p>
        <div className={screen.tools}>
          <MultiSelect
            aria-label={t('campaigns')}
            placeholder={campaigns.length === 0 ? t('all_campaigns') : ''}
            data={[...new Set([...names, ...campaigns])]}
            value={campaigns}
            searchable
            clearable
            onChange={setCampaigns}
          />
        </div>
      </header>
      <DayCards asked={asked} />
      <div className={styles.cards}>
        <SlabCard asked={asked} />
        <TotalCard asked={asked} />
        <div className={styles.wide}>
          <CampaignCard asked={asked} />
        </div>
      </div>
    </div>
  );
}
