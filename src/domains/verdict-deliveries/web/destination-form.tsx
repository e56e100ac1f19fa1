import { Button, Checkbox, MultiSelect, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  destinationSettings,
  MACROS,
  METHODS,
  MOST_REASONS,
  SENT_VERDICTS,
  unknownMacros,
  WAYS,
} from '#domains/verdict-deliveries/contract/destination.ts';
import { type DestinationView, deliveryEndpoints } from '#domains/verdict-deliveries/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { longest } from '#platform/web/form/text-limits.ts';
import { usePanelForm } from '#platform/web/form/use-panel-form.ts';
import { faultsOf } from '#platform/web/form/use-schema-form.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { kindsFor } from '#traffic/event/contract/kinds-of-platform.ts';
import { REASONS } from '#traffic/event/contract/reasons.ts';
import { useNames } from '#traffic/event/web/names.ts';
import styles from './deliveries.module.css';
import { type Draft, draftOf, newDraft, settingsOf } from './destination-draft.ts';

interface Props {
  stored?: DestinationView;
  onDone: () => void;
}

/** A new destination, or one that is stored; of a webhook the secret is shown once it is made. */
export function DestinationForm({ stored, onDone }: Props) {
  const { t } = useTranslation('deliveries');
  const { t: ui } = useTranslation('ui');
  const { pkg } = useSelection();
  // As it was read when the form was opened: the list goes on being read.
  const [base, setBase] = useState(stored);
  const [secret, setSecret] = useState<string>();
  const { draft, change, fault, card } = usePanelForm({
    initial: base ? draftOf(base) : newDraft(),
    faultsOf: (given: Draft) => faultsOf(destinationSettings, settingsOf(given)),
    send: async (given): Promise<{ message: string; secret: string | null }> => {
      const settings = destinationSettings.parse(settingsOf(given));
      if (base) {
        const body = { ...settings, updated_at: base.updated_at };
        return { ...(await call(deliveryEndpoints.change, { params: { id: base.id }, body })), secret: null };
      }
      const body = { package_name: pkg.package_name, ...settings };
      const answer = await call(deliveryEndpoints.make, { body }, { idempotencyKey: crypto.randomUUID() });
      return { message: answer.message, secret: answer.data.secret };
    },
    onDone: (answer) => (answer?.secret ? setSecret(answer.secret) : onDone()),
    namespace: 'deliveries',
  });
  if (secret !== undefined) return <Secret secret={secret} onDone={onDone} />;
  const theirs = stored && base && stored.updated_at !== base.updated_at && !card.busy ? stored : undefined;
  return (
    <FormCard
      {...card}
      submit={t('save')}
      before={
        theirs && (
          <div className={styles.theirs} role="status">
            <p>{ui('changed_meanwhile')}</p>
            <p>{t('theirs', { name: theirs.name, url: theirs.way.url })}</p>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                setBase(theirs);
                change(draftOf(theirs));
              }}
            >
              {ui('load_theirs')}
            </Button>
          </div>
        )
      }
    >
      <TextInput
        label={t('name')}
        description={t('name_hint')}
        value={draft.name}
        error={fault('name')}
        maxLength={longest(destinationSettings.shape.name)}
        required
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <WhereFields draft={draft} change={change} fault={fault('way')} isStored={base !== undefined} />
      <WhatFields draft={draft} change={change} fault={fault('verdicts')} />
    </FormCard>
  );
}

interface FieldsProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  fault: string | undefined;
}

function WhereFields({ draft, change, fault, isStored }: FieldsProps & { isStored: boolean }) {
  const { t } = useTranslation('deliveries');
  const format = useFormat();
  const isPostback = draft.way === 'postback';
  const unknown = isPostback ? unknownMacros(draft.url) : [];
  return (
    <>
      <SegmentedControl
        aria-label={t('way')}
        data={WAYS.map((value) => ({ value, label: t(`way_${value}`) }))}
        value={draft.way}
        disabled={isStored}
        onChange={(value) => change({ way: WAYS.find((each) => each === value) ?? 'webhook' })}
      />
      {isPostback && (
        <Select
          label={t('method')}
          data={[...METHODS]}
          value={draft.method}
          allowDeselect={false}
          onChange={(value) => change({ method: METHODS.find((each) => each === value) ?? 'GET' })}
        />
      )}
      <TextInput
        label={t('url')}
        description={t(isPostback ? 'url_postback_hint' : 'url_webhook_hint')}
        placeholder="https://"
        value={draft.url}
        error={fault}
        required
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      {isPostback && (
        <p className={styles.hint}>
          {t('macros')} <code>{MACROS.map((macro) => `{${macro}}`).join(' ')}</code>
        </p>
      )}
      {unknown.length > 0 && (
        <p className={styles.warning} role="status">
          {t('macros_unknown', { names: format.list(unknown.map((name) => `{${name}}`)) })}
        </p>
      )}
    </>
  );
}

function WhatFields({ draft, change, fault }: FieldsProps) {
  const { t } = useTranslation('deliveries');
  const { pkg } = useSelection();
  const names = useNames();
  const kinds = [...new Set([...kindsFor(pkg.platform), ...draft.kinds])];
  const reasons = [...new Set([...Object.keys(REASONS), ...draft.reasons])];
  return (
    <>
      <Checkbox.Group
        label={t('verdicts')}
        value={draft.verdicts}
        error={fault}
        onChange={(value) => change({ verdicts: SENT_VERDICTS.filter((each) => value.includes(each)) })}
      >
        <Stack gap={6} mt={6}>
          {SENT_VERDICTS.map((value) => (
            <Checkbox key={value} value={value} label={t(`verdict_${value}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox
        label={t('later')}
        description={t(draft.way === 'webhook' ? 'later_webhook_hint' : 'later_postback_hint')}
        checked={draft.later}
        onChange={(event) => change({ later: event.currentTarget.checked })}
      />
      <MultiSelect
        label={t('kinds')}
        description={t('none_is_all')}
        data={kinds.map((value) => ({ value, label: names.kind(value) }))}
        value={draft.kinds}
        searchable
        onChange={(value) => change({ kinds: kinds.filter((kind) => value.includes(kind)) })}
      />
      <MultiSelect
        label={t('reasons')}
        description={t('none_is_all')}
        data={reasons.map((value) => ({ value, label: names.reason(value) }))}
        value={draft.reasons}
        maxValues={MOST_REASONS}
        searchable
        onChange={(value) => change({ reasons: value })}
      />
    </>
  );
}

export function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useTranslation('deliveries');
  return (
    <Stack gap="sm">
      <p role="status">{t('secret_once')}</p>
      <p className={styles.secret}>
        <code>{secret}</code> <CopyButton value={secret} label={t('copy_secret')} />
      </p>
      <Button onClick={onDone}>{t('noted')}</Button>
    </Stack>
  );
}
