import { Radio } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLimitWords } from '#traffic/rules/web/limit-words.ts';
import { evidenceUpTo, useEvidenceWords } from './evidence-words.ts';
import { LimitField, type LimitFieldProps } from './limit-field.tsx';
import styles from './rules.module.css';

const OWN = 'own';

/** A limit whose values have names: each says what it accepts and what it takes in; beside them a number of one's own. */
export function NotchField(props: LimitFieldProps) {
  const { limit, value, disabled, onValue } = props;
  const { t } = useTranslation('rules');
  const words = useLimitWords();
  const evidence = useEvidenceWords();
  const { notches = [] } = limit;
  const named = notches.find((notch) => notch.value === value);
  const [isOwn, setOwn] = useState(false);
  const own = isOwn || named === undefined;
  const takesIn = (at: number): string => {
    const counted = evidenceUpTo(limit, at);
    return counted.length > 0 ? t('notch_counts', { evidence: evidence(counted) }) : t('notch_counts_none');
  };
  return (
    <Radio.Group
      className={styles.whole ?? ''}
      size="sm"
      label={words.label(limit)}
      value={own ? OWN : (named?.name ?? OWN)}
      onChange={(chosen) => {
        const notch = notches.find(({ name }) => name === chosen);
        setOwn(notch === undefined);
        if (notch && notch.value !== value) onValue(notch.value);
      }}
    >
      <div className={styles.notches}>
        {notches.map(({ name, value: at }) => (
          <Radio
            key={name}
            value={name}
            disabled={disabled}
            label={t('notch_at', { notch: t(`notch_${name}`), value: words.value(at, limit.unit) })}
            description={`${t('notch_accepts', { wrong: words.value(at, 'ratio') })} ${takesIn(at)}`}
          />
        ))}
        <Radio
          value={OWN}
          disabled={disabled}
          label={t('notch_own')}
          {...(own ? { description: takesIn(value) } : {})}
        />
        {own && <LimitField {...props} />}
      </div>
    </Radio.Group>
  );
}
