import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '#platform/contract/page.ts';
import { useShownColorScheme } from '#platform/web/theme/use-shown-color-scheme.ts';
import { LanguageSelect } from '#platform/web/ui/language-select.tsx';
import { Logo } from '#platform/web/ui/logo.tsx';
import { TOOL_PAGES } from '../tool-paths.ts';
import styles from './tool-frame.module.css';

interface Props {
  page: Page;
  signedIn: boolean;
  children: ReactNode;
}

/** Around a tool that is open to anybody: where else one can go, and how it looks. */
export function ToolFrame({ page, signedIn, children }: Props) {
  const { t } = useTranslation(['tools', 'pages']);
  const title = t(`pages:${page.title}`);
  useEffect(() => {
    document.title = `${title} · Adsieve`;
  }, [title]);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
      <header className={styles.head}>
        <a className={styles.logo} href="/" aria-label="Adsieve">
          <Logo size={26} />
          <span aria-hidden="true">Adsieve</span>
        </a>
        <nav aria-label={t('tools')} className={styles.tools}>
          {TOOL_PAGES.map(({ id, paths, title: name }) => (
            <a key={id} href={paths[0]} aria-current={id === page.id ? 'page' : undefined}>
              {t(`pages:${name}`)}
            </a>
          ))}
        </nav>
        <div className={styles.own}>
          <label htmlFor="language">
            <span className="visually-hidden">{t('language')}</span>
            <LanguageSelect id="language" />
          </label>
          <SchemeButton />
          {signedIn ? (
            <a href="/">{t('open')}</a>
          ) : (
            <>
              <a href="/auth/login">{t('sign_in')}</a>
              <a className={styles.signUp} href="/sign-up">
                {t('sign_up')}
              </a>
            </>
          )}
        </div>
      </header>
      <main id="content" className={styles.main} tabIndex={-1}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}

function SchemeButton() {
  const { t } = useTranslation('tools');
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const next = useShownColorScheme() === 'dark' ? 'light' : 'dark';
  const Icon = next === 'dark' ? IconMoon : IconSun;
  return (
    <ActionIcon variant="default" size={36} aria-label={t(next)} onClick={() => setColorScheme(next)}>
      <Icon size={18} stroke={1.5} aria-hidden />
    </ActionIcon>
  );
}
