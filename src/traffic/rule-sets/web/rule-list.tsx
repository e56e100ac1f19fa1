import { NativeSelect } from '@mantine/core';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Percent } from '#platform/web/ui/percent.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { CUSTOM_MODES } from '#traffic/rule-sets/contract/rule-set.ts';
import type { LimitView } from '#traffic/rules/contract/limit-view.ts';
import { isBlockRule, RULE_MODES, type RuleMode } from '#traffic/rules/contract/rule.ts';
import { useLimitWords } from '#traffic/rules/web/limit-words.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import { settingIn } from './draft-edits.ts';
import { groupsOf, type RuleGroup } from './rule-groups.ts';
import { RuleHead } from './rule-head.tsx';
import { inOrder, ORDERS, overturnedShare, type RuleOrder } from './rule-order.ts';
import styles from './rules.module.css';
import type { DraftEdits } from './use-draft.ts';

export interface RuleListProps {
  rules: readonly RuleView[];
  /** Groups stand open: the list shows what somebody looked for. */
  allOpen: boolean;
  edits: DraftEdits;
  mayEdit: boolean;
  opened: string | null;
  onOpen: (id: string) => void;
  onMode: (rule: RuleView, mode: RuleMode) => void;
}

/** Columns before the measures. */
const SET = 3;

/**
 * Every rule in one dense table: closed groups by the category of the attack, or by what the rules did. A rule is named
 * by the attack it finds, its method beneath.
 */
export function RuleList(props: RuleListProps) {
  const { t } = useTranslation('rules');
  const [order, setOrder] = useState<RuleOrder | null>(null);
  // Shares of too few events say nothing: where all are, it is said once beneath and not in every row.
  const shares = props.rules.some(({ measured }) => measured.trusted.rate !== null);
  const disputed = props.rules.some((rule) => rule.disputed);
  const columns = ORDERS.filter((name) => (name !== 'trusted' || shares) && (name !== 'overturned' || disputed));
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('list_caption')}</caption>
        <RuleHead columns={columns} order={order} onOrder={setOrder} />
        {order ? (
          <tbody>
            {inOrder(props.rules, order).map((rule) => (
              <RuleRow key={rule.id} rule={rule} columns={columns} {...props} />
            ))}
          </tbody>
        ) : (
          groupsOf(props.rules).map((group) => (
            <Group key={group.id} group={group} span={SET + columns.length} columns={columns} {...props} />
          ))
        )}
      </table>
      {!shares && <p className={styles.once}>{t('trusted_too_few')}</p>}
    </div>
  );
}

type GroupProps = RuleListProps & { group: RuleGroup; span: number; columns: readonly RuleOrder[] };

function Group({ group, span, ...props }: GroupProps) {
  const { t } = useTranslation('rules');
  const names = useNames();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen || props.allOpen;
  return (
    <tbody>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={span}>
          <button type="button" aria-expanded={shown} onClick={() => setOpen(!isOpen)}>
            <IconChevronRight size={15} aria-hidden />
            {names.value('reason_group', group.id)}{' '}
            <span>
              {t('group_rules', { count: group.rules.length })} ·{' '}
              {t('group_hits', { count: group.hits, shown: format.number(group.hits) })}
            </span>
          </button>
        </th>
      </tr>
      {shown && group.rules.map((rule) => <RuleRow key={rule.id} rule={rule} {...props} />)}
    </tbody>
  );
}

type RowProps = Omit<RuleListProps, 'rules' | 'allOpen'> & { rule: RuleView; columns: readonly RuleOrder[] };

function RuleRow({ rule, columns, edits, mayEdit, opened, onOpen, onMode }: RowProps) {
  const { t } = useTranslation('rules');
  const ruleName = useRuleName();
  const format = useFormat();
  const { measured } = rule;
  const setting = settingIn(edits.draft, rule);
  const title = ruleName(rule.id, rule.title);
  return (
    <tr data-off={setting.mode === 'off' || undefined} data-opened={opened === rule.id || undefined}>
      <td>
        <RuleTitle rule={rule} title={title} onOpen={onOpen} />
        <Tags rule={rule} isChanged={edits.changed.includes(rule.id)} />
      </td>
      <td>
        <ModeSelect
          label={t('setting_of', { name: title })}
          mode={setting.mode}
          custom={rule.custom}
          disabled={!mayEdit || isBlockRule(rule.id)}
          onMode={(mode) => onMode(rule, mode)}
        />
      </td>
      <td>
        <LimitSummary limits={rule.limits} values={setting.limits} publishers={setting.publishers?.length ?? 0} />
      </td>
      <td data-numeric>{format.number(measured.hits)}</td>
      <td data-numeric>{format.number(measured.unique)}</td>
      {columns.includes('trusted') && (
        <td data-numeric>{measured.trusted.rate ? <Percent rate={measured.trusted.rate} /> : '–'}</td>
      )}
      {columns.includes('overturned') && <OverturnedCell rule={rule} />}
    </tr>
  );
}

/** Share of the calls that publishers objected to, and how many of how many events. */
function OverturnedCell({ rule }: { rule: RuleView }) {
  const { t } = useTranslation('rules');
  const format = useFormat();
  const { disputed } = rule;
  const share = overturnedShare(rule);
  if (!disputed || share === undefined) return <td data-numeric>–</td>;
  const decided = disputed.overturned + disputed.upheld;
  return (
    <td data-numeric>
      {format.percent(share)}{' '}
      <small>{t('overturned_of', { part: format.number(disputed.overturned), events: format.number(decided) })}</small>
    </td>
  );
}

/** The attack, and beneath it the method; one line where both have the same name. Rules of people's own begin with theirs. */
function RuleTitle({ rule, title, onOpen }: { rule: RuleView; title: string; onOpen: (id: string) => void }) {
  const names = useNames();
  const attack = names.reason(rule.reason);
  const [first, second] = rule.custom ? [title, attack] : [attack, title];
  return (
    <button type="button" className={styles.name} onClick={() => onOpen(rule.id)}>
      {first}
      {second !== first && <small>{second}</small>}
    </button>
  );
}

function Tags({ rule, isChanged }: { rule: RuleView; isChanged: boolean }) {
  const { t } = useTranslation('rules');
  const names = useNames();
  const format = useFormat();
  const { blind } = rule.measured;
  return (
    <span className={styles.tags}>
      <span title={t(`tier_${rule.tier}`)}>{rule.tier === 'quality' ? t('quality') : rule.tier}</span>
      <span title={t(`stage_${rule.stage}_hint`)}>{t(`stage_${rule.stage}`)}</span>
      {rule.custom && <span>{t('own')}</span>}
      {rule.is_new && <strong data-tone="accent">{t('new')}</strong>}
      {isChanged && <strong data-tone="suspect">{t('unsaved')}</strong>}
      {blind.length > 0 && (
        <span className={styles.blind} title={t('blind_without', { names: format.list(blind.map(names.column)) })}>
          <IconEyeOff size={13} aria-hidden /> {t('blind')}
        </span>
      )}
    </span>
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
  const notchName = ({ notches = [], unit }: LimitView, value: number): string => {
    const said = words.value(value, unit);
    const notch = notches.find((one) => one.value === value);
    return notch ? t('notch_at', { notch: t(`notch_${notch.name}`), value: said }) : said;
  };
  return (
    <span className={styles.limits}>
      {limits.map((limit) => {
        const value = values[limit.name] ?? limit.default;
        return (
          <span key={limit.name} data-moved={value !== limit.default || undefined}>
            {words.label(limit)} <b>{notchName(limit, value)}</b>
          </span>
        );
      })}
      {publishers > 0 && <span data-moved>{t('publishers_special', { count: publishers })}</span>}
    </span>
  );
}
