import { Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  fieldsFor,
  operatorsFor,
  RULE_ACTIONS,
  RULE_FIELDS,
  type RuleField,
  type RuleKind,
} from '#domains/integrity/contract/kinds.ts';
import { type RuleBody, ruleBody } from '#domains/integrity/contract/rule-endpoints.ts';
import { longest } from '#platform/web/form/text-limits.ts';

interface Props {
  kind: RuleKind;
  draft: RuleBody;
  campaigns: readonly { id: number; name: string }[];
  change: (part: Partial<RuleBody>) => void;
  fault: (field: keyof RuleBody & string) => string | undefined;
}

/** Values there are to choose from; none for a field whose values nobody can list. */
const knownValues = (field: RuleField): string[] => {
  const known = RULE_FIELDS[field];
  return 'values' in known ? [...known.values] : [];
};

/** What a rule looks at, how it compares, and what it does. */
export function RuleFields({ kind, draft, campaigns, change, fault }: Props) {
  const { t } = useTranslation('integrity');
  const operators = operatorsFor(draft.field);
  const choose = (field: RuleField): void => {
    const [first] = operatorsFor(field);
    change({ field, operator: first ?? 'is', values: [] });
  };
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
        onChange={(value) => choose(fieldsFor(kind).find((each) => each === value) ?? draft.field)}
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
        <TagsInput
          label={t('values')}
          description={t('values_hint')}
          data={knownValues(draft.field)}
          value={draft.values}
          error={fault('values')}
          onChange={(values) => change({ values })}
        />
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

export const emptyRule = (packageName: string, kind: RuleKind): RuleBody => {
  const [field = 'country'] = fieldsFor(kind);
  const [operator = 'is'] = operatorsFor(field);
  return {
    package_name: packageName,
    name: '',
    campaign_id: null,
    field,
    operator,
    values: [],
    action: 'flag',
    active: true,
  };
};
