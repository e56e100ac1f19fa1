import { Button, Checkbox, Code, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { feedEndpoints, newFeed } from '#domains/block-lists/contract/feed-endpoints.ts';
import { FEED_FORMAT_IDS, FEED_FORMATS, type FeedFormatId } from '#domains/block-lists/contract/formats.ts';
import { BLOCK_KINDS, type BlockKind } from '#domains/block-lists/contract/kinds.ts';
import { call } from '#platform/web/api/call.ts';
import { ConfirmField } from '#platform/web/form/confirm-field.tsx';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';

interface Draft {
  name: string;
  format: FeedFormatId;
  kinds: BlockKind[];
  clean_percent: number;
  confirm: string;
}

const EMPTY: Draft = { name: '', format: 'text', kinds: ['address', 'network'], clean_percent: 0, confirm: '' };

/** Which entries a format can hold. */
const kindsOf = (format: FeedFormatId): readonly BlockKind[] => FEED_FORMATS[format].kinds ?? BLOCK_KINDS;

/** Makes a feed and shows its address this once. */
export function FeedForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('blocks');
  const { pkg } = useSelection();
  const [path, setPath] = useState<string>();
  const bodyOf = (draft: Draft) => ({
    ...draft,
    package_name: pkg.package_name,
    kinds: draft.kinds.filter((kind) => kindsOf(draft.format).includes(kind)),
    confirm: draft.confirm.trim(),
  });
  const form = usePanelForm({
    initial: EMPTY,
    faultsOf: (draft) => faultsOf(newFeed, bodyOf(draft)),
    send: (draft) => call(feedEndpoints.make, { body: bodyOf(draft) }),
    onDone: (answer) => (answer ? setPath(answer.data.path) : onDone()),
    namespace: 'blocks',
  });
  const { draft, change, fault, card } = form;
  if (path !== undefined) return <FeedAddress path={path} onDone={onDone} />;
  return (
    <FormCard {...card} submit={t('feed_make')}>
      <TextInput
        label={t('feed_name')}
        value={draft.name}
        error={fault('name')}
        maxLength={longest(newFeed.shape.name)}
        required
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        label={t('format')}
        description={t(`format_hint_${draft.format}`)}
        data={FEED_FORMAT_IDS.map((value) => ({ value, label: t(`format_${value}`) }))}
        value={draft.format}
        allowDeselect={false}
        onChange={(value) => change({ format: FEED_FORMAT_IDS.find((id) => id === value) ?? 'text' })}
      />
      <Checkbox.Group
        label={t('holds')}
        value={bodyOf(draft).kinds}
        error={fault('kinds')}
        onChange={(values) => change({ kinds: BLOCK_KINDS.filter((kind) => values.includes(kind)) })}
      >
        <Stack gap={6} mt={6}>
          {kindsOf(draft.format).map((kind) => (
            <Checkbox key={kind} value={kind} label={t(`kinds_${kind}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      {draft.format === 'search_ads' && (
        <NumberInput
          label={t('clean_percent')}
          description={t('clean_percent_hint')}
          value={draft.clean_percent}
          min={0}
          max={5}
          step={0.1}
          decimalScale={2}
          suffix=" %"
          error={fault('clean_percent')}
          onChange={(value) => change({ clean_percent: Number(value) || 0 })}
        />
      )}
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

export function FeedAddress({ path, onDone }: { path: string; onDone: () => void }) {
  const { t } = useTranslation('blocks');
  const address = `${location.origin}${path}`;
  return (
    <Stack gap="sm">
      <p role="status">{t('feed_made')}</p>
      <Group gap="xs" wrap="nowrap">
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {address}
        </Code>
        <CopyButton value={address} label={t('copy')} />
      </Group>
      <Button onClick={onDone}>{t('noted')}</Button>
    </Stack>
  );
}
