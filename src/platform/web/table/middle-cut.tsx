import { useTranslation } from 'react-i18next';
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

/** A long name cut in the middle; the whole is its title, its accessible text, and one click away from the clipboard. */
export function MiddleCut({ text, longest }: { text: string; longest?: number }) {
  const { t } = useTranslation('ui');
  const short = cutMiddle(text, longest);
  if (short === text) return text;
  return (
    <span className={styles.cut} title={text}>
      <span aria-hidden="true">{short}</span>
      <span className="visually-hidden">{text}</span>
      <CopyButton value={text} label={t('copy')} className={styles.copy} />
    </span>
  );
}
