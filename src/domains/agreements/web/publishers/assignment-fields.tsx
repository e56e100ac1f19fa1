import { NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PaymentModel } from '#domains/agreements/contract/agreement.ts';
import { paymentEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { AmountField, CountField } from '#platform/web/form/term-fields.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { NamedField } from '../named-field.tsx';
import { takes } from '../payments/payment-draft.ts';
import type { AssignmentDraft } from './assignment-draft.ts';
import { ModelChoice } from './model-choice.tsx';
import type { Opener } from './opener.ts';

interface Fields {
  draft: AssignmentDraft;
  fault: (field: keyof AssignmentDraft) => string | undefined;
  onChange: (part: Partial<AssignmentDraft>) => void;
}

interface Props extends Fields {
  opener: Opener;
  onLeave: () => void;
}

const MOST_UNITS = 1_000_000_000;
const MOST_DAYS = 365;

/** Who is paid by which model, and what is other than in it. */
export function AssignmentFields({ draft, fault, onChange, opener, onLeave }: Props) {
  const { t } = useTranslation('agreements');
  const { pkg } = useSelection();
  const all = useQuery(query(paymentEndpoints.all, { query: { package_name: pkg.package_name } })).data?.data;
  const model = all?.find(({ key }) => key === draft.payment_model);
  return (
    <>
      <FieldPair>
        <NamedField
          label={t('publisher')}
          description={t('publisher_hint')}
          of="publisher"
          value={draft.publisher}
          error={fault('publisher')}
          onChange={(publisher) => onChange({ publisher })}
        />
        <NamedField
          label={t('campaign')}
          description={t('campaign_hint')}
          of="campaign"
          value={draft.campaign}
          error={fault('campaign')}
          onChange={(campaign) => onChange({ campaign })}
        />
      </FieldPair>
      <ModelChoice
        value={draft.payment_model}
        error={fault('payment_model')}
        opener={opener}
        onLeave={onLeave}
        onChange={(payment_model) => onChange({ payment_model })}
      />
      <FieldPair>
        <BoundFields draft={draft} fault={fault} onChange={onChange} model={model} />
        <DayFields draft={draft} fault={fault} onChange={onChange} />
      </FieldPair>
    </>
  );
}

/** What is other than in the model, and how much is paid at most. */
function BoundFields({ draft, fault, onChange, model }: Fields & { model: PaymentModel | undefined }) {
  const { t } = useTranslation('agreements');
  const { pkg } = useSelection();
  const unit = model?.currency ?? pkg.currency;
  return (
    <>
      {(!model || takes(model.model, 'rate')) && (
        <AmountField
          label={t('rate_override')}
          description={t('override_hint')}
          unit={unit}
          value={draft.rate_override}
          error={fault('rate_override')}
          onChange={(rate_override) => onChange({ rate_override })}
        />
      )}
      {(!model || takes(model.model, 'percent')) && (
        <AmountField
          label={t('percent_override')}
          description={t('override_hint')}
          unit="%"
          value={draft.percent_override}
          error={fault('percent_override')}
          onChange={(percent_override) => onChange({ percent_override })}
        />
      )}
      <NumberInput
        label={t('cap')}
        description={t('cap_hint')}
        value={draft.cap ?? ''}
        error={fault('cap')}
        min={1}
        max={MOST_UNITS}
        allowDecimal={false}
        onChange={(cap) => onChange({ cap: cap === '' ? null : Number(cap) })}
      />
      <AmountField
        label={t('budget')}
        description={t('budget_hint')}
        unit={unit}
        value={draft.budget}
        error={fault('budget')}
        onChange={(budget) => onChange({ budget })}
      />
    </>
  );
}

function DayFields({ draft, fault, onChange }: Fields) {
  const { t } = useTranslation('agreements');
  return (
    <>
      <CountField
        label={t('hold_days')}
        description={t('hold_days_hint')}
        value={draft.hold_days}
        min={0}
        max={MOST_DAYS}
        error={fault('hold_days')}
        onChange={(hold_days) => onChange({ hold_days })}
      />
      <AmountField
        label={t('withholding_percent')}
        description={t('withholding_hint')}
        unit="%"
        value={draft.withholding_percent}
        error={fault('withholding_percent')}
        onChange={(percent) => onChange({ withholding_percent: percent ?? '' })}
      />
      <DayField
        label={t('valid_from')}
        description={t('from_of_model')}
        value={draft.valid_from ?? ''}
        error={fault('valid_from')}
        onChange={(day) => onChange({ valid_from: day || null })}
      />
      <DayField
        label={t('valid_to')}
        description={t('valid_to_hint')}
        value={draft.valid_to ?? ''}
        error={fault('valid_to')}
        onChange={(day) => onChange({ valid_to: day || null })}
      />
    </>
  );
}
