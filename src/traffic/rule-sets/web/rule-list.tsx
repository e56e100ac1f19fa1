import { NativeSelect } from '@mantine/core';
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Percent } from '#platform/web/ui/percent.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { CUSTOM_MODES } from '#traffic/rule-sets/contract/rule-set.ts';
import type { LimitView } from '#traffic/rules/contract/limit-view.ts';
import { RULE_MODES, type RuleMode } from '#traffic/rules/contract/rule.ts';
import { useLimitWords } from '#traffic/rules/web/limit-words.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import { settingIn } from './draft-edits.ts';
import { RuleHead } from './rule-head.tsx';
import { inOrder, type RuleOrder } from './rule-order.ts';
import styles from './rules.module.css';
import type { DraftEdits } from './use-draft.ts';

export interface RuleListProps {
  rules: readonly RuleView[];
  edits: DraftEdits;
  mayEdit: boolean;
  opened: string | null;
  onOpen: (id: string) => void;
  onMode: (rule: RuleView, mode: RuleMode) => void;
}

/**
 * Every rule in one dense table, by the group of its reason or by what it did: what it is, how it is set, what it did.
 */
export function RuleList(props: RuleListProps) {
  const { t } = useTranslation('rules');
  const names = useNames();
  const [order, setOrder] = useState<RuleOrder | null>(null);
  const groups = order ? [] : [...new Set(props.rules.map(({ group }) => group))];
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('list_caption')}</caption>
        <RuleHead order={order} onOrder={setOrder} />
        {order && (
          <tbody>
            {inOrder(props.rules, order).map((rule) => (
              <RuleRow key={rule.id} rule={rule} {...props} />
            ))}
          </tbody>
        )}
        {groups.map((group) => (
          <tbody key={group}>
            <tr className={styles.group}>
              <th scope="rowgroup" colSpan={6}>
                {names.value('reason_group', group)}
              </th>
            </tr>
            {props.rules
              .filter((rule) => rule.group === group)
              .map((rule) => (
                <RuleRow key={rule.id} rule={rule} {...props} />
              ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function RuleRow({ rule, edits, mayEdit, opened, onOpen, onMode }: RuleListProps & { rule: RuleView }) {
  const { t } = useTranslation('rules');
  const names = useNames();
  const ruleName = useRuleName();
  const format = useFormat();
  const { measured } = rule;
  const setting = settingIn(edits.draft, rule);
  const changed = edits.changed.includes(rule.id);
  const title = ruleName(rule.id, rule.title);
  return (
    <tr data-off={setting.mode === 'off' || undefined} data-opened={opened === rule.id || undefined}>
      <td>
        <button type="button" className={styles.name} onClick={() => onOpen(rule.id)}>
          {title}
        </button>
        <span className={styles.tags}>
          <span title={t(`tier_${rule.tier}`)}>{rule.tier === 'quality' ? t('quality') : rule.tier}</span>
          <span title={t(`stage_${rule.stage}_hint`)}>{t(`stage_${rule.stage}`)}</span>
          {rule.custom && <span>{t('own')}</span>}
          {rule.is_new && <strong data-tone="accent">{t('new')}</strong>}
          {changed && <strong data-tone="suspect">{t('unsaved')}</strong>}
          {measured.blind.length > 0 && (
            <span
              className={styles.blind}
              title={t('blind_without', { names: format.list(measured.blind.map(names.column)) })}
            >
              <IconEyeOff size={13} aria-hidden /> {t('blind')}
            </span>
          )}
        </span>
      </td>
      <td>
        <ModeSelect
          label={t('setting_of', { name: title })}
          mode={setting.mode}
          custom={rule.custom}
          disabled={!mayEdit}
          onMode={(mode) => onMode(rule, mode)}
        />
      </td>
      <td>
        <LimitSummary
          limits={rule.limits}
          values={setting.limits}
          publishers={Object.keys(setting.publishers ?? {}).length}
        />
      </td>
      <td data-numeric>{format.number(measured.hits)}</td>
      <td data-numeric>{format.number(measured.unique)}</td>
      <td data-numeric>{measured.events > 0 ? <Percent rate={measured.trusted.rate} /> : '–'}</td>
    </tr>
  );
}

interface ModeSelectProps {
  label: string;
  mode: RuleMode;
  custom: boolean;
  disabled: boolean;
  onMode: (mode: RuleMode) => void;
}

/** Off, mark only, suspect, fraud, or as the rule grades itself. */
export function ModeSelect({ label, mode, custom, disabled, onMode }: ModeSelectProps) {
  const { t } = useTranslation('rules');
  const modes: readonly RuleMode[] = custom ? CUSTOM_MODES : RULE_MODES;
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      className={styles.mode ?? ''}
      data-mode={mode}
      disabled={disabled}
      data={modes.map((one) => ({ value: one, label: t(`mode_${one}`) }))}
      value={mode}
      onChange={(event) => {
        const chosen = modes.find((one) => one === event.currentTarget.value);
        if (chosen) onMode(chosen);
      }}
    />
  );
}

function LimitSummary({
  limits,
  values,
  publishers,
}: {
  limits: readonly LimitView[];
  values: Readonly<Record<string, number>>;
  publishers: number;
}) {
  const { t } = useTranslation('rules');
  const words = useLimitWords();
  return (
    <span className={styles.limits}>
      {limits.map((limit) => {
        const value = values[limit.name] ?? limit.default;
        return (
          <span key={limit.name} data-moved={value !== limit.default || undefined}>
            {words.label(limit)} <b>{words.value(value, limit.unit)}</b>
          </span>
        );
      })}
      {publishers > 0 && <span data-moved>{t('publishers_special', { count: publishers })}</span>}
    </span>
  );
}
