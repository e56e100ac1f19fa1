import type { InputHTMLAttributes } from 'react';
import styles from './second-factor.module.css';

export const CODE_LENGTH = 6;

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  value: string;
  onChange: (code: string) => void;
}

/** Digits only, six at most: what is typed or pasted beside them falls away. */
export function CodeInput({ value, onChange, ...input }: Props) {
  return (
    <input
      {...input}
      className={styles.code}
      type="text"
      name="otp"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, CODE_LENGTH))}
    />
  );
}
