import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { conditionWords, observedWords } from '#traffic/rules/contract/condition-words.ts';
import type { RuleExplanation, Signal } from '#traffic/rules/contract/explanation.ts';
import { formatValue } from '#traffic/rules/contract/quantity.ts';
import type { SentenceWords } from '#traffic/rules/contract/sentence.ts';
import { scaleOf } from './scale-geometry.ts';
import { SignalScale } from './signal-scale.tsx';
import styles from './why.module.css';

interface Props {
  rule: RuleExplanation;
  /** Comparisons of one field, all of them met or none. */
  signals: readonly [Signal, ...Signal[]];
  /** The first row of its field: what is the same for all of them is shown there. */
  isFirst: boolean;
  words: SentenceWords;
  about: string;
}

/**
 * One field a rule looks at: name, value of this event, what the rule asks for, and the scale where both are numbers.
 */
export function SignalRow({ rule, signals, isFirst, words, about }: Props) {
  const [signal] = signals;
  const { holds } = signal;
  const name = words.column(signal.field);
  const observed = observedWords(words, signal);
  const conditions = signals.map((each) => conditionWords(words, each));
  // What a rule that hit asks for and does not have are alternatives: none of them holds.
  const condition = holds
    ? words.list(conditions)
    : new Intl.ListFormat(words.locale, { type: 'disjunction' }).format(conditions);
  const scale = isFirst && scaleOf(rule, signal.field);
  const Icon = holds ? IconCheck : IconX;
  return (
    <li className={styles.signal} data-holds={holds}>
      <span className={styles.signalName} title={about || undefined}>
        {name}
      </span>
      <strong className={styles.observed}>{observed}</strong>
      {scale && (
        <SignalScale
          scale={scale}
          words={(value) => formatValue(words, signal.field, value, signal.unit)}
          label={words.t('scale_label', { name, observed, condition })}
        />
      )}
      <span className={styles.condition}>
        <Icon size={14} aria-hidden />
        {words.t(holds ? 'asks_holds' : 'asks_fails', { condition })}
      </span>
      {isFirst && <OfSource signal={signal} words={words} />}
    </li>
  );
}

/** What others have instead, and from how many events the value was made; only facts about a source say so. */
function OfSource({ signal: { field, baseline, sample, unit }, words }: { signal: Signal; words: SentenceWords }) {
  if (sample === null) return null;
  const n = new Intl.NumberFormat(words.locale).format(sample);
  const usual = baseline === null ? [] : [words.t('others_have', { value: formatValue(words, field, baseline, unit) })];
  return (
    <span className={styles.condition}>
      {usual.length > 0 && <span className={styles.usualKey} aria-hidden />}
      {[...usual, words.t('from_sample', { n })].join(' · ')}
    </span>
  );
}
