import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SettlementSetting } from '#domains/agreements/contract/agreement.ts';
import { CONTROLLING, CYCLES } from '#domains/agreements/contract/payment-models.ts';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { AmountField, CountField, TermField } from '#platform/web/form/term-fields.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { NamedField } from '../named-field.tsx';

export type SettingDraft = Omit<SettlementSetting, 'key' | 'package_name' | 'created_by' | 'updated_at'>;

export const EMPTY_SETTING: SettingDraft = {
  name: '',
  publisher: '',
  cycle: 'monthly',
  due_days: 30,
  tax_percent: '0',
  tolerance: '10',
  controlling: 'ours',
  invalid_allowance_percent: '0',
  max_deduction_percent: '100',
  min_payout: '0',
  invoice_prefix: '',
};

export const draftOf = ({
  key: _key,
  package_name: _package,
  created_by: _author,
  updated_at: _at,
  ...draft
}: SettlementSetting): SettingDraft => draft;

interface Props {
  draft: SettingDraft;
  fault: (field: keyof SettingDraft) => string | undefined;
  onChange: (part: Partial<SettingDraft>) => void;
}

const MOST_DAYS = 365;
const SHARES = ['tax_percent', 'tolerance', 'invalid_allowance_percent', 'max_deduction_percent'] as const;

/** How and when publishers are settled with. */
export function SettingFields({ draft, fault, onChange }: Props) {
  const { t } = useTranslation('agreements');
  const { pkg } = useSelection();
  return (
    <FieldPair>
      <TextInput
        label={t('name')}
        value={draft.name}
        error={fault('name')}
        maxLength={120}
        required
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <NamedField
        label={t('publisher')}
        description={t('setting_publisher_hint')}
        of="publisher"
        value={draft.publisher}
        error={fault('publisher')}
        onChange={(publisher) => onChange({ publisher })}
      />
      <TermField
        label={t('cycle')}
        values={CYCLES}
        word={(cycle) => t(`cycle_${cycle}`)}
        value={draft.cycle}
        onChange={(cycle) => onChange({ cycle })}
      />
      <CountField
        label={t('due_days')}
        description={t('due_days_hint')}
        value={draft.due_days}
        min={0}
        max={MOST_DAYS}
        error={fault('due_days')}
        onChange={(due_days) => onChange({ due_days })}
      />
      <TermField
        label={t('controlling')}
        description={t('controlling_hint')}
        values={CONTROLLING}
        word={(whose) => t(`controlling_${whose}`)}
        value={draft.controlling}
        onChange={(controlling) => onChange({ controlling })}
      />
      {SHARES.map((share) => (
        <AmountField
          key={share}
          label={t(share)}
          description={t(`${share}_hint`)}
          unit="%"
          value={draft[share]}
          error={fault(share)}
          onChange={(percent) => onChange({ [share]: percent ?? '' })}
        />
      ))}
      <AmountField
        label={t('min_payout')}
        description={t('min_payout_hint')}
        unit={pkg.currency}
        value={draft.min_payout}
        error={fault('min_payout')}
        onChange={(amount) => onChange({ min_payout: amount ?? '' })}
      />
      <TextInput
        label={t('invoice_prefix')}
        description={t('invoice_prefix_hint')}
        value={draft.invoice_prefix}
        error={fault('invoice_prefix')}
        maxLength={20}
        onChange={(event) => onChange({ invoice_prefix: event.currentTarget.value })}
      />
    </FieldPair>
  );
}
