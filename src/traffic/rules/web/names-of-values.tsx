import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type NameOfValue, NamesOfValues } from '#platform/web/ui/message-text.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { useLimitWords } from './limit-words.ts';
import { useRuleName } from './rule-texts.ts';

/** Within it what is refused names rules, limits, fields and comparisons as the screens of rules do. */
export function RuleNames({ children }: { children: ReactNode }) {
  const { t } = useTranslation('conditions');
  const names = useNames();
  const ruleName = useRuleName();
  const limits = useLimitWords();
  const nameOf = useMemo((): NameOfValue => {
    const named = (name: string, value: string): string | undefined => {
      switch (name) {
        case 'rule':
          return ruleName(value);
        case 'limit':
        case 'other':
          return limits.label({ label: value });
        case 'field':
          return names.column(value);
        case 'operator':
          return t(`op_${value}`);
        case 'wanted':
          return t(`wanted_${value}`);
        case 'reason':
          return names.reason(value);
        default:
          return undefined;
      }
    };
    return (name, value, values) => {
      if (typeof value === 'string') return named(name, value);
      const unit = name === 'than' ? values['otherUnit'] : values['unit'];
      return typeof unit === 'string' ? limits.value(value, unit) : undefined;
    };
  }, [t, names, ruleName, limits]);
  return <NamesOfValues value={nameOf}>{children}</NamesOfValues>;
}
