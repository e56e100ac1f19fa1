import { conditionWords, observedWords } from '#traffic/rules/contract/condition-words.ts';
import type { Explanation } from '#traffic/rules/contract/explanation.ts';
import { formatValue } from '#traffic/rules/contract/quantity.ts';
import {
  because,
  headline,
  hitRules,
  type SentenceWords,
  shownSignals,
  whatWouldBeClean,
} from '#traffic/rules/contract/sentence.ts';

export interface EvidenceText {
  title: string;
  /** Columns of the event as they are shown, '' when there is nothing. */
  shown: (column: string) => string;
  ruleName: (rule: string, english: string) => string;
  /** Further lines: cost, id, address. */
  rest: readonly string[];
}

/**
 * The whole reason as plain text for one's own people: each rule with value, limit and what others have, what would have
 * been clean, and where to find the event.
 */
export function evidenceText(
  words: SentenceWords,
  explanation: Explanation,
  { title, shown, ruleName, rest }: EvidenceText,
): string {
  const rules = hitRules(explanation).map((rule) => [
    `${ruleName(rule.rule, rule.title)}${rule.verdict ? ` (${words.verdict(rule.verdict)})` : ''}`,
    ...shownSignals(rule)
      .filter(({ holds }) => holds)
      .map((signal) => {
        const { field, baseline, unit } = signal;
        const asks = words.t('asks_holds', { condition: conditionWords(words, signal) });
        const usual =
          baseline === null ? [] : [words.t('others_have', { value: formatValue(words, field, baseline, unit) })];
        return `- ${words.column(field)}: ${[observedWords(words, signal), asks, ...usual].join(' · ')}`;
      }),
    '',
  ]);
  const clean = whatWouldBeClean(words, explanation);
  const head = `${headline(words, explanation)} ${because(words, explanation, shown)}`.trim();
  return [title, '', head, '', ...rules.flat(), ...(clean ? [clean, ''] : []), ...rest].join('\n');
}
