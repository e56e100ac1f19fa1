import { ActionIcon, Button, Select, TagsInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  OPERATORS,
  type Operator,
  RULE_FIELDS,
  type RuleCondition,
  type RuleField,
  whiteListingEndpoints,
} from '#domains/white-listing/contract/endpoints.ts';
import type { DashboardType } from '#platform/contract/dashboard-types.ts';
import { query } from '#platform/web/api/call.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { REASON_GROUP_IDS } from '#traffic/event/contract/reasons.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { EMPTY_CONDITION } from './rule-draft.ts';
import styles from './white-listing.module.css';

interface Props {
  analysis: DashboardType | null;
  conditions: readonly RuleCondition[];
  fault: string | undefined;
  onChange: (conditions: RuleCondition[]) => void;
}

/** What is clean: all of these hold. */
export function ConditionRows({ analysis, conditions, fault, onChange }: Props) {
  const { t } = useTranslation('white-listing');
  const change = (index: number, next: RuleCondition): void =>
    onChange(conditions.map((each, at) => (at === index ? next : each)));
  return (
    <fieldset className={styles.conditions}>
      <legend>{t('conditions')}</legend>
      {conditions.map((condition, index) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and none is moved
          key={index}
          analysis={analysis}
          condition={condition}
          number={index + 1}
          onChange={(next) => change(index, next)}
          {...(conditions.length > 1 ? { onRemove: () => onChange(conditions.filter((_, at) => at !== index)) } : {})}
        />
      ))}
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...conditions, EMPTY_CONDITION])}
        >
          {t('condition_add')}
        </Button>
      </div>
    </fieldset>
  );
}

interface RowProps {
  analysis: DashboardType | null;
  condition: RuleCondition;
  number: number;
  onChange: (condition: RuleCondition) => void;
  onRemove?: () => void;
}

/** Only whether it is one of them can be asked of a category, and networks only of addresses. */
const operatorsOf = (field: RuleField): Operator[] =>
  OPERATORS.filter((operator) =>
    field === 'fraud_category' ? operator === 'is' : operator !== 'in_network' || field === 'ip',
  );

function ConditionRow({ analysis, condition, number, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('white-listing');
  const names = useNames();
  const { field, operator, values } = condition;
  const label = (field: RuleField): string =>
    field === 'fraud_category' ? t('fraud_category') : names.dimension(field);
  return (
    <div className={styles.condition}>
      <Select
        aria-label={t('field_of', { number })}
        data={RULE_FIELDS.map((value) => ({ value, label: label(value) }))}
        value={field}
        allowDeselect={false}
        searchable
        onChange={(value) => {
          const next = RULE_FIELDS.find((each) => each === value) ?? 'publisher';
          onChange({ field: next, operator: operatorsOf(next)[0] ?? 'is', values: [] });
        }}
      />
      <Select
        aria-label={t('operator_of', { number })}
        data={operatorsOf(field).map((value) => ({ value, label: t(`operator_${value}`) }))}
        value={operator}
        allowDeselect={false}
        onChange={(value) => onChange({ ...condition, operator: OPERATORS.find((each) => each === value) ?? 'is' })}
      />
      <Values
        analysis={analysis}
        field={field}
        values={values}
        label={t('values_of', { number })}
        onChange={(next) => onChange({ ...condition, values: next })}
      />
      {onRemove && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('condition_remove', { number })} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

interface ValuesProps {
  analysis: DashboardType | null;
  field: RuleField;
  values: string[];
  label: string;
  onChange: (values: string[]) => void;
}

const CHOICES = {
  publisher: whiteListingEndpoints.publishers,
  campaign: whiteListingEndpoints.campaigns,
  sub_publisher: whiteListingEndpoints.subPublishers,
} as const;

const hasChoices = (field: RuleField): field is keyof typeof CHOICES => field in CHOICES;

function Values({ analysis, field, values, label, onChange }: ValuesProps) {
  const { t } = useTranslation('white-listing');
  const { pkg } = useSelection();
  const names = useNames();
  const [search, setSearch] = useState('');
  const known = useQuery({
    ...query(hasChoices(field) ? CHOICES[field] : whiteListingEndpoints.publishers, {
      query: { package_name: pkg.package_name, ...(analysis ? { analysis } : {}), ...(search ? { search } : {}) },
    }),
    enabled: hasChoices(field),
  });
  if (field === 'fraud_category')
    return (
      <Select
        className={styles.values}
        aria-label={label}
        data={REASON_GROUP_IDS.filter((group) => group !== 'human').map((value) => ({
          value,
          label: names.value('reason_group', value),
        }))}
        value={values[0] ?? null}
        onChange={(value) => onChange(value === null ? [] : [value])}
      />
    );
  return (
    <TagsInput
      className={styles.values}
      aria-label={label}
      placeholder={values.length === 0 ? t('values_hint') : ''}
      data={hasChoices(field) ? (known.data?.data ?? []).map(({ value }) => value) : []}
      value={values}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
      splitChars={['\n']}
      maxDropdownHeight={220}
      acceptValueOnBlur
      clearable
    />
  );
}
