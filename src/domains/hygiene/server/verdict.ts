import type { Policy } from '#domains/hygiene/contract/policy.ts';
import type { AnalysisResult, Finding, Reason, Unavailable } from '#domains/hygiene/contract/result.ts';
import type { Kind, Verdict } from '#domains/hygiene/contract/terms.ts';
import type { Observed, Wanted } from './analyser/analyser.ts';
import { apart } from './analyser/embedded.ts';

/** What nobody looked at cannot be called safe. */
const MUST_BE_SEEN: Readonly<Record<Kind, readonly string[]>> = {
  image: ['moderation_labels', 'text'],
  video: ['moderation_labels', 'text', 'speech'],
  audio: ['speech'],
};

/** Nobody looked; and not: there was nothing to look at. */
const UNSEEN: ReadonlySet<Unavailable['absence']> = new Set([
  'not_installed',
  'not_offered',
  'other_script',
  'too_slow',
]);

/** Why a creative is not simply safe, gravest first. */
function reasonsOf(kind: Kind, { findings, unavailable }: Observed, { rules }: Policy): Reason[] {
  const found = findings.filter(({ section }) => section === 'moderation_labels');
  const reasons: Reason[] = [];
  for (const category of new Set(rules.map((one) => one.category))) {
    const surest = Math.max(0, ...found.filter(({ name }) => name === category).map(({ confidence }) => confidence));
    const held = rules.filter((rule) => rule.category === category && surest > 0 && surest >= rule.confidence);
    const action = held.some((rule) => rule.action === 'unsafe')
      ? 'unsafe'
      : held.some((rule) => rule.action === 'review')
        ? 'review'
        : undefined;
    if (action) reasons.push({ category, confidence: surest, action, name: category });
  }
  for (const { section, absence } of unavailable)
    if (absence === 'sound_only' || (MUST_BE_SEEN[kind].includes(section) && UNSEEN.has(absence)))
      reasons.push({ category: 'unchecked', confidence: null, action: 'review', name: section });
  const grave = ({ action, confidence }: Reason): number => (action === 'unsafe' ? 2 : 0) + (confidence ?? 0);
  return reasons.sort((a, b) => grave(b) - grave(a));
}

export const verdictOf = (reasons: readonly Reason[]): Verdict =>
  reasons.some(({ action }) => action === 'unsafe') ? 'unsafe' : reasons.length > 0 ? 'review' : 'safe';

interface Judged {
  kind: Kind;
  seconds: number;
  ms: number;
  seen: Observed;
  policy: Policy;
  approved: Wanted['approved'];
}

/** Hashes farther from one another belong to pictures that have nothing in common. */
const FAR = 24;

/** What was seen, as screens and callers read it, and what the policy says of it. */
export function resultOf({ kind, seconds, ms, seen, policy, approved }: Judged): AnalysisResult {
  const of = (section: Finding['section']): Finding[] => seen.findings.filter((one) => one.section === section);
  const reasons = reasonsOf(kind, seen, policy);
  const timed = ({ at }: Finding) => (at ? { at } : {});
  const byName = <T>(findings: readonly Finding[], value: (one: Finding) => T): Record<string, T> =>
    Object.fromEntries(
      [...findings]
        .reverse()
        .map((one) => [one.name, value(one)] as const)
        .reverse(),
    );
  return {
    generic_labels: byName(of('generic_labels'), ({ confidence }) => Math.round(confidence * 100)),
    celebrity: byName(of('celebrity'), (one) => ({ confidence: one.confidence, ...timed(one) })),
    logo: byName(of('logo'), (one) => ({ confidence: one.confidence, method: one.source, ...timed(one) })),
    moderation_labels: byName(of('moderation_labels'), (one) => ({
      confidence: one.confidence,
      source: one.source,
      ...timed(one),
    })),
    demographics: seen.demographics,
    text: [seen.written, seen.spoken].filter((text) => text !== '').join('\n'),
    translation: seen.translation,
    meta: {
      provider: seen.provider,
      ms,
      verdict: verdictOf(reasons),
      reasons,
      findings: seen.findings,
      lines: seen.lines,
      rules: [...policy.rules],
      unavailable: seen.unavailable,
      language: seen.language,
      width: seen.width,
      height: seen.height,
      seconds,
      frames: seen.frames,
      hash: seen.hash,
      approved: approved
        .map(({ name, hash }) => ({ name, distance: apart(hash, seen.hash) }))
        .filter(({ distance }) => distance <= FAR)
        .sort((a, b) => a.distance - b.distance),
    },
  };
}
