import type { FormEvent, ReactNode } from 'react';
import styles from './sign-in.module.css';

interface Props {
  /** What went wrong, in red above the fields. */
  failure: string | undefined;
  /** A way out of it. */
  more?: ReactNode;
  busy: boolean;
  /** Whether the button can be pressed at all. */
  ready?: boolean;
  /** Words of the button. */
  action: string;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

export function EntranceForm({ failure, more, busy, ready = true, action, onSubmit, children }: Props) {
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate aria-busy={busy}>
      <div className={styles.failure} role="alert" hidden={failure === undefined}>
        {failure}
        {more && <> {more}</>}
      </div>
      {children}
      <button type="submit" className={styles.submit} disabled={busy || !ready}>
        {action}
      </button>
    </form>
  );
}
