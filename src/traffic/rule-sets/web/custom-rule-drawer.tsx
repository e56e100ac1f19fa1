import { Button, Drawer, Group, MultiSelect, NativeSelect, Select, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { namesSource } from '#traffic/event/contract/condition-fields.ts';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { kindsFor } from '#traffic/event/contract/kinds-of-platform.ts';
import { groupOf, REASON_GROUPS } from '#traffic/event/contract/reasons.ts';
import { useNames } from '#traffic/event/web/names.ts';
import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { CUSTOM_MODES, CUSTOM_REASONS } from '#traffic/rule-sets/contract/rule-set.ts';
import { ConditionBuilder, faultsOf } from '#traffic/rules/web/condition-builder/condition-builder.tsx';
import { emptyLeaf } from '#traffic/rules/web/condition-builder/condition-tree.ts';
import { type CustomRuleDraft, newCustomId, sorted, withCustom, withoutCustom } from './draft-edits.ts';
import { Measures } from './rule-drawer.tsx';
import { RuleHits } from './rule-hits.tsx';
import styles from './rules.module.css';
import type { DraftEdits } from './use-draft.ts';

interface Props {
  opened: boolean;
  /** Absent: a new one. */
  rule: RuleView | undefined;
  edits: DraftEdits;
  mayEdit: boolean;
  /** Whether the form holds what the draft does not. */
  onHalf: (half: boolean) => void;
  onClose: () => void;
  /** The form is done with: what it holds is in the draft, or is not wanted. */
  onDone: () => void;
}

/** A rule of one's own: what it is called, what it looks at, what a hit means. */
export function CustomRuleDrawer({ opened, rule, edits, mayEdit, onHalf, onClose, onDone }: Props) {
  const { t } = useTranslation('rules');
  const stored = edits.draft.custom.find(({ id }) => id === rule?.id);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="min(820px, 100vw)"
      title={stored ? stored.title : t('new_rule')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {opened && (
        <div className={styles.stack}>
          {stored && rule && !rule.is_new && <Measures rule={rule} />}
          <CustomRuleForm stored={stored} edits={edits} mayEdit={mayEdit} onHalf={onHalf} onDone={onDone} />
          {rule && !rule.is_new && <RuleHits rule={rule.id} />}
        </div>
      )}
    </Drawer>
  );
}

const fresh = (platform: 'web' | 'app'): CustomRuleDraft => ({
  id: newCustomId(),
  title: '',
  reason: platform === 'app' ? 'clk.flooding' : 'clk.frequency',
  kinds: [platform === 'app' ? 'install' : 'click'],
  when: { all: [emptyLeaf()] },
  mode: 'suspect',
});

function CustomRuleForm({
  stored,
  edits,
  mayEdit,
  onHalf,
  onDone,
}: Pick<Props, 'edits' | 'mayEdit' | 'onHalf' | 'onDone'> & { stored: CustomRuleDraft | undefined }) {
  const { t } = useTranslation('rules');
  const { pkg } = useSelection();
  const names = useNames();
  const [start] = useState(() => stored ?? fresh(pkg.platform));
  const [rule, setRule] = useState(start);
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (stored) setRule(stored);
  }, [stored]);
  useEffect(() => () => onHalf(false), [onHalf]);
  const change = (part: Partial<CustomRuleDraft>): void => {
    const next = { ...rule, ...part };
    setRule(next);
    // With the letter itself: who types and closes at once is asked too.
    onHalf(sorted(next) !== sorted(stored ?? start));
  };
  const titleFault = rule.title.trim().length < 3;
  const alone = rule.mode === 'fraud' && namesSource(rule.when);
  const empty = faultsOf(rule.when).length > 0 || namesNothing(rule.when);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (titleFault || rule.kinds.length === 0 || empty || alone) return;
    edits.edit((draft) => withCustom(draft, { ...rule, title: rule.title.trim() }));
    onDone();
  };
  return (
    <form className={screen.form} noValidate onSubmit={submit}>
      <TextInput
        label={t('title')}
        placeholder={t('title_example')}
        value={rule.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={asked && titleFault && t('title_needed')}
        maxLength={100}
        disabled={!mayEdit}
        required
      />
      <div className={styles.grid}>
        <Select
          label={t('reason')}
          description={t('reason_note')}
          data={reasonOptions(names.reason, (group) => names.value('reason_group', group))}
          value={rule.reason}
          onChange={(reason) => {
            const chosen = CUSTOM_REASONS.find((code) => code === reason);
            if (chosen) change({ reason: chosen });
          }}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={!mayEdit}
          allowDeselect={false}
          searchable
        />
        <NativeSelect
          label={t('a_hit_means')}
          description={t(`mode_${rule.mode}_hint`)}
          data={CUSTOM_MODES.map((mode) => ({ value: mode, label: t(`mode_${mode}`) }))}
          value={rule.mode}
          onChange={(event) => {
            const mode = CUSTOM_MODES.find((one) => one === event.currentTarget.value);
            if (mode) change({ mode });
          }}
          error={alone && t('fraud_alone')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          disabled={!mayEdit}
        />
      </div>
      <MultiSelect
        label={t('kinds')}
        data={kindsFor(pkg.platform).map((kind) => ({ value: kind, label: names.kind(kind) }))}
        value={[...rule.kinds]}
        onChange={(kinds) => change({ kinds: EVENT_KINDS.filter((kind) => kinds.includes(kind)) })}
        error={asked && rule.kinds.length === 0 && t('kinds_needed')}
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
      {asked && empty && (
        <p className={screen.fault} role="alert">
          {t('condition_faulty')}
        </p>
      )}
      {mayEdit && (
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
      )}
      <p className={screen.note}>{t('draft_note')}</p>
    </form>
  );
}

/** An `all` of nothing would hold for every event. */
function namesNothing(when: CustomRuleDraft['when']): boolean {
  if ('all' in when) return when.all.every(namesNothing);
  if ('any' in when) return when.any.length === 0;
  return 'not' in when ? namesNothing(when.not) : false;
}

function reasonOptions(reason: (code: string) => string, group: (code: string) => string) {
  return Object.keys(REASON_GROUPS).flatMap((code) => {
    const items = CUSTOM_REASONS.filter((one) => groupOf(one) === code).map((one) => ({
      value: one,
      label: reason(one),
    }));
    return items.length > 0 ? [{ group: group(code), items }] : [];
  });
}
