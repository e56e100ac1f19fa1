import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import type { LimitView } from '#traffic/rules/contract/limit-view.ts';

const TIME = { seconds: 'second', months: 'month', days: 'day' } as const;

/** A label says what is counted, persons or clicks; behind the number it would be said again, or wrongly. */
const SAID_BY_LABEL: ReadonlySet<string> = new Set(['events', 'ratio', 'chance']);

export interface LimitWords {
  /** `5 seconds`, `12 %`, `3 times`. */
  value: (value: number, unit: string) => string;
  label: (limit: Pick<LimitView, 'label'>) => string;
  unit: (unit: string) => string;
  /** Decimal mark of the language. */
  decimal: string;
}

/** Limits in the reader's language; their names are English where nobody has translated them. */
export function useLimitWords(): LimitWords {
  const { t, i18n } = useTranslation('limits');
  const { t: names } = useTranslation('rule-names');
  const format = useFormat();
  return useMemo(() => {
    const inTime = (value: number, unit: string): string =>
      new Intl.NumberFormat(i18n.language, {
        style: 'unit',
        unit,
        unitDisplay: 'long',
        maximumFractionDigits: 2,
      }).format(value);
    const small = new Intl.NumberFormat(i18n.language, { maximumSignificantDigits: 2 });
    return {
      value: (value, unit) => {
        if (unit === 'seconds' || unit === 'months' || unit === 'days') return inTime(value, TIME[unit]);
        const text = Math.abs(value) > 0 && Math.abs(value) < 0.01 ? small.format(value) : format.number(value);
        if (unit === 'ratio') return text;
        if (unit === 'chance' && value > 0) return t('amount_chance', { n: format.number(Math.round(1 / value)) });
        return t(`amount_${unit}`, { value: text, defaultValue: text });
      },
      // A label ends in its comparison behind a colon, which would read as the name of another file of texts.
      label: ({ label }) => names(`limit.${label}`, { defaultValue: label, nsSeparator: false }),
      decimal:
        new Intl.NumberFormat(i18n.language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
      unit: (unit) => (SAID_BY_LABEL.has(unit) ? '' : t(`unit_${unit}`, { defaultValue: unit })),
    };
  }, [t, names, i18n.language, format]);
}
