import { MultiSelect, NumberInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  fieldOf,
  fieldsFor,
  operatorsFor,
  RULE_ACTIONS,
  type RuleField,
  type RuleKind,
} from '#domains/integrity/contract/kinds.ts';
import { type RuleBody, ruleBody } from '#domains/integrity/contract/rule-endpoints.ts';
import { CountriesSelect } from '#platform/web/form/countries-select.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { useFactWords } from './rule-words.ts';

interface Props {
  kind: RuleKind;
  draft: RuleBody;
  campaigns: readonly { id: number; name: string }[];
  change: (part: Partial<RuleBody>) => void;
  fault: (field: keyof RuleBody & string) => string | undefined;
}

/** With what a field is compared first: a signature with what is right, so that a rule asks for signed links. */
function comparisonOf(field: RuleField): Pick<RuleBody, 'field' | 'operator' | 'values'> {
  if (field === 'signature') return { field, operator: 'is_not', values: ['valid'] };
  const [operator = 'is'] = operatorsFor(field);
  return { field, operator, values: [] };
}

/** What a rule looks at, how it compares, and what it does. */
export function RuleFields({ kind, draft, campaigns, change, fault }: Props) {
  const { t } = useTranslation('integrity');
  const operators = operatorsFor(draft.field);
  return (
    <>
      <TextInput
        label={t('rule_name')}
        value={draft.name}
        error={fault('name')}
        maxLength={longest(ruleBody.shape.name)}
        required
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        label={t('campaign')}
        data={campaigns.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={draft.campaign_id === null ? null : String(draft.campaign_id)}
        placeholder={t('all_campaigns')}
        error={fault('campaign_id')}
        clearable
        searchable
        onChange={(value) => change({ campaign_id: value === null ? null : Number(value) })}
      />
      <Select
        label={t('field')}
        data={fieldsFor(kind).map((value) => ({ value, label: t(`field_${value}`) }))}
        value={draft.field}
        error={fault('field')}
        allowDeselect={false}
        searchable
        onChange={(value) => change(comparisonOf(fieldsFor(kind).find((each) => each === value) ?? draft.field))}
      />
      <Select
        label={t('operator')}
        data={operators.map((value) => ({ value, label: t(`operator_${value}`) }))}
        value={draft.operator}
        error={fault('operator')}
        allowDeselect={false}
        onChange={(value) => change({ operator: operators.find((each) => each === value) ?? draft.operator })}
      />
      {draft.operator !== 'missing' && (
        <ValuesField draft={draft} error={fault('values')} onChange={(values) => change({ values })} />
      )}
      <Select
        label={t('action')}
        description={t(`action_hint_${draft.action}`)}
        data={RULE_ACTIONS.map((value) => ({ value, label: t(`action_${value}`) }))}
        value={draft.action}
        allowDeselect={false}
        onChange={(value) => change({ action: RULE_ACTIONS.find((each) => each === value) ?? 'flag' })}
      />
      <Switch
        label={t('active')}
        checked={draft.active}
        onChange={(event) => change({ active: event.currentTarget.checked })}
      />
    </>
  );
}

interface ValuesProps {
  draft: Pick<RuleBody, 'field' | 'values'>;
  error: string | undefined;
  onChange: (values: string[]) => void;
}

/** What it is compared with: chosen where the field has a list, a number in its range, and typed only where it must be. */
function ValuesField({ draft: { field, values }, error, onChange }: ValuesProps) {
  const { t } = useTranslation('integrity');
  const words = useFactWords();
  const { values: known, common = [], range } = fieldOf(field);
  const label = t('values');
  if (field === 'country') return <CountriesSelect label={label} value={values} error={error} onChange={onChange} />;
  if (known)
    return (
      <MultiSelect
        label={label}
        data={known.map((value) => ({ value, label: words(field, value) }))}
        value={[...values]}
        error={error}
        searchable
        clearable
        hidePickedOptions
        onChange={onChange}
      />
    );
  if (range)
    return (
      <NumberInput
        label={label}
        description={t('values_range', { least: range.min, most: range.max })}
        value={values[0] ?? ''}
        min={range.min}
        max={range.max}
        allowDecimal={false}
        error={error}
        onChange={(value) => onChange(value === '' ? [] : [String(value)])}
      />
    );
  // One that is known has one spelling, whatever is typed: events have no other.
  const spelled = (typed: string) => common.find((each) => each.toLowerCase() === typed.trim().toLowerCase()) ?? typed;
  return (
    <TagsInput
      label={label}
      description={t(common.length > 0 ? 'values_common_hint' : 'values_hint')}
      data={common}
      value={values}
      error={error}
      onChange={(next) => onChange([...new Set(next.map(spelled))])}
    />
  );
}

export const emptyRule = (packageName: string, kind: RuleKind): RuleBody => {
  const [field = 'country'] = fieldsFor(kind);
  return {
    package_name: packageName,
    name: '',
    campaign_id: null,
    ...comparisonOf(field),
    action: 'flag',
    active: true,
  };
};
