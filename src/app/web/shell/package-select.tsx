import { Select } from '@mantine/core';
import IconApps from '@tabler/icons-react/dist/esm/icons/IconApps.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { fitsPackage } from '#platform/contract/page.ts';
import { roleOf } from '#platform/contract/roles.ts';
import { moveTo, useSelection } from '#platform/web/layout/selection.tsx';
import { stored } from '#platform/web/session/stored.ts';
import { currentUser } from '#platform/web/session/user.ts';
import { pageAt } from '../guard.ts';
import { BUILT_PAGES } from '../pages.ts';
import { keptSearch } from './kept-search.ts';
import styles from './shell.module.css';

/** The app or site being looked at. */
export function PackageSelect() {
  const { t } = useTranslation('shell');
  const { pkg, packages, choosePackage } = useSelection();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const typed = useRef(false);
  const choose = (name: string): void => {
    const user = currentUser();
    if (typed.current && user && roleOf(user.role) === 'admin') stored.set('enteredPackage', name);
    const page = pageAt(pathname, BUILT_PAGES);
    const chosen = packages.find((each) => each.package_name === name);
    if (!page || fitsPackage(page, chosen)) {
      choosePackage(name);
      return;
    }
    // The package cannot have this page: on to its own first one, with the same days where it has any.
    const params = new URLSearchParams(search);
    moveTo(params, packages, name);
    void navigate(`/${keptSearch(params, '/')}`, { flushSync: true });
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
        <span className={styles.demo} title={t('demo_detail')}>
          {t('demo')}
        </span>
      )}
    </div>
  );
}
