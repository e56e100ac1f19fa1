import { Select, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { blockEndpoints, newBlocks } from '#domains/block-lists/contract/block-endpoints.ts';
import { BLOCK_KINDS, type BlockKind } from '#domains/block-lists/contract/kinds.ts';
import { call } from '#platform/web/api/call.ts';
import { ConfirmField } from '#platform/web/form/confirm-field.tsx';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FieldPair, FormCard } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { EffectWords, Tried } from './tried.tsx';

interface Draft {
  kind: BlockKind;
  values: string;
  publisher: string;
  reason: string;
  from: string;
  until: string;
  confirm: string;
}

/** What a page that leads here has said already. */
export type GivenBlock = Partial<Pick<Draft, 'kind' | 'values' | 'publisher'>>;

const EMPTY: Draft = { kind: 'address', values: '', publisher: '', reason: '', from: '', until: '', confirm: '' };
/** Networks are typed among the addresses. */
const CHOICES = BLOCK_KINDS.filter((kind) => kind !== 'network');

const valuesOf = ({ values }: Draft): string[] =>
  values
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** One value or a pasted list, with what it would have hit before it is blocked. */
export function BlockForm({ given, onDone }: { given: GivenBlock; onDone: () => void }) {
  const { t } = useTranslation('blocks');
  const { pkg } = useSelection();
  const pasted = (wanted: Draft) => ({
    package_name: pkg.package_name,
    kind: wanted.kind,
    values: valuesOf(wanted),
    publisher: wanted.kind === 'sub_publisher' ? wanted.publisher : '',
  });
  const bodyOf = (wanted: Draft) => ({
    ...pasted(wanted),
    reason: wanted.reason,
    from: wanted.from === '' ? null : wanted.from,
    until: wanted.until === '' ? null : wanted.until,
    confirm: wanted.confirm.trim(),
  });
  const form = usePanelForm({
    initial: { ...EMPTY, ...given },
    faultsOf: (wanted) => faultsOf(newBlocks, bodyOf(wanted)),
    send: (wanted) => call(blockEndpoints.add, { body: bodyOf(wanted) }),
    onDone: () => onDone(),
    namespace: 'blocks',
  });
  const { draft, change, fault, card } = form;
  return (
    <FormCard {...card} submit={t('add')}>
      <Select
        label={t('kind')}
        data={CHOICES.map((value) => ({ value, label: t(`choose_${value}`) }))}
        value={draft.kind}
        allowDeselect={false}
        onChange={(value) => change({ kind: CHOICES.find((kind) => kind === value) ?? 'address' })}
      />
      {draft.kind === 'sub_publisher' && (
        <TextInput
          label={t('publisher')}
          description={t('publisher_hint')}
          value={draft.publisher}
          error={fault('publisher')}
          maxLength={500}
          required
          onChange={(event) => change({ publisher: event.currentTarget.value })}
        />
      )}
      <Textarea
        label={t('values')}
        description={t(`values_hint_${draft.kind}`)}
        value={draft.values}
        error={fault('values')}
        autosize
        minRows={4}
        maxRows={12}
        required
        onChange={(event) => change({ values: event.currentTarget.value })}
      />
      <Tried
        body={valuesOf(draft).length > 0 ? pasted(draft) : undefined}
        words={t('try')}
        ask={(body) => call(blockEndpoints.preview, { body })}
      >
        {({ data }) => <EffectWords effect={data} />}
      </Tried>
      <TextInput
        label={t('reason')}
        value={draft.reason}
        error={fault('reason')}
        maxLength={longest(newBlocks.shape.reason)}
        required
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      <Days draft={draft} change={change} fault={fault} />
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

interface DaysProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  fault: (field: keyof Draft & string) => string | undefined;
}

function Days({ draft, change, fault }: DaysProps) {
  const { t } = useTranslation('blocks');
  return (
    <FieldPair>
      {(['from', 'until'] as const).map((name) => (
        <DayField
          key={name}
          label={t(name)}
          description={t(`${name}_hint`)}
          value={draft[name]}
          error={fault(name)}
          onChange={(day) => change({ [name]: day })}
        />
      ))}
    </FieldPair>
  );
}
