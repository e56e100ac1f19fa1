import { Button, Group, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonText } from '#platform/contract/reason-text.ts';
import { isTooShort, longest } from '#platform/web/form/text-limits.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import type { Decision } from '#traffic/event/contract/event.ts';
import styles from './events.module.css';
import { useJudge } from './use-judge.ts';

interface Props {
  packageName: string;
  id: string;
  decision: Decision;
  before: Decision;
  onDone: () => void;
}

/** Asks why, then marks. A mark without a reason helps nobody who reads it next year. */
export function JudgeForm({ packageName, id, decision, before, onDone }: Props) {
  const { t } = useTranslation('events');
  const errorText = useErrorText();
  const judge = useJudge(packageName);
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const tooShort = isTooShort(reasonText, reason);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (!tooShort) judge.mutate({ id, decision, reason: reason.trim(), before }, { onSuccess: onDone });
  };
  const refused = judge.error ? errorText(judge.error) : undefined;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Textarea
        label={t(`why_${decision}`)}
        placeholder={t(`why_${decision}_example`)}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={asked && tooShort ? t('reason_needed') : refused}
        maxLength={longest(reasonText)}
        autosize
        minRows={2}
        data-autofocus
        autoFocus
        required
      />
      <Group gap="xs">
        <Button type="submit" loading={judge.isPending}>
          {t(`do_${decision}`)}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
