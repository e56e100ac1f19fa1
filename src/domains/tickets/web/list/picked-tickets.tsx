import { Button, Group, Select } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRIORITIES, STATUSES, type Status, type TicketView, TRANSITIONS } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { useCaseWord } from '../use-case-word.ts';

interface Props {
  picked: ReadonlySet<string>;
  rows: readonly TicketView[];
  onDone: () => void;
}

/** One change for all ticked tickets, made of all or of none. */
export function PickedTickets({ picked, rows, onDone }: Props) {
  const { t } = useTranslation('tickets');
  const word = useCaseWord();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [priority, setPriority] = useState<string | null>(null);
  const [status, setStatus] = useState<string | null>(null);
  const chosen = rows.filter(({ id }) => picked.has(String(id)));
  // Only where every one of them may go.
  const next = STATUSES.filter((to) => chosen.every((ticket) => mayGo(ticket.status, to)));
  const change = useMutation({
    mutationFn: () =>
      call(ticketEndpoints.bulk, {
        body: {
          ids: [...picked].map(Number),
          ...(PRIORITIES.some((each) => each === priority) ? { priority: PRIORITIES.find((p) => p === priority) } : {}),
          ...(status === null ? {} : { status: STATUSES.find((s) => s === status) }),
        },
      }),
    onSuccess: ({ data }) => {
      void client.invalidateQueries();
      notify('done', t('changed_several', { count: data.changed }));
      onDone();
    },
  });
  return (
    <section className={screen.card} aria-label={t('picked')}>
      <Group p="sm" gap="sm" align="end">
        <span>{t('picked_count', { count: picked.size })}</span>
        <Select
          label={t('priority')}
          data={PRIORITIES.map((value) => ({ value, label: word('priority', value) }))}
          value={priority}
          clearable
          clearButtonProps={{ 'aria-label': t('as_it_is') }}
          placeholder={t('as_it_is')}
          onChange={setPriority}
        />
        <Select
          label={t('status')}
          data={next.map((value) => ({ value, label: word('status', value) }))}
          value={status}
          clearable
          clearButtonProps={{ 'aria-label': t('as_it_is') }}
          placeholder={t('as_it_is')}
          onChange={setStatus}
        />
        <Button
          loading={change.isPending}
          disabled={priority === null && status === null}
          onClick={() => change.mutate()}
        >
          {t('change_several', { count: picked.size })}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('unpick')}
        </Button>
      </Group>
      {change.error && (
        <p className={`${screen.fault} ${screen.inset}`} role="alert">
          {errorText(change.error)}
        </p>
      )}
    </section>
  );
}

const mayGo = (from: Status, to: Status): boolean => TRANSITIONS[from].some((each) => each === to);
