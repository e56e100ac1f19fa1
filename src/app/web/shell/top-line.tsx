import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '#platform/contract/page.ts';
import { TopLineSlot } from '#platform/web/layout/top-line-slot.tsx';
import { CompareMenu } from './compare-menu.tsx';
import { LateBell } from './late-bell.tsx';
import { PersonMenu } from './person-menu.tsx';
import { RangePicker } from './range-picker.tsx';
import styles from './shell.module.css';
import { titleOf } from './title-of.ts';
import { ViewsButton } from './views-button.tsx';

interface Props {
  page: Page | undefined;
  onMenu: () => void;
  onSearch: () => void;
  onKeys: () => void;
}

/** Figures of the most recent days may still change (LAY-GAP-04). */
function Provisional({ days }: { days: number }) {
  const { t } = useTranslation('shell');
  return (
    <span className={styles.lock} title={t('provisional', { days })}>
      <IconLock size={16} aria-hidden />
      <span className="visually-hidden">{t('provisional', { days })}</span>
    </span>
  );
}

export function TopLine({ page, onMenu, onSearch, onKeys }: Props) {
  const { t } = useTranslation(['shell', 'pages']);
  const title = page ? titleOf(page, t) : '';
  useEffect(() => {
    document.title = title === '' ? 'Adsieve' : `${title} · Adsieve`;
  }, [title]);
  return (
    <header className={styles.top}>
      <button type="button" className={styles.burger} aria-label={t('shell:menu_open')} onClick={onMenu}>
        <IconMenu2 size={20} aria-hidden />
      </button>
      <h1 className={styles.title} aria-label={title === '' ? page?.menu?.title : undefined}>
        {title}
      </h1>
      {page?.lockDays ? <Provisional days={page.lockDays} /> : null}
      <div className={styles.controls}>
        {page !== undefined && page.historyMonths > 0 && <RangePicker />}
        {page?.compares && <CompareMenu />}
        <TopLineSlot />
        {page !== undefined && (page.historyMonths > 0 || page.views) && <ViewsButton />}
        <button
          type="button"
          className={styles.control}
          onClick={onSearch}
          aria-label={t('shell:search')}
          aria-keyshortcuts="Control+K"
        >
          <IconSearch size={16} aria-hidden />
          <kbd className={styles.keys}>Ctrl K</kbd>
        </button>
      </div>
      {page && <LateBell />}
      <PersonMenu onKeys={onKeys} />
    </header>
  );
}
