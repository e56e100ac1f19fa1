import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import styles from './live.module.css';

/** Text to copy. */
export function CodeBlock({ text, copy }: { text: string; copy: string }) {
  return (
    <div className={styles.codeBox}>
      <pre className={styles.code}>{text}</pre>
      <CopyButton value={text} label={copy} className={styles.copy} />
    </div>
  );
}
