import type { Rate } from '#platform/contract/rate.ts';
import { Percent } from '#platform/web/ui/percent.tsx';
import styles from './cards.module.css';

/** A rate with its interval over a bar of its size, in the colour of what it is a share of. */
export function RateCell({ rate, of }: { rate: Rate | null; of: 'clean' | 'fraud' | undefined }) {
  return (
    <span className={styles.rateCell}>
      {rate && <span className={styles.rateBar} data-of={of} style={{ width: `${rate.share * 100}%` }} aria-hidden />}
      <Percent rate={rate} />
    </span>
  );
}
