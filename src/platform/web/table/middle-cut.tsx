import { useTranslation } from 'react-i18next';
import { visibleText } from '#platform/contract/visible-text.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import styles from './table.module.css';

const LONGEST = 28;
const TAIL = 9;

/** Head and tail of a long name: identifiers differ at their ends, so the middle is what can go. */
export function cutMiddle(text: string, longest = LONGEST): string {
  const letters = [...text];
  if (letters.length <= longest) return text;
  return `${letters.slice(0, longest - TAIL - 1).join('')}…${letters.slice(-TAIL).join('')}`;
}

/**
 * A long name that loses its middle where the cell is too narrow for it; the whole is its title, its accessible text,
 * and one click away from the clipboard.
 */
export function MiddleCut({ text }: { text: string }) {
  const { t } = useTranslation('ui');
  const seen = visibleText(text);
  const letters = [...seen];
  if (letters.length <= LONGEST) return <span title={seen}>{seen}</span>;
  return (
    <span className={styles.cut} title={seen}>
      <span className={styles.cutHead} aria-hidden="true">
        {letters.slice(0, -TAIL).join('')}
      </span>
      <span className={styles.cutTail} aria-hidden="true">
        {letters.slice(-TAIL).join('')}
      </span>
      <span className="visually-hidden">{seen}</span>
      <CopyButton value={text} label={t('copy')} className={styles.copy} />
    </span>
  );
}
