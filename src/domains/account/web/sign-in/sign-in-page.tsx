import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLocale } from '#platform/web/i18n/i18n.ts';
import { isLocale, LOCALE_CODES, LOCALES } from '#platform/web/i18n/locales.ts';
import type { EndCause } from '#platform/web/session/end-session.ts';
import { Logo } from '#platform/web/ui/logo.tsx';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';
import { StreamPicture } from './stream-picture.tsx';

interface Props {
  /** Why the last session ended, when it did not end by the person's own click. */
  endedBy?: EndCause | undefined;
  onSignedIn: () => Promise<void>;
}

export function SignInPage({ endedBy, onSignedIn }: Props) {
  const { t, i18n } = useTranslation('signin');
  useEffect(() => {
    document.title = `${t('title')} · Adsieve`;
  }, [t]);
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
          <h1>{t('title')}</h1>
          <p className={styles.lead}>{t('lead')}</p>
          {endedBy && endedBy !== 'signed-out' && (
            <p className={styles.notice} role="status">
              {t(`ended_${endedBy}`)}
            </p>
          )}
          <SignInForm onSignedIn={onSignedIn} />
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
