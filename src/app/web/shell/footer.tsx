import { useTranslation } from 'react-i18next';
import { Link } from '#platform/web/layout/link.tsx';
import styles from './shell.module.css';

/** Where both links lead until an installation names its own addresses (LAY-GAP-07). */
const ABOUT = '/docs/about';

export function Footer() {
  const { t } = useTranslation('shell');
  return (
    <footer className={styles.footer}>
      <span>
        © {new Date().getFullYear()} <Link to={ABOUT}>Adsieve</Link>
      </span>
      <span className={styles.footerLinks}>
        <Link to="/docs">{t('help')}</Link>
        <Link to={ABOUT}>{t('about')}</Link>
      </span>
    </footer>
  );
}
