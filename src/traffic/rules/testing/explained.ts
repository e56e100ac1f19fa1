import i18next from 'i18next';
import type { RuleExplanation, Signal } from '#traffic/rules/contract/explanation.ts';
import type { SentenceWords } from '#traffic/rules/contract/sentence.ts';

const FILES = import.meta.glob<Record<string, string>>('../../*/web/i18n/*.json', { eager: true, import: 'default' });

const texts = (namespace: string, locale: string): Record<string, string> =>
  Object.entries(FILES).find(([path]) => path.endsWith(`/${namespace}.${locale}.json`))?.[1] ?? {};

/** The product's own texts in one language, without a browser. */
export async function wordsIn(locale: string): Promise<SentenceWords> {
  const i18n = i18next.createInstance();
  await i18n.init({
    lng: locale,
    keySeparator: false,
    fallbackLng: false,
    interpolation: { escapeValue: false },
    resources: { [locale]: { why: texts('why', locale), traffic: texts('traffic', locale) } },
  });
  const why = i18n.getFixedT(locale, 'why');
  const traffic = i18n.getFixedT(locale, 'traffic');
  const named = (key: string, otherwise: string) => traffic(key, { defaultValue: otherwise });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return {
    t: (key, values) => why(key, { ...values }),
    locale,
    timeZone: 'UTC',
    value: (field, value) =>
      value
        .split('; ')
        .map((part) => named(`value.${field}.${part}`, part))
        .join('; '),
    column: (name) => named(`column.${name}`, name),
    reason: (code) => named(`reason.${code}`, code),
    why: (code) => named(`why.${code}`, ''),
    verdict: (verdict) => named(`value.verdict.${verdict}`, verdict),
    list: (names) => list.format(names),
  };
}

export const signal = (part: Partial<Signal> & Pick<Signal, 'field' | 'op' | 'limit' | 'observed'>): Signal => ({
  negated: false,
  more: 0,
  unit: null,
  holds: true,
  baseline: null,
  sample: null,
  ...part,
});

export const rule = (part: Partial<RuleExplanation>): RuleExplanation => ({
  rule: 'short_install_time',
  title: 'Install too soon after the click',
  reason: 'clk.injection',
  tier: 'SIVT',
  mode: 'on',
  outcome: 'hit',
  verdict: 'fraud',
  missing: [],
  limits: {},
  cases: [],
  aspect: null,
  strength: null,
  listed: [],
  whatWouldBeClean: [],
  ...part,
});

/** Under 5 s fraud, under 10 s suspect, for an install after so many seconds. */
export function shortInstall(seconds: number): RuleExplanation {
  const grade = (verdict: 'fraud' | 'suspect', limit: number) => ({
    verdict,
    holds: seconds < limit,
    signals: [
      signal({ field: 'ctit_seconds', op: 'lt', limit, observed: seconds, unit: 'seconds', holds: seconds < limit }),
      signal({ field: 'ctit_seconds', op: 'gte', limit: 0, observed: seconds, unit: 'seconds' }),
    ],
  });
  const { holds: _, ...clean } = signal({
    field: 'ctit_seconds',
    op: 'gte',
    limit: 10,
    observed: seconds,
    unit: 'seconds',
  });
  return rule({ cases: [grade('fraud', 5), grade('suspect', 10)], whatWouldBeClean: [clean] });
}
