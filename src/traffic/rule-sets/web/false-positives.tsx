import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { userMay } from '#platform/web/session/user-may.ts';
import { RULE_LANGUAGES, ruleTextEndpoints } from '#traffic/rules/contract/rule-text-endpoints.ts';

/** By rule, who may be hit by mistake, in the reader's language; undefined where that is English, or not known yet. */
export function useFalsePositives(wanted = true): Readonly<Record<string, string>> | undefined {
  const { i18n } = useTranslation();
  const language = RULE_LANGUAGES.find((each) => each === i18n.language);
  const found = useQuery({
    ...query(ruleTextEndpoints.falsePositives, { query: { language: language ?? 'de' } }),
    enabled: wanted && language !== undefined && userMay('rules.read'),
    // The texts change with the program only.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return language && found.data?.data;
}

/** Who a rule may hit by mistake. */
export function FalsePositives({ rule, english }: { rule: string; english: string }) {
  const translated = useFalsePositives()?.[rule];
  return translated === undefined ? <span lang="en">{english}</span> : <span>{translated}</span>;
}
