import { formatOf } from '#platform/contract/format.ts';
import type { Locale } from '#platform/contract/locales.ts';
import type { Translate } from '#platform/contract/translate.ts';
import { TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { type Names, namesOf } from '#traffic/event/contract/names-of.ts';
import { conditionWords, observedWords } from '#traffic/rules/contract/condition-words.ts';
import type { Explanation, RuleExplanation, Signal } from '#traffic/rules/contract/explanation.ts';
import { formatValue } from '#traffic/rules/contract/quantity.ts';
import { because, headline, hitRules, type SentenceWords, shownSignals } from '#traffic/rules/contract/sentence.ts';
import { maskText } from '#traffic/rules/server/publisher-view.ts';
import { RULE_TEXTS } from '#traffic/rules/server/rule-texts.ts';

/** Everything the why-card writes its sentences with, in the language of a document. */
export function whyWords(t: Translate, locale: Locale, timeZone: string): { words: SentenceWords; names: Names } {
  const format = formatOf(locale);
  const names = namesOf((key, values) => t(`traffic:${key}`, values), format);
  const words: SentenceWords = {
    t: (key, values) => t(`why:${key}`, values),
    locale,
    timeZone,
    value: names.value,
    column: names.column,
    reason: names.reason,
    why: names.why,
    list: format.list,
    verdict: (verdict) => t(`ui:verdict_${verdict}`),
  };
  return { words, names };
}

export interface ExampleWords {
  sentence: string;
  /** By rule: what was seen and what it asks for. */
  rules: { name: string; seen: string[] }[];
}

/** Signals of a rule that are told of one event. */
const MOST_SIGNALS = 3;
const MOST_RULES = 2;

interface Exampled {
  event: Readonly<Record<string, unknown>>;
  masked: boolean;
  locale: Locale;
}

/**
 * An event as the why-card tells it: what is wrong, what each rule saw and its limit. Where nothing explains the verdict
 * any more (a rule of before, what a link of ours said) the verdict and its reason are told as they are stored.
 */
export function exampleWords(
  { words, names }: ReturnType<typeof whyWords>,
  explanation: Explanation,
  { event, masked, locale }: Exampled,
): ExampleWords & { isExplained: boolean } {
  const [verdict, reason] = [String(event['verdict']), String(event['reason'] ?? '')];
  const isExplained = verdict !== 'clean' && explanation.verdict === verdict && explanation.reason === reason;
  if (!isExplained) {
    const check = String(event['handling_reason'] ?? '');
    const named =
      reason === '' ? names.value('handling_reason', check) : `${names.reason(reason)}. ${names.why(reason)}`;
    return { isExplained, sentence: named.trim(), rules: [] };
  }
  const shown = (column: string): string => {
    const value = event[column];
    if (value === null || value === undefined || value === '') return '';
    const plain = typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
    return formatValue(words, column, plain, TRAFFIC_FIELDS[column]?.unit ?? null);
  };
  return {
    isExplained,
    sentence: `${headline(words, explanation)} ${because(words, explanation, shown)}`.trim(),
    rules: hitRules(explanation)
      .filter(({ mode }) => mode !== 'mark')
      .slice(0, MOST_RULES)
      .map((rule) => ({
        name: ruleName(rule, locale),
        seen: shownSignals(rule)
          .filter(({ holds }) => holds)
          .slice(0, MOST_SIGNALS)
          .map((signal) => seen(words, signal, masked)),
      })),
  };
}

function seen(words: SentenceWords, signal: Signal, masked: boolean): string {
  const { field, observed } = signal;
  const isHidden = masked && TRAFFIC_FIELDS[field]?.personal && observed !== null && observed !== '';
  const value = isHidden ? maskText(String(observed)) : observedWords(words, signal);
  return `${words.column(field)}: ${value} · ${words.t('asks_holds', { condition: conditionWords(words, signal) })}`;
}

export const ruleName = ({ rule, title }: Pick<RuleExplanation, 'rule' | 'title'>, locale: Locale): string =>
  (locale === 'en' ? undefined : RULE_TEXTS[locale].rules[rule]?.title) ?? title;
