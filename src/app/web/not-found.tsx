import { useTranslation } from 'react-i18next';
import { Logo } from '#platform/web/ui/logo.tsx';
import styles from './not-found.module.css';

/** /error and /error/error-v1, signed in or out. */
export function NotFound() {
  const { t } = useTranslation('signin');
  return (
    <main className={styles.page}>
      <Logo size={44} />
      <p className={styles.code}>404</p>
      <h1>{t('not_found')}</h1>
      <p>{t('not_found_detail')}</p>
      <a href="/">{t('back')}</a>
    </main>
  );
}
