import { observedWords } from '#traffic/rules/contract/condition-words.ts';
import type { Explanation } from '#traffic/rules/contract/explanation.ts';
import { because, headline, hitRules, type SentenceWords, shownSignals } from '#traffic/rules/contract/sentence.ts';

/** What a partner needs to find the event in its own books, in this order. */
const FINDS_IT = [
  'publisher',
  'sub_publisher',
  'campaign',
  'event_name',
  'click_id',
  'click_time',
  'order_id',
  'device_id',
  'ip',
  'user_agent',
] as const;

export interface PartnerText {
  title: string;
  /** Columns of the event as they are shown, '' when there is nothing. */
  shown: (column: string) => string;
}

/**
 * The reason as plain text for a partner: verdict, observed values, identifiers. Limits and lists stay here, as they do
 * on a publisher's own screen: who knows a limit stays just under it.
 */
export function partnerText(words: SentenceWords, explanation: Explanation, { title, shown }: PartnerText): string {
  const rules = hitRules(explanation).filter(({ mode }) => mode !== 'mark');
  const observed = new Map(
    rules
      .flatMap(shownSignals)
      .filter(({ holds, observed: value }) => holds && value !== null)
      .map((signal) => [signal.field, `${words.column(signal.field)}: ${observedWords(words, signal)}`]),
  );
  const identity = FINDS_IT.filter((column) => shown(column) !== '').map(
    (column) => `${words.column(column)}: ${shown(column)}`,
  );
  const tier = rules.find(({ reason }) => reason === explanation.reason)?.tier;
  const head = `${headline(words, explanation)} ${because(words, explanation, shown)}`.trim();
  return [title, '', tier ? `${head} (${tier})` : head, ...observed.values(), '', ...identity].join('\n');
}
