import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '#domains/account/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import styles from './sign-in.module.css';

interface Props {
  /** The answer to send along; empty while unsolved. */
  onAnswer: (answer: string) => void;
}

/** More would take all cores of a phone; one would make it wait. */
const WORKERS = 2;

const WORDS = [
  'label',
  'verifying',
  'verified',
  'error',
  'expired',
  'waitAlert',
  'verificationRequired',
  'loading',
  'reload',
  'cancel',
] as const;

const solvedAnswer = (event: Event): string => {
  if (!(event instanceof CustomEvent)) return '';
  const detail: unknown = event.detail;
  if (typeof detail !== 'object' || detail === null || !('state' in detail) || detail.state !== 'verified') return '';
  return 'payload' in detail && typeof detail.payload === 'string' ? detail.payload : '';
};

/** The human check: no puzzle, no outside service. Challenge and widget load apart from the form. */
export function HumanCheck({ onAnswer }: Props) {
  const { t, i18n } = useTranslation('signin');
  const host = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry is a new attempt with the same inputs
  useEffect(() => {
    let gone = false;
    const load = async (): Promise<void> => {
      const [{ setWords }, check] = await Promise.all([import('./altcha-parts.ts'), call(account.humanCheck, {})]);
      if (gone || check.provider !== 'altcha') throw new Error('No human check of this kind');
      setWords(i18n.language, Object.fromEntries(WORDS.map((word) => [word, t(`check_${word}`)])));
      const widget = document.createElement('altcha-widget');
      widget.setAttribute('language', i18n.language);
      widget.setAttribute('configuration', JSON.stringify({ hideFooter: true, hideLogo: true, workers: WORKERS }));
      widget.setAttribute('challenge', JSON.stringify(check.challenge));
      widget.addEventListener('statechange', (event) => onAnswer(solvedAnswer(event)));
      host.current?.replaceChildren(widget);
    };
    setFailed(false);
    onAnswer('');
    load().catch(() => !gone && setFailed(true));
    return () => {
      gone = true;
    };
  }, [attempt, i18n.language, onAnswer]);

  return (
    <div className={styles.check}>
      {failed ? (
        <p className={styles.fault} role="alert">
          <span>{t('check_unavailable')}</span>{' '}
          <button type="button" className={styles.textButton} onClick={() => setAttempt(attempt + 1)}>
            {t('retry')}
          </button>
        </p>
      ) : (
        <div ref={host} className={styles.widget} />
      )}
    </div>
  );
}
