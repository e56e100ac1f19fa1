import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import styles from './ui.module.css';

/** A share 0..1 with its 95 % Wilson interval, where it is a share of a sample. */
export interface Rate {
  share: number;
  low?: number;
  high?: number;
}

/** `12.4 % (11.9 to 12.9)`, or "too few" where the sample says nothing. */
export function Percent({ rate }: { rate: Rate | null }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  if (rate === null) return <span className={styles.muted}>{t('too_few')}</span>;
  const { share, low, high } = rate;
  if (low === undefined || high === undefined) return <span className="numbers">{format.percent(share)}</span>;
  const interval = { low: format.number(low * 100, 1), high: format.number(high * 100, 1) };
  return (
    <span className="numbers">
      {format.percent(share)} <span className={styles.muted}>{t('interval', interval)}</span>
    </span>
  );
}
