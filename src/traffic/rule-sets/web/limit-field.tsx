import { NumberInput } from '@mantine/core';
import { type FocusEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTyped } from '#platform/web/form/typed-guard.tsx';
import type { LimitView } from '#traffic/rules/contract/limit-view.ts';
import { useLimitWords } from '#traffic/rules/web/limit-words.ts';

export interface LimitFieldProps {
  limit: LimitView;
  value: number;
  disabled: boolean;
  fault: string | undefined;
  onValue: (value: number) => void;
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
export function LimitField({ limit, value, disabled, fault, onValue }: LimitFieldProps) {
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
