import { useEffect, useState } from 'react';
import { Logo } from '#platform/web/ui/logo.tsx';
import styles from './shell.module.css';

export const SPLASH_MS = 3000;

/** A greeting in the corner of what is already painted and usable; gone after three seconds (LAY-CONST-01). */
export function Splash() {
  const [shown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), SPLASH_MS);
    return () => clearTimeout(timer);
  }, []);
  return shown ? (
    <div className={styles.splash} data-splash aria-hidden="true">
      <Logo size={22} /> Adsieve
    </div>
  ) : null;
}
