import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import screen from '#platform/web/layout/screen.module.css';

/** The scan in the shell (OTH-ROUTE-07). */
export const relevancyPage = (Panel: ComponentType) =>
  function RelevancyPage() {
    const { t } = useTranslation('scan');
    return (
      <div className={screen.page}>
        <div className={screen.head}>
          <p>{t('lead')}</p>
        </div>
        <Panel />
      </div>
    );
  };
