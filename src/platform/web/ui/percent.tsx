import { useTranslation } from 'react-i18next';
import { intervalText, type Rate } from '#platform/contract/rate.ts';
import { useFormat } from '../i18n/format.ts';
import { useTranslate } from '../i18n/use-translate.ts';
import styles from './ui.module.css';

const UI = ['ui'];

export function useInterval(): (rate: Partial<Rate> | null | undefined) => string | undefined {
  const t = useTranslate(UI);
  const format = useFormat();
  return (rate) => intervalText(rate, t, format);
}

/** `12.4 % (11.9 to 12.9)`, or "too few" where the sample says nothing. */
export function Percent({ rate }: { rate: Rate | null }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const intervalOf = useInterval();
  if (rate === null) return <span className={styles.muted}>{t('too_few')}</span>;
  const interval = intervalOf(rate);
  if (interval === undefined) return <span className="numbers">{format.percent(rate.share)}</span>;
  return (
    <span className="numbers">
      {format.percent(rate.share)} <span className={styles.muted}>{interval}</span>
    </span>
  );
}
