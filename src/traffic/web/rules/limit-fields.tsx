import { NumberInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LimitView } from '#traffic/contract/rule-endpoints.ts';
import { useLimitWords } from './limit-words.ts';
import styles from './rules.module.css';

interface Props {
  limits: readonly LimitView[];
  values: Readonly<Record<string, number>>;
  disabled: boolean;
  onLimit: (name: string, value: number) => void;
}

/** The limits of a rule with unit, bounds and default. */
export function LimitFields({ limits, values, disabled, onLimit }: Props) {
  if (limits.length === 0) return null;
  return (
    <div className={styles.grid}>
      {limits.map((limit) => (
        <LimitField
          key={limit.name}
          limit={limit}
          value={values[limit.name] ?? limit.default}
          disabled={disabled}
          onValue={(value) => onLimit(limit.name, value)}
        />
      ))}
    </div>
  );
}

/** A tenth of one per cent is not raised by whole ones: the first digit of the default. */
const stepOf = (value: number): number => (value > 0 && value < 1 ? 10 ** Math.floor(Math.log10(value)) : 1);

/** What is typed counts when the field is left or Enter is pressed: an edit is a value, not a keystroke. */
function LimitField({
  limit,
  value,
  disabled,
  onValue,
}: {
  limit: LimitView;
  value: number;
  disabled: boolean;
  onValue: (value: number) => void;
}) {
  const { t } = useTranslation('rules');
  const words = useLimitWords();
  const [typed, setTyped] = useState<number | string>(value);
  useEffect(() => setTyped(value), [value]);
  const number = typeof typed === 'number' ? typed : Number.NaN;
  const outside = !(number >= limit.min && number <= limit.max);
  const commit = (): void => {
    if (outside) setTyped(value);
    else if (number !== value) onValue(number);
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
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      error={outside && t('limit_outside', bounds)}
      disabled={disabled}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    />
  );
}
