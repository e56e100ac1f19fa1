import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLocale } from '#platform/web/i18n/i18n.ts';
import { isLocale, LOCALE_CODES, LOCALES } from '#platform/web/i18n/locales.ts';
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
  const { t, i18n } = useTranslation('signin');
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
          <label>
            <span className="visually-hidden">{t('language')}</span>
            <select
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
          </label>
        </footer>
      </main>
    </div>
  );
}
