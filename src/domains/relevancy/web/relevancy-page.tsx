import { Tabs } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import screen from '#platform/web/layout/screen.module.css';
import { useTab } from '#platform/web/layout/use-tab.ts';
import { userMay } from '#platform/web/session/user-may.ts';

const ListsTab = lazy(async () => ({ default: (await import('./lists/lists-tab.tsx')).ListsTab }));

/** The scan in the shell (OTH-ROUTE-07), and what was saved of it. */
export const relevancyPage = (Scan: ComponentType) =>
  function RelevancyPage() {
    const { t } = useTranslation(['video-lists', 'scan']);
    const { tab, show } = useTab(['scan', 'lists']);
    const scan = (
      <div className={screen.page}>
        <div className={screen.head}>
          <p>{t('scan:lead')}</p>
        </div>
        <Scan />
      </div>
    );
    if (!userMay('tracking.read')) return scan;
    return (
      <Tabs value={tab} onChange={show}>
        <Tabs.List mb="md">
          <Tabs.Tab value="scan">{t('tab_scan')}</Tabs.Tab>
          <Tabs.Tab value="lists">{t('tab_lists')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="scan">{scan}</Tabs.Panel>
        <Tabs.Panel value="lists">
          {tab === 'lists' && (
            <Suspense fallback={<div className={screen.waiting} aria-busy="true" />}>
              <ListsTab />
            </Suspense>
          )}
        </Tabs.Panel>
      </Tabs>
    );
  };
