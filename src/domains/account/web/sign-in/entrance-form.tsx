import type { FormEvent, ReactNode } from 'react';
import styles from './sign-in.module.css';

interface Props {
  /** What went wrong, in red above the fields. */
  failure: string | undefined;
  busy: boolean;
  /** Words of the button. */
  action: string;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

export function EntranceForm({ failure, busy, action, onSubmit, children }: Props) {
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate aria-busy={busy}>
      <p className={styles.failure} role="alert" hidden={failure === undefined}>
        {failure}
      </p>
      {children}
      <button type="submit" className={styles.submit} disabled={busy}>
        {action}
      </button>
    </form>
  );
}
