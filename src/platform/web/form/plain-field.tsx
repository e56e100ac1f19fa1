import { type ReactNode, useId } from 'react';
import styles from './plain-form.module.css';

interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string;
}

interface Props {
  label: string;
  hint?: string | undefined;
  fault?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** A labelled control without the kit, for pages that have to be there before it is loaded. */
export function PlainField({ label, hint, fault, children }: Props) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-note` })}
      <p id={`${id}-note`} className={fault === undefined ? styles.hint : styles.fault}>
        {fault ?? hint}
      </p>
    </div>
  );
}
