import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Told, ToldValue } from '#platform/contract/told.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { useLimitWords } from './limit-words.ts';
import { useRuleName } from './rule-texts.ts';

/** A refusal, or a part of one, in the reader's language: rules, limits, fields and comparisons by the names they have there. */
export function useToldText(): (told: Told) => string {
  const { t } = useTranslation('refusals');
  const { t: conditions } = useTranslation('conditions');
  const names = useNames();
  const ruleName = useRuleName();
  const limits = useLimitWords();
  const format = useFormat();
  return useMemo(() => {
    const named = (name: string, value: string): string => {
      switch (name) {
        case 'rule':
          return ruleName(value);
        case 'limit':
        case 'other':
          return limits.label({ label: value });
        case 'field':
          return names.column(value);
        case 'operator':
          return conditions(`op_${value}`);
        case 'wanted':
          return t(`kind_${value}`);
        case 'reason':
          return names.reason(value);
        default:
          return value;
      }
    };
    const word = (name: string, value: ToldValue, unit: ToldValue | undefined): string => {
      if (typeof value === 'object') return text(value);
      if (typeof value === 'string') return named(name, value);
      if (typeof unit === 'string') return limits.value(value, unit);
      // Numbers that name something are no amounts.
      return name === 'version' || name === 'status' ? String(value) : format.number(value);
    };
    const text = ({ code, values }: Told): string => {
      const shown = Object.entries(values).map(([name, value]): [string, string] => {
        const unit = name === 'than' ? values['otherUnit'] : values['unit'];
        return [name, word(name, value, unit)];
      });
      return t(code, Object.fromEntries(shown));
    };
    return text;
  }, [t, conditions, names, ruleName, limits, format]);
}

/** What to tell a person about a failure of rules, white list or lists: the refusal where it is one. */
export function useRefusalText(): (error: unknown) => string {
  const { i18n } = useTranslation('refusals');
  const text = useToldText();
  const errorText = useErrorText();
  return (error) =>
    error instanceof ApiError && error.told && i18n.exists(error.told.code, { ns: 'refusals' })
      ? text(error.told)
      : errorText(error);
}

/** The same failure with its text translated, for those who show failures. */
export function useRefusalInWords(): (error: unknown) => unknown {
  const text = useRefusalText();
  return (error) => (error instanceof ApiError && error.told ? error.inWords(text(error)) : error);
}
