import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketView } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { useShortcut } from '#platform/web/keys/use-shortcut.ts';
import { currentUser } from '#platform/web/session/user.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';

const ownId = (): number | null => {
  const user = currentUser();
  return user ? user.id : null;
};

interface Deeds {
  open: (ticket: TicketView) => void;
  close: (ticket: TicketView) => void;
  mayWrite: boolean;
}

/** The list by keyboard: from ticket to ticket, open, take over, close. Answers the one it stands at. */
export function useTicketKeys(rows: readonly TicketView[], { open, close, mayWrite }: Deeds): TicketView | undefined {
  const { t } = useTranslation('tickets');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [id, setId] = useState<number>();
  const place = rows.findIndex((row) => row.id === id);
  const at = rows[place];
  const take = useMutation({
    mutationFn: (ticket: TicketView) => call(ticketEndpoints.save, { body: { id: ticket.id, assignee_id: ownId() } }),
    onSuccess: (_, ticket) => {
      void client.invalidateQueries();
      notify('done', t('taken_over', { id: ticket.id }));
    },
    onError: (error) => notify('failed', errorText(error)),
  });
  useShortcut('ticket_next', () => setId(rows[Math.min(place + 1, rows.length - 1)]?.id));
  useShortcut('ticket_previous', () => setId(rows[Math.max(place - 1, 0)]?.id));
  useShortcut('ticket_open', () => at && open(at));
  useShortcut('ticket_assign', () => at && mayWrite && take.mutate(at));
  useShortcut('ticket_close', () => at && mayWrite && at.status !== 'Closed' && close(at));
  return at;
}
