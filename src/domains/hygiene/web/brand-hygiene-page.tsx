import { Tabs } from '@mantine/core';
import { type ComponentType, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { KINDS } from '#domains/hygiene/contract/terms.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { KeptResults } from './kept/kept-results.tsx';
import { UploadTab } from './scan/upload-tab.tsx';

/** Whether a creative is fit to run: a picture, a film, a recording; and videos by keyword. */
export const hygienePageWith = (Scan: ComponentType) =>
  function BrandHygienePage() {
    return <BrandHygiene Scan={Scan} />;
  };

function BrandHygiene({ Scan }: { Scan: ComponentType }) {
  const { t } = useTranslation('hygiene');
  const { pkg } = useSelection();
  const kept = userMay('tracking.write') ? pkg.package_name : undefined;
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <div>
          <p>{t('lead', { package: pkg.package_title })}</p>
          <p className={screen.note}>{t('limits_note')}</p>
        </div>
      </header>
      <Tabs defaultValue="image">
        <Tabs.List mb="md">
          {KINDS.map((kind) => (
            <Tabs.Tab key={kind} value={kind}>
              {t(kind)}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="keyword">{t('keyword')}</Tabs.Tab>
        </Tabs.List>
        {KINDS.map((kind) => (
          <Tabs.Panel key={kind} value={kind}>
            <UploadTab key={pkg.package_name} kind={kind} packageName={kept} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="keyword">
          <Suspense fallback={<div className={screen.waiting} aria-busy="true" />}>
            <Scan />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      <KeptResults />
    </div>
  );
}
