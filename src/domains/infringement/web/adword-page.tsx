import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdView } from '#domains/infringement/contract/search-ad.ts';
import type { PageProps } from '#platform/web/layout/page-component.ts';
import { useTab } from '#platform/web/layout/use-tab.ts';
import { AdList } from './ad-list.tsx';
import { AffiliateSums, CompetitorSums } from './ad-sums.tsx';
import { Parties } from './parties.tsx';

/** Ads on the names of the brand: of affiliates on one page, of competitors and strangers on the other. */
export function AdwordPage({ page }: PageProps) {
  const { t } = useTranslation('infringement');
  const view: AdView = page.id === 'adword-affiliate' ? 'affiliate' : 'competitor';
  const { tab, show } = useTab(['ads', 'sums', 'parties']);
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="ads">{t('tab_ads')}</Tabs.Tab>
        <Tabs.Tab value="sums">{t(view === 'affiliate' ? 'tab_affiliates' : 'tab_domains')}</Tabs.Tab>
        <Tabs.Tab value="parties">{t('tab_parties')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="ads">
        <AdList key={view} view={view} />
      </Tabs.Panel>
      <Tabs.Panel value="sums">{view === 'affiliate' ? <AffiliateSums /> : <CompetitorSums />}</Tabs.Panel>
      <Tabs.Panel value="parties">
        <Parties />
      </Tabs.Panel>
    </Tabs>
  );
}
