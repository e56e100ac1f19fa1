import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CurrencyField } from '#platform/web/form/currency-field.tsx';
import { DayField } from '#platform/web/form/day-field.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { rateAmount } from '#traffic/money/contract/money-endpoints.ts';
import { useSetRate } from './use-costs.ts';

/** One rate by hand. It holds until the next one of the same two currencies. */
export function RateForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('money');
  const { pkg } = useSelection();
  const errorText = useErrorText();
  const setRate = useSetRate();
  const [wanted, setWanted] = useState({
    base: pkg.currency === 'USD' ? 'EUR' : 'USD',
    quote: pkg.currency,
    day: `${pkg.today.slice(0, 8)}01`,
    rate: '',
  });
  const change = (part: Partial<typeof wanted>): void => setWanted((last) => ({ ...last, ...part }));
  const [asked, setAsked] = useState(false);
  const rate = wanted.rate.trim().replace(',', '.');
  const badRate = !rateAmount.safeParse(rate).success;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (badRate || wanted.day === '') return;
    setRate.mutate({ package_name: pkg.package_name, ...wanted, rate }, { onSuccess: onDone });
  };
  return (
    <form className={screen.form} noValidate onSubmit={submit}>
      <p>{t('rate_explain')}</p>
      <Group gap="sm" grow>
        {(['base', 'quote'] as const).map((name) => (
          <CurrencyField
            key={name}
            label={t(`rate_${name}`)}
            value={wanted[name]}
            onChange={(code) => change({ [name]: code })}
          />
        ))}
      </Group>
      <TextInput
        label={t('rate_label', { base: wanted.base, quote: wanted.quote })}
        inputMode="decimal"
        value={wanted.rate}
        error={asked && badRate && t('amount_needed')}
        onChange={(event) => change({ rate: event.currentTarget.value })}
        maxLength={16}
        required
      />
      <DayField
        label={t('from')}
        value={wanted.day}
        error={asked && wanted.day === '' && t('from_needed')}
        onChange={(day) => change({ day })}
        required
      />
      {setRate.error && (
        <p className={screen.fault} role="alert">
          {errorText(setRate.error)}
        </p>
      )}
      <Group gap="xs">
        <Button type="submit" loading={setRate.isPending}>
          {t('save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
