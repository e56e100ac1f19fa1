import { type ComponentType, Suspense, useEffect, useState } from 'react';
import styles from './shell.module.css';

/** A reader looks at the numbers first: the bell loads once the browser has nothing else to do, its place is kept. */
export function LateBell() {
  const [Bell, setBell] = useState<ComponentType>();
  useEffect(() => {
    const load = () => void import('#domains/alerts/web/bell.tsx').then((m) => setBell(() => m.Bell), String);
    // Safari knows no idle time.
    const whenIdle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 1_000));
    whenIdle(load);
  }, []);
  // It waits for its words by itself: without a boundary of its own the whole shell would wait with it.
  return (
    <span className={styles.bell}>
      <Suspense>{Bell && <Bell />}</Suspense>
    </span>
  );
}
