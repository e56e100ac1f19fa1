import type { Slice } from '#analytics/contract/prepare/slices.ts';
import styles from './bars.module.css';

interface Props {
  slices: readonly Slice[];
  colorOf: (key: string) => string;
  /** The whole, in the middle. */
  value: string;
  label: string;
}

const RADIUS = 42;
const LENGTH = 2 * Math.PI * RADIUS;
/** Air between slices, in units of the drawing; a slice alone needs none. */
const GAP = 2;

/** Shares of a whole. The list beside it says the same in words, so it is a picture only. */
export function Ring({ slices, colorOf, value, label }: Props) {
  const gap = slices.length > 1 ? GAP : 0;
  return (
    <svg className={styles.ring} viewBox="0 0 110 110" aria-hidden="true" focusable="false">
      <circle cx="55" cy="55" r={RADIUS} className={styles.ringGround} />
      {slices.map(({ key, share, start }) => (
        <circle
          key={key ?? 'rest'}
          cx="55"
          cy="55"
          r={RADIUS}
          className={styles.slice}
          style={{ stroke: key === undefined ? 'var(--category-other)' : colorOf(key) }}
          strokeDasharray={`${Math.max(0.5, share * LENGTH - gap)} ${LENGTH}`}
          strokeDashoffset={-start * LENGTH}
        />
      ))}
      <text x="55" y="54" className={styles.ringValue}>
        {value}
      </text>
      <text x="55" y="68" className={styles.ringLabel}>
        {label}
      </text>
    </svg>
  );
}
