import { LIST_FACTS, TRAFFIC_FIELDS } from '#traffic/event/contract/fields.ts';
import { REASONS } from '#traffic/event/contract/reasons.ts';
import { SOURCE_FACT_NAMES, SOURCE_FACTS } from '#traffic/event/contract/source-facts.ts';
import type { Explanation, PublisherExplanation, Signal } from '#traffic/rules/contract/explanation.ts';

/**
 * What a publisher sees of its own event: the reason and the values it rests on, masked. Who knows the limits stays
 * just under them, so rules, limits, lists, marks, white-list entries and what would have been clean are left out.
 */
export function forPublisher(explanation: Explanation): PublisherExplanation {
  const { verdict, reason } = explanation;
  // Fraud by several signals rests on hits that are suspect each.
  const graded = explanation.chosenBy === 'combined' || explanation.chosenBy === 'evidence' ? 'suspect' : verdict;
  const known = Object.entries(REASONS).find(([code]) => code === reason)?.[1];
  const deciding = explanation.rules.filter(
    (rule) => rule.outcome === 'hit' && rule.mode !== 'mark' && rule.reason === reason && rule.verdict === graded,
  );
  const signals = deciding.flatMap(({ cases }) => cases.find(({ holds }) => holds)?.signals ?? []);
  const shown = new Map<string, Signal>();
  for (const signal of signals)
    if (signal.holds && signal.observed !== null && !isSecret(signal.field)) shown.set(signal.field, signal);
  return {
    verdict,
    reason,
    tier: known?.tier ?? null,
    definition: known?.definition ?? '',
    observed: [...shown.values()].flatMap(({ field, observed, unit }) =>
      observed === null ? [] : [{ field, value: masked(field, observed), unit }],
    ),
  };
}

/** Facts that quote a list: the entry that matched, the sign that was found. */
export const LIST_QUOTES: ReadonlySet<string> = new Set([...LIST_FACTS, 'device_signs']);

/** What quotes a list, and whatever tells what other sources have. */
const isSecret = (field: string): boolean =>
  LIST_QUOTES.has(field) ||
  SOURCE_FACT_NAMES.some((name) => name === field && SOURCE_FACTS[name].baseline === 'within');

function masked(field: string, value: string | number | boolean): string | number | boolean {
  return TRAFFIC_FIELDS[field]?.personal ? maskText(String(value)) : value;
}

/** Addresses keep their network, ids their ends: enough to find the own record, too little to pass on. */
export function maskText(value: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/.exec(value);
  if (v4) return `${v4[1]}.0/24`;
  if (/^[\da-f:]+$/i.test(value) && value.includes(':')) return `${value.split(':').slice(0, 3).join(':')}::/48`;
  return value.length <= 8 ? '•••' : `${value.slice(0, 4)}…${value.slice(-2)}`;
}
