import { Menu, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { chooseLocale } from '#platform/web/i18n/i18n.ts';
import { isLocale, LOCALE_CODES, LOCALES } from '#platform/web/i18n/locales.ts';
import { currentUser } from '#platform/web/session/user.ts';
import { COLOR_SCHEMES } from '#platform/web/theme/color-scheme.ts';
import { pageAt } from '../guard.ts';
import { BUILT_PAGES } from '../pages.ts';
import { signOut } from '../sign-out.ts';
import styles from './shell.module.css';

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => [...part][0] ?? '')
    .join('')
    .toUpperCase();

const exists = (path: string): boolean => pageAt(path, BUILT_PAGES) !== undefined;

export function PersonMenu() {
  const { t, i18n } = useTranslation('shell');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const user = currentUser();
  const name = user ? user.name : '';
  return (
    <Menu position="bottom-end" width={268} withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <button type="button" className={styles.person} aria-label={t('person')}>
          {initialsOf(name) || <IconUser size={16} aria-hidden />}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <p className={styles.greeting}>
          <strong>{t('greeting', { name })}</strong>
          {user && <span>{user.email}</span>}
        </p>
        {exists('/user-profile') && (
          <Menu.Item component={Link} to="/user-profile" leftSection={<IconUser size={16} aria-hidden />}>
            {t('profile')}
          </Menu.Item>
        )}
        {exists('/changepassword') && (
          <Menu.Item component={Link} to="/changepassword" leftSection={<IconKey size={16} aria-hidden />}>
            {t('change_password')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <div className={styles.setting}>
          <label htmlFor="shell-language">{t('language')}</label>
          <select
            id="shell-language"
            value={i18n.language}
            onChange={(event) => {
              if (isLocale(event.target.value)) void chooseLocale(event.target.value);
            }}
          >
            {LOCALE_CODES.map((code) => (
              <option key={code} value={code} lang={code}>
                {LOCALES[code]}
              </option>
            ))}
          </select>
        </div>
        <div className={styles.setting}>
          <span id="shell-theme">{t('theme')}</span>
          <SegmentedControl
            aria-labelledby="shell-theme"
            size="xs"
            value={colorScheme}
            onChange={(value) => setColorScheme(COLOR_SCHEMES.find((s) => s === value) ?? 'auto')}
            data={COLOR_SCHEMES.map((scheme) => ({ value: scheme, label: t(`theme_${scheme}`) }))}
          />
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={signOut}>
          {t('sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
