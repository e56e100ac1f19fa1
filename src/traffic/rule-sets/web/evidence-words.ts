import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import type { RuleSetDraft } from '#traffic/rule-sets/contract/rule-set.ts';
import type { LimitView } from '#traffic/rules/contract/limit-view.ts';
import { useLimitWords } from '#traffic/rules/web/limit-words.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import { settingIn } from './draft-edits.ts';

type Evidence = NonNullable<LimitView['evidence']>;

/** What a limit takes in at a value. */
export const evidenceUpTo = ({ evidence = [] }: Pick<LimitView, 'evidence'>, value: number): Evidence =>
  evidence.filter(({ wrong }) => wrong <= value);

export interface EvidenceMove {
  rule: RuleView;
  limit: LimitView;
  before: number;
  after: number;
  /** Taken in by one of the two values only. */
  between: Evidence;
}

/** Limits of the draft that take in other evidence than in force, or that moved and take in the same. */
export const evidenceMoves = (rules: readonly RuleView[], draft: RuleSetDraft): EvidenceMove[] =>
  rules.flatMap((rule) =>
    rule.limits.flatMap((limit): EvidenceMove[] => {
      if (!limit.evidence) return [];
      const before = rule.setting.limits[limit.name] ?? limit.default;
      const after = settingIn(draft, rule).limits[limit.name] ?? limit.default;
      if (before === after) return [];
      const [low, high] = [Math.min(before, after), Math.max(before, after)];
      const between = limit.evidence.filter(({ wrong }) => wrong > low && wrong <= high);
      return [{ rule, limit, before, after, between }];
    }),
  );

/** Evidence by the names of the rules whose signs it is, and how often it is wrong. */
export function useEvidenceWords(): (evidence: Evidence) => string {
  const { t } = useTranslation('rules');
  const format = useFormat();
  const words = useLimitWords();
  const ruleName = useRuleName();
  return useCallback(
    (evidence) =>
      format.list(
        evidence.map(({ rules, wrong }) =>
          t('evidence_of', {
            rules: format.list(rules.map((rule) => ruleName(rule))),
            wrong: words.value(wrong, 'ratio'),
          }),
        ),
      ),
    [t, format, words, ruleName],
  );
}
