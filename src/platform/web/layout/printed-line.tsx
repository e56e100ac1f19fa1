import { useFormat } from '../i18n/format.ts';
import styles from './screen.module.css';
import { useSelection } from './selection.tsx';

/** On paper the controls that say what a screen is about are gone: its package, days and zone in one line. */
export function PrintedLine() {
  const format = useFormat();
  const { pkg, range } = useSelection();
  return (
    <p className={styles.printed}>
      {pkg.package_title} · {format.day(range.from)} – {format.day(range.to)} · {pkg.time_zone}
    </p>
  );
}
