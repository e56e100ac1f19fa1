import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketDetail } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/call.ts';
import { notify } from '#platform/web/ui/notify.ts';

type Changes = Omit<Parameters<typeof call<typeof ticketEndpoints.save>>[1]['body'], 'id'>;

/**
 * A draft of some fields over what is stored. Only those that were touched are sent; the others follow what somebody else
 * stores meanwhile. Of a field that both changed it is said what it is now, before saving replaces it.
 */
export function useSaveTicket<F extends Record<string, string | null>>(
  ticket: Pick<TicketDetail, 'id' | 'version'>,
  stored: F,
  changesOf: (draft: Partial<F>) => Changes,
  onSaved: () => void = () => {},
) {
  const { t } = useTranslation('tickets');
  const client = useQueryClient();
  const [draft, setDraft] = useState<Partial<F>>({});
  /** What stood in each field when it was touched. */
  const [before, setBefore] = useState<Partial<F>>({});
  const save = useMutation({
    mutationFn: () =>
      call(ticketEndpoints.save, { body: { id: ticket.id, ...changesOf(draft) } }, { version: ticket.version }),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries();
      setDraft({});
      setBefore({});
      notify('done', t(message, { defaultValue: message }));
      onSaved();
    },
    // What the other one stored is shown beside the draft.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) void client.invalidateQueries();
    },
  });
  return {
    values: { ...stored, ...draft },
    set: (part: Partial<F>) => {
      const touched = Object.keys(part).filter((name) => !(name in draft));
      setBefore({ ...before, ...Object.fromEntries(touched.map((name) => [name, stored[name]])) });
      setDraft({ ...draft, ...part });
    },
    cancel: () => {
      setDraft({});
      setBefore({});
      save.reset();
    },
    isTouched: Object.keys(draft).length > 0,
    /** Fields of the draft that somebody else has changed since. */
    overtaken: Object.keys(draft).filter((name) => name in before && before[name] !== stored[name]),
    save,
  };
}
