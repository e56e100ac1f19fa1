import { conditionWords, observedWords, type WhyWords } from './condition-words.ts';
import type { Change, Explanation, RuleExplanation, Signal } from './explanation.ts';
import { strengthOf } from './strength.ts';

export interface SentenceWords extends WhyWords {
  verdict: (verdict: Explanation['verdict']) => string;
  reason: (code: string) => string;
  why: (code: string) => string;
}

const ofKind = (explanation: Explanation, outcome: RuleExplanation['outcome']) =>
  explanation.rules.filter((rule) => rule.outcome === outcome);

/** Rules that hit and count: what only marks never made an event fraud. */
export const hitRules = (explanation: Explanation) => ofKind(explanation, 'hit');
export const missedRules = (explanation: Explanation) => ofKind(explanation, 'miss');
export const blindRules = (explanation: Explanation) => ofKind(explanation, 'blind');
const decidingRules = (explanation: Explanation) => hitRules(explanation).filter(({ mode }) => mode !== 'mark');

/** `Fraud: Data centre.` The verdict and its name, the first words of the card. */
export function headline(words: SentenceWords, explanation: Explanation): string {
  const verdict = words.verdict(explanation.verdict);
  const named = explanation.reason ? words.reason(explanation.reason) : words.t(`by.${explanation.decidedBy}`);
  return words.t('headline', { verdict, reason: named });
}

/** The fact of the event that proves a reason best; the sentence names it when it is known. */
const PROOF: Readonly<Record<string, string>> = {
  'net.datacenter': 'as_name',
  'net.anonymizer': 'as_name',
  'bot.declared': 'ua_bot',
  'bot.spoofed_crawler': 'ua_bot',
  'dev.implausible': 'device_conflict',
  'dev.emulator': 'device_signs',
  'clk.duplicate': 'repeat_gap_seconds',
  'clk.fast': 'impression_to_click_seconds',
  'ins.duplicate': 'install_repeat_days',
  'evt.inherited': 'origin_reason',
};

/** What is wrong with events of this reason, with this event's own proof where there is one. */
function whyOf(words: SentenceWords, reason: string, shown: (column: string) => string): string {
  const proof = PROOF[reason];
  const value = proof === undefined ? '' : shown(proof);
  return value === '' ? words.why(reason) : words.t(`seen.${reason}`, { value });
}

/** The sentence behind it: what is wrong, or who said that nothing is. `shown` reads a column of the event. */
export function because(
  words: SentenceWords,
  explanation: Explanation,
  shown: (column: string) => string = () => '',
): string {
  const { decidedBy, reason, whiteList, source } = explanation;
  if (decidedBy === 'human') return words.t(`human_${explanation.decision === 'fraud' ? 'fraud' : 'clean'}`);
  if (decidedBy === 'white_list') return words.t('white_listed', { reason: whiteList?.reason ?? '' });
  if (decidedBy === 'source') return words.t('source_confirmed', { reason: source?.reason ?? '' });
  if (reason !== '') return whyOf(words, reason, shown);
  return words.t(blindRules(explanation).length > 0 ? 'no_hit_blind' : 'no_hit', {
    n: explanation.rules.length,
    blind: blindRules(explanation).length,
  });
}

/** The grade of a rule worth showing: the one that held, else the mildest. */
const shownCase = (rule: RuleExplanation) => rule.cases.find(({ holds }) => holds) ?? rule.cases.at(-1);

/** Signals of a rule without repetitions; guards that say nothing to a reader (at least 0) are left out. */
export function shownSignals(rule: RuleExplanation): Signal[] {
  const seen = new Set<string>();
  return (shownCase(rule)?.signals ?? []).filter((signal) => {
    const key = JSON.stringify([signal.field, signal.op, signal.limit, signal.negated]);
    const guard = signal.op === 'gte' && signal.limit === 0 && !signal.negated;
    if (seen.has(key) || guard) return false;
    seen.add(key);
    return true;
  });
}

/**
 * The same, by field: several limits of one value are one scale. What is met and what is not stand apart, since of two
 * alternatives one is enough.
 */
export function signalsByField(rule: RuleExplanation): [Signal, ...Signal[]][] {
  const rows = new Map<string, [Signal, ...Signal[]]>();
  const signals = shownSignals(rule);
  const met = new Set(rule.outcome === 'hit' ? signals.filter(({ holds }) => holds).map(({ field }) => field) : []);
  for (const signal of signals) {
    // Of "over 3.5 or under -3.5" one is enough: beside a limit that was crossed the other says nothing.
    if (!signal.holds && met.has(signal.field)) continue;
    const key = `${signal.field} ${signal.holds}`;
    const known = rows.get(key);
    if (known) known.push(signal);
    else rows.set(key, [signal]);
  }
  return [...rows.values()];
}

/** How strong what a statistic says is, in a word and in wrong calls to expect; '' where nothing like it was measured. */
export function strengthWords(words: WhyWords, { strength }: Pick<RuleExplanation, 'strength'>): string {
  if (!strength) return '';
  const wrong = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1 }).format(strength.wrong);
  return words.t(`strength_of_${strength.of}`, { strength: words.t(`strength_${strengthOf(strength.wrong)}`), wrong });
}

const changeWords = (words: WhyWords, change: Change): string =>
  words.t('change', {
    field: words.column(change.field),
    condition: conditionWords(words, change),
    observed: observedWords(words, change),
  });

const WANTS_MORE: Readonly<Partial<Record<Change['op'], boolean>>> = { gt: true, gte: true, lt: false, lte: false };

/** Of several rules that ask for more of the same, or for less of it, the one that asks for most says all. */
function strictest(changes: readonly Change[]): Change[] {
  const isImplied = (one: Change, by: Change): boolean => {
    const more = WANTS_MORE[one.op];
    if (more === undefined || one.field !== by.field || one.op !== by.op || one.negated || by.negated) return false;
    const [ours, theirs] = [Number(one.limit), Number(by.limit)];
    return more ? theirs > ours : theirs < ours;
  };
  return changes.filter((one) => !changes.some((by) => isImplied(one, by)));
}

/** The last line: what would have had to be different, over all rules that decided. */
export function whatWouldBeClean(words: SentenceWords, explanation: Explanation): string {
  if (explanation.decidedBy === 'human') return words.t('clean_by_undo');
  if (explanation.decidedBy === 'source') return words.t('clean_by_source');
  const rules = decidingRules(explanation);
  if (explanation.decidedBy !== 'rules' || rules.length === 0) return '';
  if (rules.some((rule) => rule.whatWouldBeClean.length === 0)) return words.t('clean_never');
  const asked = strictest(rules.flatMap((rule) => rule.whatWouldBeClean));
  const changes = new Set(asked.map((change) => changeWords(words, change)));
  return words.t('clean_if', { changes: words.list([...changes]) });
}
