import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSelect } from '#platform/web/ui/language-select.tsx';
import { Logo } from '#platform/web/ui/logo.tsx';
import styles from './sign-in.module.css';
import { StreamPicture } from './stream-picture.tsx';

interface Props {
  title: string;
  lead: string;
  /** Something to know before filling the form. */
  notice?: string | undefined;
  children: ReactNode;
}

/** The two halves of every page before the session: what the product does, and one form. */
export function Entrance({ title, lead, notice, children }: Props) {
  const { t } = useTranslation('signin');
  useEffect(() => {
    document.title = `${title} · Adsieve`;
  }, [title]);
  return (
    <div className={styles.page}>
      <section className={styles.stage} aria-label={t('claim_label')}>
        <StreamPicture />
        <p className={styles.brand}>
          <Logo size={30} />
          Adsieve
        </p>
        <div className={styles.claim}>
          <p className={styles.claimLine}>{t('claim')}</p>
          <p className={styles.claimDetail}>{t('claim_detail')}</p>
        </div>
      </section>
      <main className={styles.side}>
        <div className={styles.box}>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {notice && (
            <p className={styles.notice} role="status">
              {notice}
            </p>
          )}
          {children}
        </div>
        <footer className={styles.foot}>
          <label htmlFor="language">
            <span className="visually-hidden">{t('language')}</span>
            <LanguageSelect id="language" />
          </label>
        </footer>
      </main>
    </div>
  );
}
