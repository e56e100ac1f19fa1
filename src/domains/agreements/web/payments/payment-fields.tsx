import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { agreementChoiceEndpoints } from '#domains/agreements/contract/endpoints.ts';
import { ORDER_STATUSES } from '#domains/agreements/contract/payment-models.ts';
import { query } from '#platform/web/api/call.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { AmountField, TermField } from '#platform/web/form/term-fields.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { PAYMENT_MODEL_NAMES, PAYMENT_MODELS } from '#traffic/money/contract/payment-models.ts';
import { NamedField } from '../named-field.tsx';
import { type PaymentDraft, type PaymentField, takes, withModel } from './payment-draft.ts';
import { TierFields } from './tier-fields.tsx';

interface Props {
  draft: PaymentDraft;
  fault: (field: PaymentField) => string | undefined;
  onChange: (part: Partial<PaymentDraft>) => void;
  /** Terms count from a day on, those before it stay. */
  stored?: boolean;
}

/** What is paid for which events; only what the model takes is asked for. */
export function PaymentFields({ draft, fault, onChange, stored = false }: Props) {
  const { t } = useTranslation('agreements');
  const isOfEvents = PAYMENT_MODELS[draft.model].event === 'optional';
  return (
    <>
      <TextInput
        label={t('name')}
        value={draft.name}
        error={fault('name')}
        maxLength={120}
        required
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <FieldPair>
        <TermField
          label={t('model')}
          description={t(`model_hint_${draft.model}`)}
          values={PAYMENT_MODEL_NAMES}
          word={(model) => t(`model_${model}`)}
          value={draft.model}
          onChange={(model) => onChange(withModel(draft, model))}
        />
        {isOfEvents && (
          <NamedField
            label={t('event')}
            description={t('event_hint')}
            of="event_name"
            value={draft.event}
            error={fault('event')}
            onChange={(event) => onChange({ event })}
          />
        )}
      </FieldPair>
      <CurrencyField value={draft.currency} error={fault('currency')} onChange={(currency) => onChange({ currency })} />
      <AmountFields draft={draft} fault={fault} onChange={onChange} />
      {takes(draft.model, 'rate') && <TierFields draft={draft} fault={fault} onChange={onChange} />}
      <StatusField draft={draft} error={fault('order_status')} onChange={onChange} />
      <FieldPair>
        <DayField
          label={t('valid_from')}
          description={t(stored ? 'valid_from_change' : 'valid_from_hint')}
          value={draft.valid_from}
          error={fault('valid_from')}
          required
          onChange={(day) => onChange({ valid_from: day })}
        />
        <DayField
          label={t('valid_to')}
          description={t('valid_to_hint')}
          value={draft.valid_to ?? ''}
          error={fault('valid_to')}
          onChange={(day) => onChange({ valid_to: day || null })}
        />
      </FieldPair>
    </>
  );
}

function AmountFields({ draft, fault, onChange }: Props) {
  const { t } = useTranslation('agreements');
  const { per } = PAYMENT_MODELS[draft.model];
  return (
    <FieldPair>
      {takes(draft.model, 'rate') && draft.tiers.length === 0 && (
        <AmountField
          label={t('rate')}
          description={t(per === 1 ? 'rate_each' : 'rate_thousand')}
          unit={draft.currency}
          value={draft.rate}
          error={fault('rate')}
          onChange={(rate) => onChange({ rate })}
        />
      )}
      {takes(draft.model, 'percent') && (
        <AmountField
          label={t('percent')}
          description={t('percent_hint')}
          unit="%"
          value={draft.percent}
          error={fault('percent')}
          onChange={(percent) => onChange({ percent })}
        />
      )}
      {takes(draft.model, 'fixed') && (
        <AmountField
          label={t('fixed')}
          description={t('fixed_hint')}
          unit={draft.currency}
          value={draft.fixed}
          error={fault('fixed')}
          onChange={(fixed) => onChange({ fixed })}
        />
      )}
      <AmountField
        label={t('min_guarantee')}
        description={t('min_guarantee_hint')}
        unit={draft.currency}
        value={draft.min_guarantee}
        error={fault('min_guarantee')}
        onChange={(min_guarantee) => onChange({ min_guarantee })}
      />
    </FieldPair>
  );
}

/** Those that the package uses come first. */
function CurrencyField(props: { value: string; error: string | undefined; onChange: (code: string) => void }) {
  const { t } = useTranslation('agreements');
  const { pkg } = useSelection();
  const asked = query(agreementChoiceEndpoints.currency, { query: { package_name: pkg.package_name } });
  const all = useQuery(asked).data?.data ?? [{ code: props.value, used: true }];
  const codes = (used: boolean) => all.filter((each) => each.used === used).map(({ code }) => code);
  return (
    <Select
      label={t('currency')}
      data={[
        { group: t('currencies_used'), items: codes(true) },
        { group: t('currencies_other'), items: codes(false) },
      ]}
      value={props.value}
      error={props.error}
      searchable
      allowDeselect={false}
      required
      onChange={(code) => code !== null && props.onChange(code)}
    />
  );
}

function StatusField({ draft, error, onChange }: Pick<Props, 'draft' | 'onChange'> & { error: string | undefined }) {
  const { t } = useTranslation('agreements');
  const format = useFormat();
  const { pkg } = useSelection();
  const asked = query(agreementChoiceEndpoints.orderStatus, { query: { package_name: pkg.package_name } });
  const all = useQuery(asked).data?.data ?? [];
  return (
    <MultiSelect
      label={t('order_status')}
      description={t('order_status_hint')}
      data={all.map(({ status, events }) => ({
        value: status,
        label: `${t(`status_${status}`)} (${format.number(events)})`,
      }))}
      value={draft.order_status}
      error={error}
      clearable
      onChange={(chosen) => onChange({ order_status: ORDER_STATUSES.filter((status) => chosen.includes(status)) })}
    />
  );
}
