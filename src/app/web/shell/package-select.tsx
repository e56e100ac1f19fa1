import { Select } from '@mantine/core';
import IconApps from '@tabler/icons-react/dist/esm/icons/IconApps.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { StartTour } from '#domains/account/web/tour/start-tour.tsx';
import { roleOf } from '#platform/contract/roles.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { stored } from '#platform/web/session/stored.ts';
import { currentUser } from '#platform/web/session/user.ts';
import styles from './shell.module.css';
import { useChoosePackage } from './use-choose-package.ts';

/** The app or site being looked at. */
export function PackageSelect() {
  const { t } = useTranslation('shell');
  const { pkg, packages } = useSelection();
  const goTo = useChoosePackage();
  const typed = useRef(false);
  const choose = (name: string): void => {
    const user = currentUser();
    if (typed.current && user && roleOf(user.role) === 'admin') stored.set('enteredPackage', name);
    goTo(name);
  };
  const Icon = pkg.platform === 'web' ? IconWorld : IconApps;
  return (
    <div className={styles.package}>
      <Select
        aria-label={t('package')}
        data={packages.map((p) => ({ value: p.package_name, label: p.package_title }))}
        value={pkg.package_name}
        onChange={(name) => name && choose(name)}
        onInput={() => {
          typed.current = true;
        }}
        onDropdownClose={() => {
          typed.current = false;
        }}
        searchable
        allowDeselect={false}
        maxDropdownHeight={320}
        nothingFoundMessage={t('package_none')}
        leftSection={<Icon size={16} aria-hidden />}
        comboboxProps={{ withinPortal: true, width: 'max-content', position: 'bottom-start' }}
      />
      {pkg.demo && (
        <div className={styles.demoLine}>
          <span className={styles.demo} title={t('demo_detail')}>
            {t('demo')}
          </span>
          <StartTour className={styles.tour} />
        </div>
      )}
    </div>
  );
}
