import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** What is known of one thing, a line each. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>;

export const Fact = ({ name, about, children }: { name: string; about?: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>
      {name}
      {about !== undefined && <small>{about}</small>}
    </dt>
    <dd>{children}</dd>
  </div>
);
