import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PRIORITIES, STATUSES, type TicketDetail, TRANSITIONS } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FormCard } from '#platform/web/form/form-card.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import styles from '../tickets.module.css';
import { useCaseWord } from '../use-case-word.ts';
import { useSaveTicket } from './use-save-ticket.ts';

interface Duties extends Record<string, string | null> {
  status: string;
  priority: string;
  assignee: string | null;
  customer: string | null;
  due_on: string;
}

const storedOf = ({ status, priority, assignee, customer, due_on: due }: TicketDetail): Duties => ({
  status,
  priority,
  assignee: assignee ? String(assignee.id) : null,
  customer: customer ? String(customer.id) : null,
  due_on: due ?? '',
});

const idOf = (value: string | null): number | null => (value === null ? null : Number(value));

const changesOf = ({ status, priority, assignee, customer, due_on: due }: Partial<Duties>) => ({
  ...(status === undefined ? {} : { status: STATUSES.find((each) => each === status) }),
  ...(priority === undefined ? {} : { priority: PRIORITIES.find((each) => each === priority) }),
  ...(assignee === undefined ? {} : { assignee_id: idOf(assignee) }),
  ...(customer === undefined ? {} : { customer_id: idOf(customer) }),
  ...(due === undefined ? {} : { due_on: due === '' ? null : due }),
});

interface Person {
  id: number;
  name: string;
}

/** Those that can be chosen, and whoever it is by now. */
const named = (list: readonly Person[] | undefined, own: Person | null) =>
  [...(list ?? []), ...(own && !list?.some(({ id }) => id === own.id) ? [own] : [])].map(({ id, name }) => ({
    value: String(id),
    label: name,
  }));

/** Where it stands and who has it. What somebody else changed meanwhile is told, not overwritten. */
export function TicketDuties({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation('tickets');
  const word = useCaseWord();
  const errorText = useErrorText();
  const { values, set, cancel, overtaken, save, isTouched } = useSaveTicket(ticket, storedOf(ticket), changesOf);
  const asked = { package_name: ticket.package_name };
  const people = useQuery(query(ticketEndpoints.people, { query: asked }));
  const customers = useQuery(query(ticketEndpoints.customers, { query: asked }));
  const priorities = useQuery(query(ticketEndpoints.priority, { query: asked }));
  // Whoever closes says why, which has a form of its own.
  const statuses = [ticket.status, ...TRANSITIONS[ticket.status].filter((to) => to !== 'Closed')];
  const isClosed = ticket.status === 'Closed';
  /** Until it is to be reopened. */
  const fixed = isClosed && values.status === 'Closed';
  const offered = priorities.data?.data.map(({ priority }) => priority) ?? [ticket.priority];
  const nobody = { clearable: true, clearButtonProps: { 'aria-label': t('nobody') }, placeholder: t('nobody') };
  return (
    <FormCard
      submit={t(overtaken.length > 0 ? 'save_over' : 'save')}
      busy={save.isPending}
      failure={save.error ? errorText(save.error) : undefined}
      onSubmit={() => isTouched && save.mutate()}
      onCancel={cancel}
      before={overtaken.length > 0 && overtaken.map((field) => <Overtaken key={field} ticket={ticket} field={field} />)}
    >
      {isClosed && <p className={screen.note}>{t('closed_hint')}</p>}
      <Select
        label={t('status')}
        data={statuses.map((value) => ({ value, label: word('status', value) }))}
        value={values.status}
        allowDeselect={false}
        onChange={(status) => status !== null && set({ status })}
      />
      <Select
        label={t('priority')}
        data={offered.map((value) => ({ value, label: word('priority', value) }))}
        value={values.priority}
        disabled={fixed}
        allowDeselect={false}
        onChange={(priority) => priority !== null && set({ priority })}
      />
      <Select
        label={t('assignee')}
        data={named(people.data?.data, ticket.assignee)}
        value={values.assignee}
        disabled={fixed}
        searchable
        {...nobody}
        onChange={(assignee) => set({ assignee })}
      />
      <Select
        label={t('customer')}
        data={named(customers.data?.data, ticket.customer)}
        value={values.customer}
        disabled={fixed}
        searchable
        {...nobody}
        onChange={(customer) => set({ customer })}
      />
      <DayField label={t('due_on')} value={values.due_on} onChange={(due) => set({ due_on: due })} disabled={fixed} />
    </FormCard>
  );
}

/** Who changed a field meanwhile, and to what: as its newest entry of the history has it. */
function Overtaken({ ticket, field }: { ticket: TicketDetail; field: string }) {
  const { t } = useTranslation('tickets');
  const word = useCaseWord();
  const format = useFormat();
  const last = ticket.history.findLast(
    (change) => change.field === field || (change.field === 'escalated' && field === 'priority'),
  );
  const value = last?.after ?? '';
  const said = field === 'due_on' && value !== '' ? format.day(value) : word(field, value);
  return (
    <p className={styles.moved} role="note">
      {t('changed_meanwhile', {
        who: last?.changed_by ?? '',
        field: t(field),
        value: said === '' ? t('nothing') : said,
      })}
    </p>
  );
}
