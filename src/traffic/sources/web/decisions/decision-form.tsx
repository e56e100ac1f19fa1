import { Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonText } from '#platform/contract/reason-text.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { isTooShort, longest } from '#platform/web/form/text-limits.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import type { SourceState } from '#traffic/rules/contract/rule.ts';
import { SourceEffect } from './source-effect.tsx';
import { type SourceName, useDecide, usePreview } from './use-decisions.ts';

interface Props {
  source: SourceName;
  state: SourceState;
  onDecided: () => void;
  onCancel: () => void;
}

/** Which part of a source, from when on, what that changes, and why. */
export function DecisionForm({ source, state, onDecided, onCancel }: Props) {
  const { t } = useTranslation('sources');
  const { pkg } = useSelection();
  const errorText = useErrorText();
  const decide = useDecide();
  const [whole, setWhole] = useState(source.sub_publisher === null);
  const [from, setFrom] = useState('');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const tooShort = isTooShort(reasonText, reason);
  const way = state === 'confirmed' ? 'confirm' : 'clear';
  const question = {
    package_name: pkg.package_name,
    publisher: source.publisher,
    sub_publisher: whole ? null : source.sub_publisher,
    state,
    ...(from && { from }),
  };
  const preview = usePreview(question);
  const basis = preview.data?.data.basis;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (tooShort) return;
    decide.mutate(
      { ...question, reason: reason.trim(), ...(basis !== undefined && { basis }) },
      { onSuccess: onDecided },
    );
  };
  return (
    <form className={screen.form} noValidate onSubmit={submit}>
      <p>{t(`explain_${way}`)}</p>
      {source.sub_publisher !== null && (
        <Radio.Group
          label={t('about')}
          value={whole ? 'publisher' : 'site'}
          onChange={(chosen) => setWhole(chosen === 'publisher')}
        >
          <Stack gap={8} mt={6}>
            <Radio value="site" label={t('about_site')} description={source.sub_publisher || t('not_reported')} />
            <Radio value="publisher" label={t('about_publisher')} description={source.publisher} />
          </Stack>
        </Radio.Group>
      )}
      <DayField label={t('from')} description={t('from_open')} max={pkg.today} value={from} onChange={setFrom} />
      <SourceEffect found={preview} />
      <Textarea
        label={t('reason')}
        placeholder={t(`reason_example_${way}`)}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={asked && tooShort && t('reason_needed')}
        maxLength={longest(reasonText)}
        autosize
        minRows={2}
        required
      />
      {decide.error && (
        <p className={screen.fault} role="alert">
          {errorText(decide.error)}
        </p>
      )}
      <Group gap="xs">
        <Button type="submit" color={state === 'confirmed' ? 'fraud' : 'accent'} loading={decide.isPending}>
          {t(`title_${way}`)}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
