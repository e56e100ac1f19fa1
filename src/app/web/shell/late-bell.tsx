import { lazy, Suspense, useEffect, useState } from 'react';
import { useSelection } from '#platform/web/layout/selection.tsx';
import styles from './shell.module.css';

/** A reader looks at the numbers first: the bell loads when they stand. */
const AFTER_MS = 4_000;
const Nothing = () => <></>;
// A page of another release may be gone: the screen goes on without its bell.
const Bell = lazy(() =>
  import('#domains/alerts/web/bell.tsx').then(
    (m) => ({ default: m.Bell }),
    () => ({ default: Nothing }),
  ),
);

/** Its place is kept from the start, so that nothing moves. */
export function LateBell() {
  const { pkg } = useSelection();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const wait = setTimeout(() => setLate(true), AFTER_MS);
    return () => clearTimeout(wait);
  }, []);
  if (pkg.pages && !pkg.pages.includes('alert-inbox')) return null;
  return (
    <span className={styles.bell}>
      <Suspense>{late && <Bell />}</Suspense>
    </span>
  );
}
