import type { ReactNode } from 'react';
import styles from './state-badge.module.css';

/** A state in a word; the dot before it is an addition, never the only sign. */
export const StateBadge = ({
  tone,
  children,
}: {
  tone: 'clean' | 'suspect' | 'fraud' | 'plain';
  children: ReactNode;
}) => (
  <span className={styles.state} data-tone={tone}>
    {children}
  </span>
);
