import type { ReactNode } from 'react';
import styles from './docs.module.css';

interface Props {
  title: string;
  note?: string;
  /** A link leads into it; otherwise it waits until somebody opens it. */
  open: boolean;
  children: ReactNode;
}

/** A part of a help page that is long and seldom looked for. */
export function Section({ title, note, open, children }: Props) {
  return (
    <details className={styles.section} open={open || undefined}>
      <summary>
        <h2 className={styles.heading}>{title}</h2>
      </summary>
      {note !== undefined && <p className={styles.under}>{note}</p>}
      {children}
    </details>
  );
}
