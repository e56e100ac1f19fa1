import { useTranslation } from 'react-i18next';
import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { useLimitWords } from '#traffic/rules/web/limit-words.ts';
import { LimitField } from './limit-field.tsx';
import { contradictionsIn } from './limit-order.ts';
import { NotchField } from './notch-field.tsx';
import styles from './rules.module.css';

interface Props {
  rule: Pick<RuleView, 'limits' | 'rising'>;
  values: Readonly<Record<string, number>>;
  disabled: boolean;
  onLimit: (name: string, value: number) => void;
}

/** The limits of a rule with unit, bounds and default; those that contradict another one say which. */
export function LimitFields({ rule, values, disabled, onLimit }: Props) {
  const { t } = useTranslation('rules');
  const words = useLimitWords();
  const { limits } = rule;
  if (limits.length === 0) return null;
  const contradictions = contradictionsIn(rule, values);
  const faultOf = (name: string): string | undefined => {
    const found = contradictions.find((one) => one.name === name);
    const other = limits.find((one) => one.name === found?.than);
    if (!found || !other) return undefined;
    const than = { label: words.label(other), value: words.value(values[other.name] ?? other.default, other.unit) };
    return t(found.is === 'over' ? 'limit_not_over' : 'limit_not_under', than);
  };
  return (
    <div className={styles.grid}>
      {limits.map((limit) => {
        const Field = limit.notches ? NotchField : LimitField;
        return (
          <Field
            key={limit.name}
            limit={limit}
            value={values[limit.name] ?? limit.default}
            disabled={disabled}
            fault={faultOf(limit.name)}
            onValue={(value) => onLimit(limit.name, value)}
          />
        );
      })}
    </div>
  );
}
