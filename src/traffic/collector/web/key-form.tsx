import { Button, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { liveEndpoints, newKey } from '#traffic/collector/contract/live-endpoints.ts';
import { CodeBlock } from './code-block.tsx';

const EMPTY: { name: string; origins: string; per_second: string | number; per_day: string | number } = {
  name: '',
  origins: '',
  per_second: '',
  per_day: '',
};
const limitOf = (given: string | number): number | null => (given === '' ? null : Number(given));

/** Makes a write key and shows its secret this once. */
export function KeyForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('live');
  const { pkg } = useSelection();
  const [secret, setSecret] = useState<string>();
  const format = useFormat();
  const bodyOf = ({ name, origins, per_second, per_day }: typeof EMPTY) => ({
    package_name: pkg.package_name,
    name,
    // A browser names a site without the slash that its address bar shows.
    origins: origins
      .split(/\s+/)
      .map((line) => line.replace(/\/$/, ''))
      .filter((line) => line !== ''),
    per_second: limitOf(per_second),
    per_day: limitOf(per_day),
  });
  const { draft, change, fault, card } = usePanelForm({
    initial: EMPTY,
    faultsOf: (given) => faultsOf(newKey, bodyOf(given)),
    send: (given) => call(liveEndpoints.makeKey, { body: bodyOf(given) }),
    onDone: (answer) => (answer ? setSecret(answer.data.secret) : onDone()),
    namespace: 'live',
  });
  if (secret !== undefined) return <KeySecret secret={secret} onDone={onDone} />;
  return (
    <FormCard {...card} submit={t('make_key')}>
      <TextInput
        label={t('name')}
        description={t('name_hint')}
        value={draft.name}
        error={fault('name')}
        maxLength={longest(newKey.shape.name)}
        required
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Textarea
        label={t('origins')}
        description={t('origins_hint')}
        value={draft.origins}
        error={fault('origins')}
        autosize
        minRows={2}
        maxRows={6}
        onChange={(event) => change({ origins: event.currentTarget.value })}
      />
      {(['per_second', 'per_day'] as const).map((limit) => (
        <NumberInput
          key={limit}
          label={t(limit)}
          description={t(`${limit}_hint`)}
          value={draft[limit]}
          error={fault(limit)}
          min={1}
          allowDecimal={false}
          thousandSeparator={format.number(1000).replace(/\d/g, '') || ' '}
          onChange={(value) => change({ [limit]: value })}
        />
      ))}
    </FormCard>
  );
}

export function KeySecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useTranslation('live');
  return (
    <Stack gap="sm">
      <p role="status">{t('secret_once')}</p>
      <CodeBlock text={secret} copy={t('copy_key')} />
      <Button onClick={onDone}>{t('noted')}</Button>
    </Stack>
  );
}
