import type { ReactNode } from 'react';
import styles from './docs.module.css';

interface TermProps {
  /** Named by links; unique on the page. */
  id: string;
  title: string;
  /** Name in files, addresses and calls, where it has one. */
  code?: string;
  tags?: readonly string[];
  /** A link led here. */
  here: boolean;
  children: ReactNode;
}

/** One word of the product: name, code, meaning. A row where there is room, a card on a phone. */
export function Term({ id, title, code, tags = [], here, children }: TermProps) {
  return (
    <article id={id} className={styles.term} data-here={here || undefined} tabIndex={-1} aria-label={title}>
      <div className={styles.name}>
        <h3>{title}</h3>
        {code !== undefined && <code>{code}</code>}
      </div>
      <div className={styles.meaning}>{children}</div>
      {tags.length > 0 && (
        <ul className={styles.tags}>
          {tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
    </article>
  );
}

/** Words under a heading. */
export function Terms({ title, note, children }: { title?: string; note?: string; children: ReactNode }) {
  return (
    <section>
      {title !== undefined && <h2 className={styles.heading}>{title}</h2>}
      {note !== undefined && <p className={styles.under}>{note}</p>}
      <div className={styles.card}>{children}</div>
    </section>
  );
}

/** A name and what is said about it; empty values are left out. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {rows
        .filter(([, value]) => value || value === 0)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
