import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { useErrorText } from './error-text.ts';
import styles from './ui.module.css';

const TICK_MS = 1_000;

const secondsOf = (error: unknown): number =>
  error instanceof ApiError && error.code === 'too_many_requests' ? (error.retryAfter ?? 0) : 0;

/** Whether a refusal says when it will be over. */
export const passesByItself = (error: unknown): boolean => secondsOf(error) > 0;

/** For how many seconds such a refusal still stands. 0 for any other failure, and once it is over. */
export function useSecondsLeft(error: unknown): number {
  const seconds = secondsOf(error);
  const [ends, setEnds] = useState<{ of: unknown; at: number }>();
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (seconds === 0) return;
    const at = Date.now() + seconds * 1_000;
    setEnds({ of: error, at });
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= at) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [error, seconds]);
  // The rendering before the effect: the button must not be open in between.
  if (!ends || ends.of !== error) return seconds;
  return Math.max(0, Math.ceil((ends.at - now) / 1_000));
}

/** What was refused and for how long: said once aloud, counted down to be seen. */
export function WaitNote({ error, left }: { error: unknown; left: number }) {
  const { t } = useTranslation('ui');
  const errorText = useErrorText();
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <div className={styles.waitNote}>
      <p role="alert">{errorText(error)}</p>
      <p role="timer">{t('again_in', { time })}</p>
    </div>
  );
}
