import type { VERDICT_TONES } from '#analytics/contract/prepare/parts.ts';
import { useWords } from '../words.ts';
import styles from './bars.module.css';

/** Which pattern means what. */
export function PartsKey({ tones }: { tones: readonly (typeof VERDICT_TONES)[number][] }) {
  const words = useWords();
  return (
    <span className={styles.key}>
      {tones.map((tone) => (
        <span key={tone} className={styles.keyPart}>
          <span className={`${styles.keySwatch} ${styles.tone}`} data-tone={tone} aria-hidden />
          {words.measure(tone)}
        </span>
      ))}
    </span>
  );
}
