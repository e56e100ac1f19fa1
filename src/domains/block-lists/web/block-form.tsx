import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { blockEndpoints, newBlocks } from '#domains/block-lists/contract/block-endpoints.ts';
import { BLOCK_KINDS, type BlockKind } from '#domains/block-lists/contract/kinds.ts';
import { call } from '#platform/web/api/call.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';

interface Draft {
  kind: BlockKind;
  values: string;
  publisher: string;
  reason: string;
  until: string;
  confirm: string;
}

const EMPTY: Draft = { kind: 'address', values: '', publisher: '', reason: '', until: '', confirm: '' };
/** Networks are typed among the addresses. */
const CHOICES = BLOCK_KINDS.filter((kind) => kind !== 'network');

const valuesOf = ({ values }: Draft): string[] =>
  values
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** One value or a pasted list, with what it would have hit before it is blocked. */
export function BlockForm({ onDone }: { onDone: () => void }) {
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
    until: wanted.until === '' ? null : wanted.until,
    confirm: wanted.confirm.trim(),
  });
  const form = usePanelForm({
    initial: EMPTY,
    faultsOf: (wanted) => faultsOf(newBlocks, bodyOf(wanted)),
    send: (wanted) => call(blockEndpoints.add, { body: bodyOf(wanted) }),
    onDone: () => onDone(),
    namespace: 'blocks',
  });
  const { draft, change, fault, card } = form;
  const asked = draft.confirm !== '' || form.refusedField === 'confirm';
  return (
    <FormCard {...card} submit={t('block')}>
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
      <Tried body={pasted(draft)} />
      <TextInput
        label={t('reason')}
        value={draft.reason}
        error={fault('reason')}
        maxLength={longest(newBlocks.shape.reason)}
        required
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      <DayField
        label={t('until')}
        description={t('until_hint')}
        value={draft.until}
        error={fault('until')}
        onChange={(until) => change({ until })}
      />
      {asked && (
        <TextInput
          label={t('confirm', { package: pkg.package_name })}
          value={draft.confirm}
          error={fault('confirm')}
          autoComplete="off"
          onChange={(event) => change({ confirm: event.currentTarget.value })}
        />
      )}
    </FormCard>
  );
}

type Pasted = { package_name: string; kind: BlockKind; values: string[]; publisher: string };

/** What the list would have hit, when asked: it is counted over a month of events. */
function Tried({ body }: { body: Pasted }) {
  const { t } = useTranslation('blocks');
  const format = useFormat();
  const errorText = useErrorText();
  const count = useMutation({
    mutationFn: async (asked: Pasted) => ({
      about: JSON.stringify(asked),
      ...(await call(blockEndpoints.preview, { body: asked })).data,
    }),
  });
  // Of another list than the one that stands there it says nothing.
  const effect = count.data?.about === JSON.stringify(body) ? count.data : undefined;
  return (
    <div>
      <Button
        variant="default"
        size="compact-sm"
        loading={count.isPending}
        disabled={body.values.length === 0}
        onClick={() => count.mutate(body)}
      >
        {t('try')}
      </Button>
      <div role="status">
        {effect && (
          <p>
            {t('tried', {
              events: format.number(effect.events),
              fraud: format.number(effect.fraud),
              clean: format.number(effect.clean),
              share: format.percent(effect.clean_share),
            })}
          </p>
        )}
      </div>
      {count.error && <p role="alert">{errorText(count.error)}</p>}
    </div>
  );
}
