import { Button, Group, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonText } from '#platform/contract/reason-text.ts';
import { call } from '#platform/web/api/call.ts';
import { isTooShort, longest } from '#platform/web/form/text-limits.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import type { Decision } from '#traffic/event/contract/event.ts';
import { decisionEndpoints } from '#traffic/explorer/contract/decision-endpoints.ts';
import { DecisionEffect } from './decision-effect.tsx';
import styles from './events.module.css';
import { useBatchesChanged } from './use-batches.ts';
import type { EventsQuestion } from './use-events.ts';

interface Props {
  question: EventsQuestion;
  decision: Decision;
  rowIds: readonly string[] | undefined;
  onDone: () => void;
  onCancel: () => void;
}

/** Shows what a decision about many events would change, asks why, and begins it. */
export function DecideForm({ question, decision, rowIds, onDone, onCancel }: Props) {
  const { t } = useTranslation('events');
  const format = useFormat();
  const errorText = useErrorText();
  const changed = useBatchesChanged();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const preview = useQuery({
    queryKey: ['POST', decisionEndpoints.preview.path, question, decision, rowIds],
    queryFn: () =>
      call(decisionEndpoints.preview, {
        query: question,
        body: { decision, ...(rowIds ? { row_ids: [...rowIds] } : {}) },
      }),
    // Each look notes its own events.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const confirm = useMutation({
    mutationFn: (id: number) =>
      call(decisionEndpoints.confirm, {
        params: { id },
        body: { package_name: question.package_name, reason: reason.trim() },
      }),
    onSuccess: ({ data }) => {
      changed(data);
      onDone();
    },
  });
  if (preview.isPending) return <p className={styles.hint}>{t('filter_counting')}</p>;
  if (preview.isError) return <ErrorState error={preview.error} />;
  const { data } = preview.data;
  const tooShort = isTooShort(reasonText, reason);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (!tooShort) confirm.mutate(data.id);
  };
  return (
    <form className={styles.decide} noValidate onSubmit={submit}>
      <DecisionEffect preview={data} decision={decision} />
      <Textarea
        label={t(`why_${decision}`)}
        placeholder={t(`why_${decision}_example`)}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={asked && tooShort ? t('reason_needed') : confirm.error ? errorText(confirm.error) : undefined}
        maxLength={longest(reasonText)}
        autosize
        minRows={2}
        data-autofocus
        required
      />
      <p className={styles.hint}>{t('decide_fixed')}</p>
      <Group gap="xs">
        <Button type="submit" loading={confirm.isPending}>
          {t('decide_confirm', { count: data.events, n: format.number(data.events) })}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Group>
    </form>
  );
}
