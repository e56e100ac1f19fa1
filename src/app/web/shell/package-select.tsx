import { Select } from '@mantine/core';
import IconApps from '@tabler/icons-react/dist/esm/icons/IconApps.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { useTranslation } from 'react-i18next';
import { useSelection } from '#platform/web/layout/selection.tsx';
import styles from './shell.module.css';

/** The app or site being looked at. */
export function PackageSelect() {
  const { t } = useTranslation('shell');
  const { pkg, packages, choosePackage } = useSelection();
  const Icon = pkg.platform === 'web' ? IconWorld : IconApps;
  return (
    <div className={styles.package}>
      <Select
        aria-label={t('package')}
        data={packages.map((p) => ({ value: p.package_name, label: p.package_title }))}
        value={pkg.package_name}
        onChange={(name) => name && choosePackage(name)}
        searchable
        allowDeselect={false}
        maxDropdownHeight={320}
        nothingFoundMessage={t('package_none')}
        leftSection={<Icon size={16} aria-hidden />}
        comboboxProps={{ withinPortal: true, width: 'max-content', position: 'bottom-start' }}
      />
      {pkg.demo && (
        <span className={styles.demo} title={t('demo_detail')}>
          {t('demo')}
        </span>
      )}
    </div>
  );
}
