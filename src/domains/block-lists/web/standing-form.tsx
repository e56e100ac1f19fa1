import { Button, Input, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core';
import IconBraces from '@tabler/icons-react/dist/esm/icons/IconBraces.mjs';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  STANDING,
  STANDING_KINDS,
  type StandingSettings,
  standingSettings,
} from '#domains/block-lists/contract/standing.ts';
import {
  type FoundSource,
  type StandingPreview,
  type StandingView,
  standingEndpoints,
} from '#domains/block-lists/contract/standing-endpoints.ts';
import { conditionSchema } from '#platform/contract/condition.ts';
import { call } from '#platform/web/api/call.ts';
import { ConfirmField } from '#platform/web/form/confirm-field.tsx';
import { FieldPair, FormCard } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { ConditionChip, ConditionForm } from '#traffic/explorer/web/condition-filter.tsx';
import { useRuleWords } from './rule-words.ts';
import { EffectWords, Tried } from './tried.tsx';

type Typed = number | string;

/** Numbers as they are typed; an empty one is a fault, not a zero. */
interface Draft extends Omit<StandingSettings, 'percent' | 'days' | 'least' | 'rest'> {
  percent: Typed;
  days: Typed;
  least: Typed;
  rest: Typed;
  confirm: string;
  /** A condition is being put together and not taken over yet. */
  half: boolean;
}

const EMPTY: Draft = {
  name: '',
  kind: 'sub_publisher',
  percent: 30,
  days: 7,
  least: 100,
  rest: 30,
  condition: null,
  active: true,
  confirm: '',
  half: false,
};

/** What of a rule can be changed. */
export function settingsIn(rule: StandingView): StandingSettings {
  const { name, kind, percent, days, least, rest, condition, active } = rule;
  return { name, kind, percent, days, least, rest, condition, active };
}

const number = (typed: Typed): number | undefined => (typed === '' ? undefined : Number(typed));

function settingsOf({ confirm: _, half: _half, ...draft }: Draft) {
  const { percent, days, least, rest } = draft;
  return {
    ...draft,
    percent: number(percent),
    days: number(days),
    least: number(least),
    rest: number(rest),
  };
}

/** Nothing is asked of the engine for a draft that could not be saved but for its name. */
function triedOf(draft: Draft): StandingSettings | undefined {
  const name = STANDING.name.safeParse(draft.name).success ? draft.name : 'preview';
  return standingSettings.safeParse({ ...settingsOf(draft), name }).data;
}

interface Props {
  /** Absent: a new one. */
  stored?: { id: number; settings: StandingSettings; version: number } | undefined;
  /** The same as it is stored by now. */
  now?: StandingView | undefined;
  onDone: () => void;
}

/** A standing rule: what it looks at, from when on it blocks and for how long; with what it would block now. */
export function StandingForm({ stored, now, onDone }: Props) {
  const { t } = useTranslation('blocks');
  const { pkg } = useSelection();
  const package_name = pkg.package_name;
  const form = usePanelForm({
    initial: { ...EMPTY, ...stored?.settings },
    faultsOf: (wanted: Draft) => ({
      ...faultsOf(standingSettings, settingsOf(wanted)),
      ...(wanted.half ? { condition: 'Please take the condition over first' } : {}),
    }),
    send: (wanted) =>
      call(
        standingEndpoints.save,
        {
          body: {
            package_name,
            ...(stored ? { id: stored.id } : {}),
            ...standingSettings.parse(settingsOf(wanted)),
            confirm: wanted.confirm.trim(),
          },
        },
        stored ? { version: now?.version ?? stored.version } : {},
      ),
    onDone: () => onDone(),
    namespace: 'blocks',
  });
  const { draft, change, fault, card } = form;
  const tried = triedOf(draft);
  const says = useRuleWords();
  return (
    <FormCard
      {...card}
      submit={t('rule_save')}
      before={
        stored &&
        now &&
        now.version !== stored.version && (
          <p className={screen.fault} role="alert">
            {t('rule_meanwhile', { name: now.name, says: says(now) })}
          </p>
        )
      }
    >
      <TextInput
        label={t('rule_name')}
        description={t('rule_name_hint')}
        value={draft.name}
        error={fault('name')}
        maxLength={longest(STANDING.name)}
        required
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        label={t('rule_kind')}
        data={STANDING_KINDS.map((value) => ({ value, label: t(`kinds_${value}`) }))}
        value={draft.kind}
        allowDeselect={false}
        onChange={(value) => change({ kind: STANDING_KINDS.find((kind) => kind === value) ?? 'sub_publisher' })}
      />
      <Limits draft={draft} change={change} fault={fault} />
      <Narrowed draft={draft} change={change} fault={fault} />
      <Tried
        body={tried && { package_name, ...tried }}
        words={t('rule_try')}
        ask={(body) => call(standingEndpoints.preview, { body })}
      >
        {({ data }) => <Found found={data} />}
      </Tried>
      <Switch
        label={t('active')}
        checked={draft.active}
        onChange={(event) => change({ active: event.currentTarget.checked })}
      />
      <ConfirmField
        label={t('confirm', { package: pkg.package_name })}
        value={draft.confirm}
        error={fault('confirm')}
        asked={form.refusedField === 'confirm'}
        onChange={(confirm) => change({ confirm })}
      />
    </FormCard>
  );
}

interface FieldProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  fault: (field: keyof Draft & string) => string | undefined;
}

const LIMITS = [
  ['percent', 'least'],
  ['days', 'rest'],
] as const;

function Limits({ draft, change, fault }: FieldProps) {
  const { t } = useTranslation('blocks');
  return LIMITS.map((pair) => (
    <FieldPair key={pair[0]}>
      {pair.map((name) => (
        <NumberInput
          key={name}
          label={t(name)}
          description={t(`${name}_hint`)}
          value={draft[name]}
          error={fault(name)}
          min={1}
          {...(name === 'percent' ? { suffix: ' %', max: 99 } : { allowDecimal: false })}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
    </FieldPair>
  ));
}

/** In place, since Escape in a panel above this one would close both. */
function Narrowed({ draft, change, fault }: FieldProps) {
  const { t } = useTranslation('blocks');
  const { t: events } = useTranslation('events');
  const asText = draft.condition === null ? '' : JSON.stringify(draft.condition);
  const set = (text: string): void =>
    change({ half: false, condition: text === '' ? null : (conditionSchema.safeParse(JSON.parse(text)).data ?? null) });
  return (
    <Input.Wrapper label={t('rule_condition')} labelElement="div" error={fault('condition')}>
      <Stack gap={6} align={draft.half ? 'stretch' : 'flex-start'}>
        <ConditionChip query={asText} onChange={set} />
        {draft.half ? (
          <ConditionForm query={asText} onChange={set} kept />
        ) : (
          <Button
            variant="default"
            leftSection={<IconBraces size={16} aria-hidden />}
            onClick={() => change({ half: true })}
          >
            {events('condition')}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

/** What it would block now, and what of the newest month that would have hit. */
function Found({ found }: { found: StandingPreview }) {
  const { t } = useTranslation('blocks');
  const format = useFormat();
  const columns = useMemo(
    (): Column<FoundSource>[] => [
      { id: 'value', header: t('value'), kind: 'text', width: 130 },
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 100 },
      { id: 'share', header: t('percent_short'), kind: 'percent', width: 90, value: (row) => row.fraud / row.events },
      { id: 'events', header: t('events'), kind: 'number', width: 90 },
    ],
    [t],
  );
  const days = { from: format.day(found.from), to: format.day(found.to) };
  if (found.sources.length === 0) return <p>{t('rule_finds_none', days)}</p>;
  return (
    <>
      <p>{t('rule_finds', { ...days, shown: format.number(found.effect.entries) })}</p>
      <EffectWords effect={found.effect} />
      <DataTable
        id="standing-found"
        caption={t('rule_worst')}
        columns={
          found.sources.some(({ publisher }) => publisher !== '')
            ? columns
            : columns.filter(({ id }) => id !== 'publisher')
        }
        rows={found.sources}
        rowKey={({ publisher, value }) => JSON.stringify([publisher, value])}
        maxHeight={260}
        empty={{ why: t('rule_finds_none', days) }}
      />
    </>
  );
}
