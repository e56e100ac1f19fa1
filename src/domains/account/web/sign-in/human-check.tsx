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

function showAltcha(
  { setWords }: typeof import('./altcha-parts.ts'),
  host: HTMLElement,
  challenge: unknown,
  language: string,
  words: Record<string, string>,
  onAnswer: (answer: string) => void,
): void {
  setWords(language, words);
  const widget = document.createElement('altcha-widget');
  widget.setAttribute('language', language);
  widget.setAttribute('configuration', JSON.stringify({ hideFooter: true, hideLogo: true, workers: WORKERS }));
  widget.setAttribute('challenge', JSON.stringify(challenge));
  widget.addEventListener('statechange', (event) => onAnswer(solvedAnswer(event)));
  host.replaceChildren(widget);
}

/**
 * The human check: our own proof of work, without a puzzle or an outside service, or Turnstile where its keys are set.
 * Challenge and widget load apart from the form.
 */
export function HumanCheck({ onAnswer }: Props) {
  const { t, i18n } = useTranslation('signin');
  const host = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry is a new attempt with the same inputs
  useEffect(() => {
    let gone = false;
    let remove = (): void => undefined;
    const answered = (answer: string): void => {
      if (!gone) onAnswer(answer);
    };
    const load = async (): Promise<void> => {
      // Beside each other, since nearly everybody needs both; who does not need the widget does not miss it.
      const altcha = import('./altcha-parts.ts');
      altcha.catch(() => undefined);
      const check = await call(account.humanCheck, {});
      const place = host.current;
      if (gone || !place) return;
      if (check.provider === 'altcha') {
        const words = Object.fromEntries(WORDS.map((word) => [word, t(`check_${word}`)]));
        showAltcha(await altcha, place, check.challenge, i18n.language, words, answered);
        return;
      }
      const { showTurnstile } = await import('./turnstile-widget.ts');
      const taken = await showTurnstile({
        host: place,
        siteKey: check.site_key,
        language: i18n.language,
        onAnswer: answered,
        onError: () => !gone && setFailed(true),
      });
      if (gone) taken();
      else remove = taken;
    };
    setFailed(false);
    onAnswer('');
    load().catch(() => !gone && setFailed(true));
    return () => {
      gone = true;
      remove();
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
