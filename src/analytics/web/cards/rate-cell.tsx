import { Percent, type Rate } from '#platform/web/ui/percent.tsx';
import styles from './cards.module.css';

/** A rate with its interval over a bar of its size. */
export function RateCell({ rate }: { rate: Rate | null }) {
  return (
    <span className={styles.rateCell}>
      {rate && <span className={styles.rateBar} style={{ width: `${rate.share * 100}%` }} aria-hidden />}
      <Percent rate={rate} />
    </span>
  );
}
