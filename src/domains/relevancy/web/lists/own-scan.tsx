import { useTranslation } from 'react-i18next';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { ScanPanel } from '../scan/scan-panel.tsx';
import { SaveRows } from './save-rows.tsx';

/** The scan for a package: its saved lists go before what is found, and what is found can be put onto them. */
export function OwnScan() {
  const { t } = useTranslation('video-lists');
  const { pkg } = useSelection();
  if (!userMay('tracking.read')) return <ScanPanel />;
  return (
    <>
      <p className={screen.note}>{t('lists_apply', { package: pkg.package_title })}</p>
      <ScanPanel
        key={pkg.package_name}
        packageName={pkg.package_name}
        Save={userMay('tracking.write') ? SaveRows : undefined}
      />
    </>
  );
}
