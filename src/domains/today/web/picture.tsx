import type { Sentence } from '#domains/today/contract/sentences.ts';
import { Sparkline } from '#platform/web/charts/sparkline.tsx';
import styles from './today.module.css';

const WIDTH = 120;

/** Beside a sentence and saying the same: the days with the new ones shaded, or before and now as two bars. */
export function SmallPicture({ picture, tone }: Pick<Sentence, 'picture' | 'tone'>) {
  if (picture === null) return null;
  if (picture.kind === 'pair') {
    const top = Math.max(picture.before, picture.now) || 1;
    return (
      <span className={styles.pair} data-tone={tone} aria-hidden>
        <span style={{ width: `${(100 * picture.before) / top}%` }} />
        <span style={{ width: `${(100 * picture.now) / top}%` }} />
      </span>
    );
  }
  const { points, from } = picture;
  const step = 100 / Math.max(1, points.length - 1);
  return (
    <span className={styles.line} aria-hidden>
      <span className={styles.fresh} style={{ left: `${Math.max(0, (from - 0.5) * step)}%` }} />
      <Sparkline values={points} openFrom={points.length - 1} tone="accent" width={WIDTH} height={24} />
    </span>
  );
}
