import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import type { ReactNode } from 'react';
import type { Explanation, RuleExplanation } from '#traffic/rules/contract/explanation.ts';
import {
  because,
  blindRules,
  headline,
  hitRules,
  missedRules,
  type SentenceWords,
  whatWouldBeClean,
} from '#traffic/rules/contract/sentence.ts';
import { RuleCard } from './rule-card.tsx';
import { useRuleName } from './rule-texts.ts';
import styles from './why.module.css';

interface Props {
  explanation: Explanation;
  words: SentenceWords;
  /** A column of the event in the reader's words, '' when there is nothing. */
  shown: (column: string) => string;
  children?: ReactNode;
}

/** Why an event has its verdict: the sentence, each signal, who else looked, what would have been clean. */
export function WhyCard({ explanation, words, shown, children }: Props) {
  const { t } = words;
  const hits = hitRules(explanation);
  const clean = whatWouldBeClean(words, explanation);
  const chosen = explanation.chosenBy === 'only' ? null : explanation.chosenBy;
  return (
    <section className={styles.card} data-verdict={explanation.verdict} aria-label={t('why')}>
      <p className={styles.headline}>{headline(words, explanation)}</p>
      <p className={styles.because} data-tour="because">
        {because(words, explanation, shown)}
      </p>
      {children}
      {hits.map((rule) => (
        <RuleCard key={rule.rule} rule={rule} words={words} />
      ))}
      {explanation.source?.state === 'cleared' && (
        <p className={styles.note}>{t('source_cleared', { reason: explanation.source.reason })}</p>
      )}
      {chosen && <p className={styles.note}>{t(`chosen_by_${chosen}`)}</p>}
      <OtherRules title={t('looked')} rules={missedRules(explanation)} />
      <BlindRules rules={blindRules(explanation)} words={words} />
      <p className={styles.note}>{t('rule_set', { version: explanation.ruleVersion })}</p>
      {clean && <p className={styles.clean}>{clean}</p>}
    </section>
  );
}

function OtherRules({ title, rules }: { title: string; rules: readonly RuleExplanation[] }) {
  const ruleName = useRuleName();
  if (rules.length === 0) return null;
  return (
    <details className={styles.others}>
      <summary>
        {title} <span className={styles.count}>{rules.length}</span>
      </summary>
      <ul className={styles.chips}>
        {rules.map(({ rule, title: english }) => (
          <li key={rule}>{ruleName(rule, english)}</li>
        ))}
      </ul>
    </details>
  );
}

/** A rule that lacks what it looks at has not let the event pass: it saw nothing, and says so. */
function BlindRules({ rules, words }: { rules: readonly RuleExplanation[]; words: SentenceWords }) {
  const ruleName = useRuleName();
  if (rules.length === 0) return null;
  return (
    <details className={styles.others}>
      <summary>
        <IconEyeOff size={14} aria-hidden /> {words.t('blind')} <span className={styles.count}>{rules.length}</span>
      </summary>
      <ul className={styles.blindList}>
        {rules.map(({ rule, title, missing }) => (
          <li key={rule}>
            <strong>{ruleName(rule, title)}</strong>{' '}
            {words.t('blind_needs', { names: words.list(missing.map(words.column)) })}
          </li>
        ))}
      </ul>
    </details>
  );
}
