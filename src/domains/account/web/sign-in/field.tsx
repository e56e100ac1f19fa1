import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react';
import styles from './sign-in.module.css';

interface FieldProps {
  label: string;
  fault: string | undefined;
  children: (ids: { id: string; 'aria-invalid': boolean; 'aria-describedby': string }) => ReactNode;
}

/** A labelled input with a line kept free for what is wrong with it. */
export function Field({ label, fault, children }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-fault` })}
      <p id={`${id}-fault`} className={styles.fault}>
        {fault}
      </p>
    </div>
  );
}

interface SecretProps extends InputHTMLAttributes<HTMLInputElement> {
  showLabel: string;
}

/** A password with an eye to look at it. */
export function SecretInput({ showLabel, ...input }: SecretProps) {
  const [shown, setShown] = useState(false);
  return (
    <span className={styles.secret}>
      <input {...input} type={shown ? 'text' : 'password'} />
      <button type="button" aria-label={showLabel} aria-pressed={shown} onClick={() => setShown(!shown)}>
        <Eye open={shown} />
      </button>
    </span>
  );
}

/** Drawn here: the icon package would double this page. */
const Eye = ({ open }: { open: boolean }) => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="2.8" />
    {!open && <path d="m4 4 16 16" />}
  </svg>
);
