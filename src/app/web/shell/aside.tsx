import IconLayoutSidebar from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebar.mjs';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stored } from '#platform/web/session/stored.ts';
import { Logo } from '#platform/web/ui/logo.tsx';
import styles from './shell.module.css';

/** Spec LAY-CONST-04: a narrow menu opened by hovering closes this long after the pointer has left. */
export const HOVER_OUT_MS = 500;

/** The side menu's column. Narrow, it opens over the page under the pointer or the keyboard's focus. */
export function Aside({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('shell');
  const [narrow, setNarrow] = useState(() => stored.get('ToggleAsideMenu') === true);
  const [peek, setPeek] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);

  const enter = (): void => {
    clearTimeout(leaving.current);
    setPeek(true);
  };
  const leave = (): void => {
    clearTimeout(leaving.current);
    leaving.current = setTimeout(() => setPeek(false), HOVER_OUT_MS);
  };
  const toggle = (): void => {
    stored.set('ToggleAsideMenu', !narrow);
    setNarrow(!narrow);
    setPeek(false);
  };

  return (
    <div className={styles.asidePlace} data-narrow={narrow}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hovering is a shortcut; the button does it for all */}
      <div
        className={styles.aside}
        data-narrow={narrow && !peek}
        onMouseEnter={enter}
        onMouseLeave={leave}
        onFocus={enter}
        onBlur={leave}
      >
        <div className={styles.brand}>
          <Logo size={24} />
          <span>Adsieve</span>
        </div>
        {children}
        <button
          type="button"
          className={styles.narrow}
          aria-pressed={narrow}
          onClick={toggle}
          title={t(narrow ? 'menu_wide' : 'menu_narrow')}
        >
          <IconLayoutSidebar size={18} stroke={1.7} aria-hidden />
          <span>{t(narrow ? 'menu_wide' : 'menu_narrow')}</span>
        </button>
      </div>
    </div>
  );
}
