import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readCookie, writeCookie } from '../cookie.ts';

const COOKIE = 'csv_about';

/** What is asked of a CSV: a first line that says what it is, where the person has chosen that. */
export const askedAbout = (): { about?: 'line' } => (readCookie(COOKIE) === 'line' ? { about: 'line' } : {});

/** The choice, in a menu of files. Remembered: who keeps files for others wants it each time. */
export function AboutChoice() {
  const { t } = useTranslation('ui');
  const [wanted, setWanted] = useState(askedAbout().about === 'line');
  return (
    <>
      <Menu.Divider />
      <Menu.CheckboxItem
        checked={wanted}
        closeMenuOnClick={false}
        onChange={(on) => {
          writeCookie(COOKIE, on ? 'line' : 'none');
          setWanted(on);
        }}
      >
        {t('csv_about')}
      </Menu.CheckboxItem>
    </>
  );
}
