import { NumberInput } from '@mantine/core';
import { type FocusEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTyped } from '#platform/web/form/typed-guard.tsx';
import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import type { LimitView } from '#traffic/rules/contract/limit-view.ts';
import { useLimitWords } from '#traffic/rules/web/limit-words.ts';
import { contradictionsIn } from './limit-order.ts';
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
      {limits.map((limit) => (
        <LimitField
          key={limit.name}
          limit={limit}
          value={values[limit.name] ?? limit.default}
          disabled={disabled}
          fault={faultOf(limit.name)}
          onValue={(value) => onLimit(limit.name, value)}
        />
      ))}
    </div>
  );
}

/** A tenth of one per cent is not raised by whole ones: the first digit of the default. */
const stepOf = (value: number): number => (value > 0 && value < 1 ? 10 ** Math.floor(Math.log10(value)) : 1);

/** Whether the field was left for another one, and not for a question about what is typed in it. */
const isLeft = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  relatedTarget === null || relatedTarget.closest(DIALOG) === currentTarget.closest(DIALOG);
const DIALOG = '[role="dialog"]';

/**
 * What is typed counts when the field is left or Enter is pressed: an edit is a value, not a keystroke. What lies out
 * of bounds stays in the field with the reason and does not count.
 */
function LimitField({
  limit,
  value,
  disabled,
  fault,
  onValue,
}: {
  limit: LimitView;
  value: number;
  disabled: boolean;
  fault: string | undefined;
  onValue: (value: number) => void;
}) {
  const { t } = useTranslation('rules');
  const words = useLimitWords();
  const [typed, setTyped] = useState<number | string>(value);
  useEffect(() => setTyped(value), [value]);
  useTyped(typed !== value);
  const number = typeof typed === 'number' ? typed : Number.NaN;
  const outside = !(number >= limit.min && number <= limit.max);
  const commit = (): void => {
    if (typed === '') setTyped(value);
    else if (!outside && number !== value) onValue(number);
  };
  const bounds = { min: words.value(limit.min, 'ratio'), max: words.value(limit.max, 'ratio') };
  return (
    <NumberInput
      size="sm"
      label={words.label(limit)}
      description={t('limit_bounds', { ...bounds, default: words.value(limit.default, limit.unit) })}
      suffix={words.unit(limit.unit) && ` ${words.unit(limit.unit)}`}
      value={typed}
      onChange={setTyped}
      decimalSeparator={words.decimal}
      allowedDecimalSeparators={['.', ',']}
      step={stepOf(limit.default)}
      onBlur={(event) => isLeft(event) && commit()}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      error={outside ? t('limit_outside', { ...bounds, value: words.value(value, limit.unit) }) : fault}
      disabled={disabled}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    />
  );
}
