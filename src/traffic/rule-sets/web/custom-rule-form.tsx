import { Button, Group, MultiSelect, NativeSelect, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { longest } from '#platform/web/form/text-limits.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { kindsFor } from '#traffic/event/contract/kinds-of-platform.ts';
import { groupOf, REASON_GROUPS } from '#traffic/event/contract/reasons.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { CUSTOM_MODES, CUSTOM_REASONS, customRule } from '#traffic/rule-sets/contract/rule-set.ts';
import { ConditionBuilder } from '#traffic/rules/web/condition-builder/condition-builder.tsx';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import { type CustomRuleDraft, withCustom, withoutCustom } from './draft-edits.ts';
import styles from './rules.module.css';
import { faultsOfRule, useCustomRule } from './use-custom-rule.ts';
import type { DraftEdits } from './use-draft.ts';

interface Props {
  /** Absent: a new one. */
  stored: CustomRuleDraft | undefined;
  edits: DraftEdits;
  mayEdit: boolean;
  /** Whether the form holds what the draft does not. */
  onHalf: (half: boolean) => void;
  /** The form is done with: what it holds is in the draft, or is not wanted. */
  onDone: () => void;
}

export function CustomRuleForm({ stored, edits, mayEdit, onHalf, onDone }: Props) {
  const { t } = useTranslation('rules');
  const { t: errors } = useTranslation('errors');
  const { pkg } = useSelection();
  const names = useNames();
  const ruleName = useRuleName();
  const { rule, change } = useCustomRule(stored, onHalf);
  const [asked, setAsked] = useState(false);
  const faults = faultsOfRule(rule);
  const titleFault = { short: t('title_needed'), characters: errors('forbidden_characters') };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (Object.values(faults).some(Boolean)) return;
    edits.edit((draft) => withCustom(draft, { ...rule, title: rule.title.trim() }));
    onDone();
  };
  return (
    <form className={screen.form} noValidate onSubmit={submit}>
      <TextInput
        label={t('title')}
        placeholder={t('title_example')}
        value={mayEdit ? rule.title : ruleName(rule.id, rule.title)}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={asked && faults.title && titleFault[faults.title]}
        maxLength={longest(customRule.shape.title)}
        disabled={!mayEdit}
        required
      />
      <div className={styles.grid}>
        <ReasonField reason={rule.reason} onChange={change} disabled={!mayEdit} />
        <ModeField mode={rule.mode} onChange={change} disabled={!mayEdit} />
      </div>
      <MultiSelect
        label={t('kinds')}
        data={[...new Set([...kindsFor(pkg.platform), ...rule.kinds])].map((kind) => ({
          value: kind,
          label: names.kind(kind),
        }))}
        value={[...rule.kinds]}
        onChange={(kinds) => change({ kinds: EVENT_KINDS.filter((kind) => kinds.includes(kind)) })}
        error={asked && faults.kinds && t('kinds_needed')}
        disabled={!mayEdit}
        required
      />
      <fieldset className={screen.form} disabled={!mayEdit} style={{ margin: 0, padding: 0, border: 0, minWidth: 0 }}>
        <legend style={{ padding: 0, marginBottom: 6, fontWeight: 500 }}>{t('condition')}</legend>
        <ConditionBuilder
          condition={rule.when}
          packageName={pkg.package_name}
          timeZone={pkg.time_zone}
          onChange={(when) => change({ when })}
          strict={asked}
        />
      </fieldset>
      {asked && faults.condition && (
        <p className={screen.fault} role="alert">
          {t('condition_faulty')}
        </p>
      )}
      {mayEdit && <Buttons stored={stored} edits={edits} onDone={onDone} />}
      <p className={screen.note}>{t('draft_note')}</p>
    </form>
  );
}

interface FieldProps {
  onChange: (part: Partial<CustomRuleDraft>) => void;
  disabled: boolean;
}

function ReasonField({ reason, onChange, disabled }: FieldProps & Pick<CustomRuleDraft, 'reason'>) {
  const { t } = useTranslation('rules');
  const names = useNames();
  return (
    <Select
      label={t('reason')}
      description={t('reason_note')}
      data={reasonOptions(reason, names.reason, (group) => names.value('reason_group', group))}
      value={reason}
      onChange={(value) => {
        const chosen = CUSTOM_REASONS.find((code) => code === value);
        if (chosen) onChange({ reason: chosen });
      }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      disabled={disabled}
      allowDeselect={false}
      searchable
    />
  );
}

function ModeField({ mode, onChange, disabled }: FieldProps & Pick<CustomRuleDraft, 'mode'>) {
  const { t } = useTranslation('rules');
  return (
    <NativeSelect
      label={t('a_hit_means')}
      description={t(`mode_${mode}_hint`)}
      data={CUSTOM_MODES.map((each) => ({ value: each, label: t(`mode_${each}`) }))}
      value={mode}
      onChange={(event) => {
        const chosen = CUSTOM_MODES.find((each) => each === event.currentTarget.value);
        if (chosen) onChange({ mode: chosen });
      }}
      inputWrapperOrder={['label', 'input', 'description']}
      disabled={disabled}
    />
  );
}

function Buttons({ stored, edits, onDone }: Pick<Props, 'stored' | 'edits' | 'onDone'>) {
  const { t } = useTranslation('rules');
  return (
    <Group gap="xs">
      <Button type="submit">{t(stored ? 'rule_change' : 'rule_add')}</Button>
      <Button variant="default" onClick={onDone}>
        {t('cancel')}
      </Button>
      {stored && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            edits.edit((draft) => withoutCustom(draft, stored.id));
            onDone();
          }}
        >
          {t('rule_remove')}
        </Button>
      )}
    </Group>
  );
}

/** Reasons there are to choose; a rule of the block list keeps its own. */
function reasonOptions(own: string, reason: (code: string) => string, group: (code: string) => string) {
  const codes = own === 'human.blocked' ? [own] : CUSTOM_REASONS;
  return Object.keys(REASON_GROUPS).flatMap((code) => {
    const items = codes.filter((one) => groupOf(one) === code).map((one) => ({ value: one, label: reason(one) }));
    return items.length > 0 ? [{ group: group(code), items }] : [];
  });
}
