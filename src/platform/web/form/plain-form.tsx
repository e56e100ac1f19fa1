import type { FormEvent, ReactNode } from 'react';
import styles from './plain-form.module.css';

interface FormProps {
  /** What went wrong with the last attempt. */
  failure: string | undefined;
  busy: boolean;
  /** Words on the button. */
  submit: string;
  onSubmit: () => Promise<void>;
  children: ReactNode;
}

/** A form of plain controls, for pages that have to be there before the kit is loaded. */
export function PlainForm({ failure, busy, submit, onSubmit, children }: FormProps) {
  const send = (event: FormEvent): void => {
    event.preventDefault();
    void onSubmit();
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate aria-busy={busy}>
      <p className={styles.failure} role="alert" hidden={failure === undefined}>
        {failure}
      </p>
      {children}
      <button type="submit" className={styles.submit} disabled={busy}>
        {submit}
      </button>
    </form>
  );
}

/** Two short fields beside each other. */
export const PlainPair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>;

interface ChoiceProps<V extends string> {
  name: string;
  legend: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
}

/** One of two. */
export function PlainChoice<V extends string>({ name, legend, options, value, onChange }: ChoiceProps<V>) {
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
