import { Button, CloseButton, NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TIER_WAYS } from '#domains/agreements/contract/payment-models.ts';
import { FormSection } from '#platform/web/form/form-section.tsx';
import { AmountField, TermField } from '#platform/web/form/term-fields.tsx';
import styles from '../agreements.module.css';
import type { PaymentDraft, PaymentField } from './payment-draft.ts';

interface Props {
  draft: PaymentDraft;
  fault: (field: PaymentField) => string | undefined;
  onChange: (part: Partial<PaymentDraft>) => void;
}

type Tier = PaymentDraft['tiers'][number];

const MOST_UNITS = 1_000_000_000;
const MOST_TIERS = 20;
const FIRST_TIER = 1_000;

/** Rates by how many units came; the last tier has no end, so that there are no holes. */
export function TierFields({ draft: { tiers, tiers_apply, currency, rate }, fault, onChange }: Props) {
  const { t } = useTranslation('agreements');
  const together = fault('tiers');
  const change = (at: number, part: Partial<Tier>) =>
    onChange({ tiers: tiers.map((tier, place) => (place === at ? { ...tier, ...part } : tier)) });
  const add = () => {
    const open = tiers.at(-1) ?? { up_to: null, rate: rate ?? '' };
    const before = tiers.at(-2)?.up_to ?? 0;
    const closed = { ...open, up_to: before + FIRST_TIER };
    onChange({ rate: null, tiers: [...tiers.slice(0, -1), closed, { up_to: null, rate: '' }] });
  };
  /** What comes to be the last one loses its end; one alone is a rate. */
  const remove = (gone: number) => {
    const left = tiers.filter((_, at) => at !== gone);
    const [only] = left;
    if (left.length === 1 && only) onChange({ tiers: [], rate: only.rate || null });
    else onChange({ tiers: left.map((tier, at) => (at === left.length - 1 ? { ...tier, up_to: null } : tier)) });
  };
  return (
    <FormSection title={t('tiers')} hint={t('tiers_hint')}>
      {tiers.map((tier, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tier has no name, and the order stays
        <div key={at} className={styles.tier}>
          {at === tiers.length - 1 ? (
            <TextInput label={t('tier_up_to')} value={t('tier_open')} error={fault(`tiers.${at}.up_to`)} readOnly />
          ) : (
            <NumberInput
              label={t('tier_up_to')}
              value={tier.up_to ?? ''}
              min={1}
              max={MOST_UNITS}
              allowDecimal={false}
              error={fault(`tiers.${at}.up_to`)}
              onChange={(next) => change(at, { up_to: next === '' ? null : Number(next) })}
            />
          )}
          <AmountField
            label={t('rate')}
            unit={currency}
            value={tier.rate}
            error={fault(`tiers.${at}.rate`)}
            onChange={(next) => change(at, { rate: next ?? '' })}
          />
          <CloseButton aria-label={t('tier_remove', { n: at + 1 })} onClick={() => remove(at)} />
        </div>
      ))}
      {together && (
        <p className={styles.fault} role="alert">
          {together}
        </p>
      )}
      {tiers.length > 0 && (
        <TermField
          label={t('tiers_apply')}
          values={TIER_WAYS}
          word={(way) => t(`tiers_${way}`)}
          value={tiers_apply}
          onChange={(way) => onChange({ tiers_apply: way })}
        />
      )}
      {tiers.length < MOST_TIERS && (
        <div>
          <Button variant="default" size="compact-md" onClick={add}>
            {t('tier_add')}
          </Button>
        </div>
      )}
    </FormSection>
  );
}
