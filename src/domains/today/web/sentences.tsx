import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconPoint from '@tabler/icons-react/dist/esm/icons/IconPoint.mjs';
import { useTranslation } from 'react-i18next';
import type { TodayAnswer } from '#domains/today/contract/endpoints.ts';
import type { Sentence } from '#domains/today/contract/sentences.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { Definition } from '#platform/web/ui/definition.tsx';
import { SmallPicture } from './picture.tsx';
import styles from './today.module.css';
import { useDayWords, useSentenceText } from './use-sentence-text.ts';

const MARKS = { plain: IconPoint, watch: IconEye, bad: IconAlertTriangle } as const;

/** What changed, a sentence each; that nothing did is one as well. */
export function Sentences({ answer: { sentences, at } }: { answer: TodayAnswer }) {
  const { t } = useTranslation('today');
  const days = useDayWords();
  const isCalm = sentences.every(({ about }) => about === 'data');
  return (
    <ul className={styles.sentences}>
      {sentences.map((sentence) => (
        <Line key={`${sentence.says} ${sentence.proof}`} sentence={sentence} />
      ))}
      {isCalm && <li className={styles.calm}>{t('nothing', { at: days.moment(at) })}</li>}
    </ul>
  );
}

function Line({ sentence }: { sentence: Sentence }) {
  const { t } = useTranslation('today');
  const textOf = useSentenceText();
  const { about, tone, proof, picture } = sentence;
  const Mark = MARKS[tone];
  const text = textOf(sentence);
  return (
    <li className={styles.sentence} data-about={about}>
      <Mark size={18} className={styles.mark} data-tone={tone} aria-hidden />
      <Link to={proof} className={styles.proof}>
        {text}
        <IconChevronRight size={15} aria-hidden />
      </Link>
      <SmallPicture picture={picture} tone={tone} />
      <Definition text={t(`method_${about}`)} of={text} />
    </li>
  );
}
