import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';

/** Says why; the ticket stays with its history. */
export function CloseTicket({ ticket, onDone }: { ticket: Pick<TicketView, 'id' | 'title'>; onDone: () => void }) {
  const { t } = useTranslation('tickets');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const close = useMutation({
    mutationFn: () => call(ticketEndpoints.close, { query: {}, body: { id: ticket.id, reason: reason.trim() } }),
    onSuccess: () => {
      void client.invalidateQueries();
      notify('done', t('closed', { id: ticket.id }));
      onDone();
    },
  });
  return (
    <SidePanel opened title={t('close_title', { id: ticket.id })} onClose={onDone} stays>
      <FormCard
        frame="none"
        submit={t('close')}
        busy={close.isPending}
        failure={close.error ? errorText(close.error) : undefined}
        onSubmit={() => {
          setAsked(true);
          if (reason.trim() !== '') close.mutate();
        }}
        onCancel={onDone}
      >
        <p>{ticket.title}</p>
        <TextInput
          label={t('closing_reason')}
          description={t('closing_hint')}
          value={reason}
          maxLength={300}
          required
          data-autofocus
          error={asked && reason.trim() === '' && t('reason_needed')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </FormCard>
    </SidePanel>
  );
}
