import { Autocomplete, NumberInput, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  ACTIONS,
  configurationName,
  type VariationView,
} from '#domains/publishers/contract/configuration-endpoints.ts';
import { FieldPair } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { useLimitWords } from '#traffic/rules/web/limit-words.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import styles from './configuration.module.css';
import { asType, type ConfigurationDraft } from './configuration-draft.ts';
import type { useChoices } from './use-choices.ts';

interface Props {
  draft: ConfigurationDraft;
  onChange: (part: Partial<ConfigurationDraft>) => void;
  fault: (field: string) => string | undefined;
  choices: ReturnType<typeof useChoices>;
  chosen: VariationView | undefined;
  /** Its key and what it looks for stand: only limit, action and whether it is on can be changed. */
  stored: boolean;
}

export function ConfigurationFields(props: Props) {
  return (
    <>
      <Whose {...props} />
      <What {...props} />
      <How {...props} />
    </>
  );
}

function Whose({ draft, onChange, fault, choices, stored }: Props) {
  const { t } = useTranslation('publishers');
  return (
    <>
      <FieldPair>
        <Autocomplete
          label={t('publisher')}
          description={t('publisher_hint')}
          data={choices.publishers}
          value={draft.publisher}
          error={fault('publisher')}
          readOnly={stored}
          maxLength={500}
          required
          onChange={(publisher) => onChange({ publisher })}
        />
        <Select
          label={t('dashboard_type')}
          description={t('dashboard_type_hint')}
          data={choices.types}
          value={draft.dashboard_type}
          error={fault('dashboard_type')}
          readOnly={stored}
          required
          allowDeselect={false}
          onChange={(type) =>
            onChange({ dashboard_type: asType(type), fraud_category: null, fraud_sub_category: null, variation: null })
          }
        />
      </FieldPair>
      <TextInput
        label={t('configuration_name')}
        value={draft.configuration_name}
        error={fault('configuration_name')}
        readOnly={stored}
        maxLength={longest(configurationName)}
        required
        onChange={(event) => onChange({ configuration_name: event.currentTarget.value })}
      />
    </>
  );
}

function What({ draft, onChange, fault, choices, chosen, stored }: Props) {
  const { t } = useTranslation('publishers');
  const names = useNames();
  const ruleName = useRuleName();
  const format = useFormat();
  const counted = (label: string, events: number): string =>
    events > 0 ? t('with_events', { label, events: format.number(events) }) : label;
  return (
    <>
      <Select
        label={t('fraud_category')}
        data={choices.categories.map(({ fraud_category, events }) => ({
          value: fraud_category,
          label: counted(names.value('reason_group', fraud_category), events),
        }))}
        value={draft.fraud_category}
        error={fault('fraud_category')}
        disabled={draft.dashboard_type === null}
        readOnly={stored}
        required
        searchable
        allowDeselect={false}
        onChange={(value) => onChange({ fraud_category: value, fraud_sub_category: null, variation: null })}
      />
      <Select
        label={t('fraud_sub_category')}
        data={choices.subCategories.map(({ fraud_sub_category, events }) => ({
          value: fraud_sub_category,
          label: counted(names.reason(fraud_sub_category), events),
        }))}
        value={draft.fraud_sub_category}
        error={fault('fraud_sub_category')}
        disabled={draft.fraud_category === null}
        readOnly={stored}
        required
        searchable
        allowDeselect={false}
        onChange={(value) => onChange({ fraud_sub_category: value, variation: null })}
      />
      <Select
        label={t('variation')}
        description={t('variation_hint')}
        data={choices.variations.map(({ variation, label, events }) => ({
          value: variation,
          label: counted(ruleName(variation, label), events),
        }))}
        value={chosen?.variation ?? draft.variation}
        error={fault('variation')}
        disabled={draft.fraud_sub_category === null}
        readOnly={stored}
        required
        searchable
        allowDeselect={false}
        onChange={(value) => {
          const next = choices.variations.find(({ variation }) => variation === value);
          onChange({ variation: value, threshold: next?.threshold?.value ?? '' });
        }}
      />
    </>
  );
}

function How({ draft, onChange, fault, chosen }: Props) {
  const { t } = useTranslation('publishers');
  const words = useLimitWords();
  const limit = chosen?.threshold;
  return (
    <>
      {limit && (
        <NumberInput
          label={words.label(limit)}
          description={t('threshold_hint', {
            value: words.value(limit.value, limit.unit),
            min: words.value(limit.min, limit.unit),
            max: words.value(limit.max, limit.unit),
          })}
          value={draft.threshold}
          error={fault('threshold')}
          decimalSeparator={words.decimal}
          {...(words.unit(limit.unit) ? { suffix: ` ${words.unit(limit.unit)}` } : {})}
          onChange={(threshold) => onChange({ threshold })}
        />
      )}
      <div className={styles.action}>
        <SegmentedControl
          aria-label={t('action')}
          data={ACTIONS.map((value) => ({ value, label: t(`action_${value}`) }))}
          value={draft.action}
          onChange={(value) => onChange({ action: ACTIONS.find((action) => action === value) ?? 'flag' })}
        />
        <p>{t(`action_${draft.action}_hint`)}</p>
      </div>
      <Switch
        label={t('active')}
        description={t('active_hint')}
        checked={draft.active}
        onChange={(event) => onChange({ active: event.currentTarget.checked })}
      />
    </>
  );
}
