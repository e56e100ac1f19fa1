import { useTranslation } from 'react-i18next';
import { inPercent, useFormat } from '../i18n/format.ts';
import styles from './ui.module.css';

/** A share 0..1 with its 95 % Wilson interval, where it is a share of a sample. */
export interface Rate {
  share: number;
  low?: number;
  high?: number;
}

/** `(11.9 to 12.9)`, the one way to write an interval; nothing where there is none. */
export function useInterval(): (rate: Partial<Rate> | null | undefined) => string | undefined {
  const { t } = useTranslation('ui');
  const format = useFormat();
  return (rate) =>
    rate?.low === undefined || rate.high === undefined
      ? undefined
      : t('interval', { low: format.number(inPercent(rate.low), 1), high: format.number(inPercent(rate.high), 1) });
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
