import { type InputHTMLAttributes, useEffect, useRef } from 'react';
import styles from './second-factor.module.css';

export const CODE_LENGTH = 6;

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  value: string;
  onChange: (code: string) => void;
}

/** Digits only, six at most: what is typed or pasted beside them falls away. */
export function CodeInput({ value, onChange, ...input }: Props) {
  const field = useRef<HTMLInputElement>(null);
  // The screen has replaced another: the place to type is where the person goes on.
  useEffect(() => field.current?.focus(), []);
  return (
    <input
      {...input}
      ref={field}
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
