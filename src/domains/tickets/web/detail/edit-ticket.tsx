import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TicketDetail } from '#domains/tickets/contract/ticket.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { FieldPair, FormCard } from '#platform/web/form/form-card.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { FACT_PAIRS, isTicketText, type TicketTexts } from '../form/ticket-texts.ts';
import styles from '../tickets.module.css';
import { useCaseWord } from '../use-case-word.ts';
import { useSaveTicket } from './use-save-ticket.ts';

const storedOf = (ticket: TicketDetail): TicketTexts => ({
  title: ticket.title,
  description: ticket.description,
  url: ticket.url,
  publisher: ticket.publisher,
  category: ticket.category,
  sub_category: ticket.sub_category,
  brand: ticket.brand,
  channel: ticket.channel,
  sub_channel: ticket.sub_channel,
  country: ticket.country,
  location: ticket.location,
});

/** What is written in a ticket, changed beside it. */
export function EditTicket({ ticket, onDone }: { ticket: TicketDetail; onDone: () => void }) {
  const { t } = useTranslation('tickets');
  const errorText = useErrorText();
  const word = useCaseWord();
  const stored = storedOf(ticket);
  const { values, set, save, overtaken, isTouched } = useSaveTicket(ticket, stored, (draft) => draft, onDone);
  const refused = save.error instanceof ApiError ? save.error.field : undefined;
  const isClosed = ticket.status === 'Closed';
  const untitled = values.title.trim() === '';
  const field = (name: keyof TicketTexts) => ({
    label: t(name),
    // A code is shown by its name until somebody writes something else.
    value: values[name] === stored[name] ? word(name, values[name]) : values[name],
    error: save.error && refused === name ? errorText(save.error) : undefined,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => set({ [name]: value }),
  });
  return (
    <SidePanel opened title={t('edit_title', { id: ticket.id })} onClose={onDone} stays>
      <FormCard
        frame="none"
        submit={t(overtaken.length > 0 ? 'save_over' : 'save')}
        busy={save.isPending}
        failure={save.error && !isClosed && !isTicketText(refused) ? errorText(save.error) : undefined}
        onSubmit={() => {
          if (!isTouched) onDone();
          else if (!untitled && !isClosed) save.mutate();
        }}
        onCancel={onDone}
        before={
          (overtaken.length > 0 || isClosed) && (
            <>
              {overtaken.map((name) => (
                <p key={name} className={styles.moved} role="note">
                  {t('text_meanwhile', {
                    field: t(name),
                    value: word(name, stored[name as keyof TicketTexts]) || t('nothing'),
                  })}
                </p>
              ))}
              {isClosed && <ClosedMeanwhile ticket={ticket} />}
            </>
          )
        }
      >
        <TextInput
          {...field('title')}
          required
          maxLength={300}
          error={untitled ? t('title_needed') : field('title').error}
        />
        <Textarea {...field('description')} autosize minRows={3} maxRows={12} maxLength={5000} />
        {FACT_PAIRS.map((pair) => (
          <FieldPair key={pair.join()}>
            {pair.map((name) => (
              <TextInput key={name} {...field(name)} maxLength={name === 'publisher' ? 500 : 120} />
            ))}
          </FieldPair>
        ))}
        <TextInput {...field('url')} type="url" maxLength={2000} />
      </FormCard>
    </SidePanel>
  );
}

/** Beside a draft of what somebody else has closed since: who did, and why. */
function ClosedMeanwhile({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation('tickets');
  const last = ticket.history.findLast(({ field }) => field === 'status');
  return (
    <p className={styles.moved} role="alert">
      {t('closed_meanwhile', { who: last?.changed_by ?? '', reason: ticket.closing_reason })}
    </p>
  );
}
