import { useTranslation } from 'react-i18next';
import { Link } from '#platform/web/layout/link.tsx';
import { pageAt } from '../guard.ts';
import { BUILT_PAGES } from '../pages.ts';
import styles from './shell.module.css';

const DOCS = '/docs';

/** Shift+! shows and hides it (NAV-UI-01). Without a documentation page there is nothing to show. */
export function HiddenMenu() {
  const { t } = useTranslation('shell');
  if (!pageAt(DOCS, BUILT_PAGES)) return null;
  return (
    <nav className={styles.hiddenMenu} aria-label={t('hidden_menu')}>
      <Link to={DOCS}>{t('documentation')}</Link>
    </nav>
  );
}
