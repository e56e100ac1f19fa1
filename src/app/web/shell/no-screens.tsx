import { Button } from '@mantine/core';
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { WaitingNote } from '#domains/account/web/start/waiting-note.tsx';
import { Link } from '#platform/web/layout/link.tsx';
import { signOut } from '../sign-out.ts';
import styles from './shell.module.css';

/** Signed in, but nothing assigned: said plainly, without a loop (NAV-GAP-07). */
export function NoScreens() {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.note}>
      <IconLayoutDashboard size={40} stroke={1.4} aria-hidden />
      <h2>{t('no_screens')}</h2>
      <p>{t('no_screens_detail')}</p>
      <Suspense>
        <WaitingNote />
      </Suspense>
      <Link to="/user-profile">{t('profile')}</Link>
      <Button variant="default" onClick={signOut}>
        {t('sign_out')}
      </Button>
    </div>
  );
}
