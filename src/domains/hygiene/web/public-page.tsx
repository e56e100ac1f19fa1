import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import screen from '#platform/web/layout/screen.module.css';
import { UploadTab } from './scan/upload-tab.tsx';

const TABS = ['image', 'video'] as const;

/** The tool for anybody: a picture or a film, kept for a day (BH-UI-02). */
export function PublicHygienePage() {
  const { t } = useTranslation('hygiene');
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <div>
          <p>{t('public_lead')}</p>
          <p className={screen.note}>{t('limits_note')}</p>
        </div>
      </header>
      <Tabs defaultValue="image">
        <Tabs.List mb="md">
          {TABS.map((kind) => (
            <Tabs.Tab key={kind} value={kind}>
              {t(`${kind}_upload`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((kind) => (
          <Tabs.Panel key={kind} value={kind}>
            <UploadTab kind={kind} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}
