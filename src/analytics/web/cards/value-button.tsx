import { useTranslation } from 'react-i18next';
import { cutMiddle } from '#platform/web/table/middle-cut.tsx';
import { type DimensionName, NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import { useBoard } from '../board/board-state.tsx';
import { useWords } from '../words.ts';
import styles from './cards.module.css';

/** Letters of a name that fit beside a bar. */
const LONGEST = 34;

interface Props {
  dimension: DimensionName;
  value: string;
}

/** The name of a value: a click filters the whole page by it, another takes the filter away. */
export function ValueButton({ dimension, value }: Props) {
  const { t } = useTranslation('board');
  const { toggle, isChosen, given } = useBoard();
  const words = useWords();
  const key = value || NOT_REPORTED;
  const chosen = isChosen(dimension, key);
  const name = words.value(dimension, value);
  const said = t(chosen ? 'unfilter' : 'filter_by', { dimension: words.dimension(dimension), value: name });
  if (given) return <span className={styles.value}>{cutMiddle(name, LONGEST)}</span>;
  return (
    <button
      type="button"
      className={styles.value}
      aria-pressed={chosen}
      aria-label={name}
      title={said}
      data-nothing={value === '' || undefined}
      onClick={() => toggle(dimension, key)}
    >
      {cutMiddle(name, LONGEST)}
    </button>
  );
}
