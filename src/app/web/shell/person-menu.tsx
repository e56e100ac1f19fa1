import { Popover } from '@mantine/core';
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#platform/web/layout/link.tsx';
import { currentUser } from '#platform/web/session/user.ts';
import { LanguageSelect } from '#platform/web/ui/language-select.tsx';
import { pageAt } from '../guard.ts';
import { BUILT_PAGES } from '../pages.ts';
import { signOut } from '../sign-out.ts';
import styles from './shell.module.css';

const ThemeChoice = lazy(() => import('./theme-choice.tsx').then((m) => ({ default: m.ThemeChoice })));

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => [...part][0] ?? '')
    .join('')
    .toUpperCase();

const LINKS = [
  { to: '/user-profile', text: 'profile', Sign: IconUser },
  { to: '/changepassword', text: 'change_password', Sign: IconKey },
  { to: '/docs', text: 'help', Sign: IconHelp },
] as const;

const exists = (path: string): boolean => pageAt(path, BUILT_PAGES) !== undefined;

/** Without `onKeys` there is no list of keys to show. */
export function PersonMenu({ onKeys }: { onKeys?: () => void }) {
  const { t } = useTranslation('shell');
  const [opened, setOpened] = useState(false);
  const user = currentUser();
  const name = user ? user.name : '';
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={268}
      shadow="md"
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button type="button" className={styles.person} aria-label={t('person')} onClick={() => setOpened(!opened)}>
          {initialsOf(name) || <IconUser size={16} aria-hidden />}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={t('person')}>
        <p className={styles.greeting}>
          <strong>{t('greeting', { name })}</strong>
          {user && <span>{user.email}</span>}
        </p>
        {LINKS.filter(({ to }) => exists(to)).map(({ to, text, Sign }) => (
          <Link key={to} to={to} className={styles.personItem} onClick={() => setOpened(false)}>
            <Sign size={16} aria-hidden />
            {t(text)}
          </Link>
        ))}
        {onKeys && (
          <button
            type="button"
            className={styles.personItem}
            onClick={() => {
              setOpened(false);
              onKeys();
            }}
          >
            <IconKeyboard size={16} aria-hidden />
            {t('keys')}
            <kbd className={styles.itemKey}>?</kbd>
          </button>
        )}
        <hr className={styles.divider} />
        <div className={styles.setting}>
          <label htmlFor="shell-language">{t('language')}</label>
          <LanguageSelect id="shell-language" />
        </div>
        <div className={styles.setting}>
          <span id="shell-theme">{t('theme')}</span>
          <Suspense fallback={null}>
            <ThemeChoice labelledBy="shell-theme" />
          </Suspense>
        </div>
        <hr className={styles.divider} />
        <button type="button" className={styles.personItem} onClick={signOut}>
          <IconLogout size={16} aria-hidden />
          {t('sign_out')}
        </button>
      </Popover.Dropdown>
    </Popover>
  );
}
