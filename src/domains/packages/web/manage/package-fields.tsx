import { SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { newPackage, PLATFORMS, packageEdit, USUAL_LANDING } from '#domains/packages/contract/endpoints.ts';
import { DASHBOARD_TYPES } from '#platform/contract/dashboard-types.ts';
import { CurrencyField } from '#platform/web/form/currency-field.tsx';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { OrderedChoice } from '#platform/web/form/ordered-choice.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { LONGEST_ADDRESS, ZONES } from '../guess-place.ts';
import type { PackageDraft } from './package-draft.ts';

interface Props {
  draft: PackageDraft;
  onChange: (part: Partial<PackageDraft>) => void;
  fault: (field: string) => string | undefined;
  adding: boolean;
}

export function PackageFields({ draft, onChange, fault, adding }: Props) {
  const { t } = useTranslation('packages');
  return (
    <>
      {adding && (
        <SegmentedControl
          aria-label={t('platform')}
          data={PLATFORMS.map((value) => ({ value, label: t(value) }))}
          value={draft.platform}
          onChange={(value) => {
            const platform = value === 'app' ? 'app' : 'web';
            onChange({ platform, dashboardType: [...USUAL_LANDING[platform]] });
          }}
        />
      )}
      <Naming draft={draft} onChange={onChange} fault={fault} adding={adding} />
      <TextInput
        label={t('domain')}
        description={t('domain_hint')}
        value={draft.domain}
        error={fault('domain')}
        maxLength={longest(packageEdit.shape.domain)}
        onChange={(event) => onChange({ domain: event.currentTarget.value })}
      />
      <Place draft={draft} onChange={onChange} fault={fault} />
      <Select
        label={t('suspect')}
        description={t('suspect_hint')}
        data={[
          { value: 'clean', label: t('suspect_clean') },
          { value: 'fraud', label: t('suspect_fraud') },
        ]}
        value={draft.suspect_counts_as}
        allowDeselect={false}
        onChange={(value) => onChange({ suspect_counts_as: value === 'fraud' ? 'fraud' : 'clean' })}
      />
      <OrderedChoice
        label={t('landing')}
        description={t('landing_hint')}
        options={DASHBOARD_TYPES}
        value={draft.dashboardType}
        error={fault('dashboardType')}
        onChange={(dashboardType) => onChange({ dashboardType })}
      />
      <Switch
        label={t('active')}
        description={t('active_hint')}
        checked={draft.active}
        onChange={(event) => onChange({ active: event.currentTarget.checked })}
      />
    </>
  );
}

function Naming({ draft, onChange, fault, adding }: Props) {
  const { t } = useTranslation('packages');
  return (
    <FieldPair>
      <TextInput
        label={t('title')}
        value={draft.package_title}
        error={fault('package_title')}
        maxLength={longest(newPackage.shape.package_title)}
        required
        onChange={(event) => onChange({ package_title: event.currentTarget.value })}
      />
      <TextInput
        label={t('name')}
        description={t(adding ? `name_hint_${draft.platform}` : 'name_fixed')}
        value={draft.package_name}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={fault('package_name')}
        maxLength={LONGEST_ADDRESS}
        readOnly={!adding}
        required={adding}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange({ package_name: event.currentTarget.value })}
      />
    </FieldPair>
  );
}

/** Whose days and money the package counts in. */
function Place({ draft, onChange, fault }: Omit<Props, 'adding'>) {
  const { t } = useTranslation('packages');
  return (
    <FieldPair>
      <Select
        label={t('zone')}
        description={t('zone_hint')}
        data={[...ZONES]}
        value={draft.time_zone}
        error={fault('time_zone')}
        searchable
        limit={100}
        allowDeselect={false}
        onChange={(zone) => zone !== null && onChange({ time_zone: zone })}
      />
      <CurrencyField
        label={t('currency')}
        description={t('currency_hint')}
        value={draft.currency}
        error={fault('currency')}
        onChange={(currency) => onChange({ currency })}
      />
    </FieldPair>
  );
}
