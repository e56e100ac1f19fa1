import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PRIORITIES } from '#domains/tickets/contract/ticket.ts';
import { BY_HAND, ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { notify } from '#platform/web/ui/notify.ts';
import { NO_TEXTS, type TicketTexts } from './ticket-texts.ts';

interface Duties {
  priority: string;
  assignee: string | null;
  customer: string | null;
  due: string;
}

/** What is typed of a new ticket, and how it is made: by hand, of one incident, or one for each of several. */
export function useNewTicket(incidents: readonly number[]) {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const sticky = useStickySearch();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [texts, setTexts] = useState<TicketTexts>(NO_TEXTS);
  const [duties, setDuties] = useState<Duties>({ priority: 'Medium', assignee: null, customer: null, due: '' });
  const make = useMutation({
    mutationFn: () => createOf(incidents, pkg.package_name, texts, asked(duties)),
    onSuccess: (ids) => {
      void client.invalidateQueries();
      notify('done', t('created_several', { count: ids.length }));
      void navigate(ids.length === 1 ? `/issues/${ids[0]}${sticky}` : `/issues${sticky}`);
    },
  });
  return {
    texts,
    setText: (name: keyof TicketTexts, value: string) => setTexts({ ...texts, [name]: value }),
    duties,
    setDuty: (part: Partial<Duties>) => setDuties({ ...duties, ...part }),
    make,
    leave: () => void navigate(`/issues${sticky}`),
  };
}

const asked = ({ priority, assignee, customer, due }: Duties) => ({
  priority: PRIORITIES.find((each) => each === priority) ?? 'Medium',
  ...(assignee === null ? {} : { assignee_id: Number(assignee) }),
  ...(customer === null ? {} : { customer_id: Number(customer) }),
  ...(due === '' ? {} : { due_on: due }),
});

async function createOf(
  incidents: readonly number[],
  packageName: string,
  texts: TicketTexts,
  duties: ReturnType<typeof asked>,
): Promise<number[]> {
  const [one, ...more] = incidents;
  if (one === undefined) {
    const body = { package_name: packageName, ...texts, ...duties };
    return [(await call(ticketEndpoints.create, { params: { selection_id: BY_HAND }, body })).data.id];
  }
  // Facts are the incident's; what is said beside it is the ticket's.
  const body = { ...(texts.description.trim() === '' ? {} : { description: texts.description }), ...duties };
  if (more.length === 0) return [(await call(ticketEndpoints.create, { params: { selection_id: one }, body })).data.id];
  const made = await call(ticketEndpoints.createMultiple, { body: { incident_ids: [...incidents], ...body } });
  return made.data.map(({ id }) => id);
}
