import { type ComponentType, useEffect, useState } from 'react';
import styles from './shell.module.css';

/** A reader looks at the numbers first: the bell loads when they stand, and its place is kept until then. */
export function LateBell() {
  const [Bell, setBell] = useState<ComponentType>();
  useEffect(() => {
    setTimeout(() => import('#domains/alerts/web/bell.tsx').then((m) => setBell(() => m.Bell), String), 4_000);
  }, []);
  return <span className={styles.bell}>{Bell && <Bell />}</span>;
}
