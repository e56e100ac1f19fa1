import type { ReactNode } from 'react';
import styles from './form-section.module.css';

/** A part of a form under one heading. */
export const FormSection = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => (
  <fieldset className={styles.section}>
    <legend>{title}</legend>
    {hint && <p>{hint}</p>}
    {children}
  </fieldset>
);
