import { Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRIORITIES, STATUSES, type TicketDetail, TRANSITIONS } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import { useCaseWord } from '../use-case-word.ts';

/** Where it stands and who has it. What somebody else changed meanwhile is told, not overwritten. */
export function TicketDuties({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation('tickets');
  const word = useCaseWord();
  const errorText = useErrorText();
  const client = useQueryClient();
  const stored = {
    status: ticket.status as string,
    priority: ticket.priority as string,
    assignee: ticket.assignee ? String(ticket.assignee.id) : null,
    customer: ticket.customer ? String(ticket.customer.id) : null,
    due: ticket.due_on ?? '',
  };
  const [draft, setDraft] = useState(stored);
  const asked = { package_name: ticket.package_name };
  const people = useQuery(query(ticketEndpoints.people, { query: asked }));
  const customers = useQuery(query(ticketEndpoints.customers, { query: asked }));
  const priorities = useQuery(query(ticketEndpoints.priority, { query: asked }));
  const save = useMutation({
    mutationFn: () =>
      call(
        ticketEndpoints.save,
        {
          body: {
            id: ticket.id,
            status: STATUSES.find((each) => each === draft.status),
            priority: PRIORITIES.find((each) => each === draft.priority),
            assignee_id: draft.assignee === null ? null : Number(draft.assignee),
            customer_id: draft.customer === null ? null : Number(draft.customer),
            due_on: draft.due === '' ? null : draft.due,
          },
        },
        { version: ticket.version },
      ),
    onSuccess: ({ message }) => {
      void client.invalidateQueries();
      notify('done', t(message, { defaultValue: message }));
    },
  });
  const named = (list: readonly { id: number; name: string }[] | undefined, own: { id: number; name: string } | null) =>
    [...(list ?? []), ...(own && !list?.some(({ id }) => id === own.id) ? [own] : [])].map(({ id, name }) => ({
      value: String(id),
      label: name,
    }));
  // Whoever closes says why, which has a form of its own.
  const statuses = [ticket.status, ...TRANSITIONS[ticket.status].filter((to) => to !== 'Closed')];
  const offered = priorities.data?.data.map(({ priority }) => priority) ?? [ticket.priority];
  const nobody = { clearable: true, clearButtonProps: { 'aria-label': t('nobody') }, placeholder: t('nobody') };
  return (
    <FormCard
      submit={t('save')}
      busy={save.isPending}
      failure={save.error ? errorText(save.error) : undefined}
      onSubmit={() => save.mutate()}
      onCancel={() => setDraft(stored)}
    >
      <Select
        label={t('status')}
        data={statuses.map((value) => ({ value, label: word('status', value) }))}
        value={draft.status}
        allowDeselect={false}
        onChange={(status) => status !== null && setDraft({ ...draft, status })}
      />
      <Select
        label={t('priority')}
        data={offered.map((value) => ({ value, label: word('priority', value) }))}
        value={draft.priority}
        allowDeselect={false}
        onChange={(priority) => priority !== null && setDraft({ ...draft, priority })}
      />
      <Select
        label={t('assignee')}
        data={named(people.data?.data, ticket.assignee)}
        value={draft.assignee}
        searchable
        {...nobody}
        onChange={(assignee) => setDraft({ ...draft, assignee })}
      />
      <Select
        label={t('customer')}
        data={named(customers.data?.data, ticket.customer)}
        value={draft.customer}
        searchable
        {...nobody}
        onChange={(customer) => setDraft({ ...draft, customer })}
      />
      <DayField label={t('due_on')} value={draft.due} onChange={(due) => setDraft({ ...draft, due })} />
    </FormCard>
  );
}
