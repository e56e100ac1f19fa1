import { Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { query } from '#platform/web/api/call.ts';
import { DayField } from '#platform/web/form/day-field.tsx';
import { FieldPair, FormCard } from '#platform/web/form/form-card.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { useCaseWord } from '../use-case-word.ts';
import { FACT_PAIRS, isTicketText, type TicketTexts } from './ticket-texts.ts';
import { useNewTicket } from './use-new-ticket.ts';

/** A ticket of something no finder has found, or of the incidents that the address names. */
export function AddTicketPage() {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const [params] = useSearchParams();
  const incidents = params
    .getAll('incident')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);
  const errorText = useErrorText();
  const form = useNewTicket(incidents);
  const { texts, make } = form;
  const [tried, setTried] = useState(false);
  const byHand = incidents.length === 0;
  const refused = make.error instanceof ApiError ? make.error.field : undefined;
  const field = (name: keyof TicketTexts) => ({
    label: t(name),
    value: texts[name],
    error: make.error && refused === name ? errorText(make.error) : undefined,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => form.setText(name, value),
  });
  const untitled = tried && texts.title.trim() === '' && t('title_needed');
  return (
    <FormCard
      submit={t('ticket_create', { count: Math.max(1, incidents.length) })}
      busy={make.isPending}
      failure={make.error && !isTicketText(refused) ? errorText(make.error) : undefined}
      onSubmit={() => {
        setTried(true);
        if (!byHand || texts.title.trim() !== '') make.mutate();
      }}
      onCancel={form.leave}
    >
      <p>{byHand ? t('add_by_hand', { package: pkg.package_title }) : t('add_of', { count: incidents.length })}</p>
      {byHand && <TextInput {...field('title')} required maxLength={300} error={untitled || field('title').error} />}
      <Textarea {...field('description')} autosize minRows={3} maxRows={12} maxLength={5000} />
      <Duties form={form} />
      {byHand && (
        <>
          {FACT_PAIRS.map((pair) => (
            <FieldPair key={pair.join()}>
              {pair.map((name) => (
                <TextInput key={name} {...field(name)} maxLength={name === 'publisher' ? 500 : 120} />
              ))}
            </FieldPair>
          ))}
          <TextInput {...field('url')} type="url" maxLength={2000} />
        </>
      )}
    </FormCard>
  );
}

/** How urgent it is, who has it and until when. */
function Duties({ form: { duties, setDuty } }: { form: ReturnType<typeof useNewTicket> }) {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const word = useCaseWord();
  const asked = { query: { package_name: pkg.package_name } };
  const people = useQuery(query(ticketEndpoints.people, asked));
  const customers = useQuery(query(ticketEndpoints.customers, asked));
  const priorities = useQuery(query(ticketEndpoints.priority, asked));
  return (
    <>
      <FieldPair>
        <Select
          label={t('priority')}
          data={(priorities.data?.data ?? []).map(({ priority: value }) => ({ value, label: word('priority', value) }))}
          value={duties.priority}
          allowDeselect={false}
          onChange={(priority) => priority !== null && setDuty({ priority })}
        />
        <DayField label={t('due_on')} value={duties.due} onChange={(due) => setDuty({ due })} />
      </FieldPair>
      <FieldPair>
        <Person
          label={t('assignee')}
          people={people.data?.data}
          value={duties.assignee}
          onChange={(assignee) => setDuty({ assignee })}
        />
        <Person
          label={t('customer')}
          people={customers.data?.data}
          value={duties.customer}
          onChange={(customer) => setDuty({ customer })}
        />
      </FieldPair>
    </>
  );
}

interface PersonProps {
  label: string;
  people: readonly { id: number; name: string }[] | undefined;
  value: string | null;
  onChange: (id: string | null) => void;
}

function Person({ label, people = [], value, onChange }: PersonProps) {
  const { t } = useTranslation('tickets');
  return (
    <Select
      label={label}
      data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('nobody') }}
      placeholder={t('nobody')}
      nothingFoundMessage={t('none_found')}
      onChange={onChange}
    />
  );
}
