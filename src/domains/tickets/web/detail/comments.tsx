import { Button, Checkbox, Group, MultiSelect, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketDetail } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import styles from '../tickets.module.css';

/** What people say to one another about a ticket. */
export function Comments({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const format = useFormat();
  return (
    <section className={screen.card} aria-labelledby="ticket-comments">
      <div className={screen.cardHead}>
        <h3 id="ticket-comments">{t('comments')}</h3>
      </div>
      <div className={styles.body}>
        {ticket.comments.length === 0 && <p className={screen.note}>{t('comments_none')}</p>}
        <ol className={styles.comments}>
          {ticket.comments.map(({ id, author, text, internal, mentions, created_at: at }) => (
            <li key={id} className={styles.comment} data-internal={internal || undefined}>
              <p className={styles.by}>
                <strong>{author}</strong>
                <time dateTime={at}>{format.dateTime(at, pkg.time_zone)}</time>
                {internal && <span>{t('internal')}</span>}
                {mentions.length > 0 && (
                  <span>{t('mentions_who', { names: mentions.map(({ name }) => name).join(', ') })}</span>
                )}
              </p>
              <p className={styles.words}>{text}</p>
            </li>
          ))}
        </ol>
        {userMay('ticket.answer') && <NewComment ticket={ticket} />}
      </div>
    </section>
  );
}

function NewComment({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation('tickets');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [internal, setInternal] = useState(false);
  const [mentions, setMentions] = useState<string[]>([]);
  const people = useQuery({
    ...query(ticketEndpoints.people, { query: { package_name: ticket.package_name } }),
    enabled: ticket.may_change,
  });
  const add = useMutation({
    mutationFn: () =>
      call(ticketEndpoints.comment, {
        params: { id: ticket.id },
        body: { text: text.trim(), internal, mentions: mentions.map(Number) },
      }),
    onSuccess: () => {
      setText('');
      setMentions([]);
      void client.invalidateQueries();
    },
  });
  return (
    <form
      className={screen.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') add.mutate();
      }}
    >
      <Textarea
        label={t('comment_new')}
        value={text}
        maxLength={5000}
        autosize
        minRows={2}
        maxRows={12}
        error={add.error ? errorText(add.error) : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {ticket.may_change && (
        <MultiSelect
          label={t('mentions')}
          data={(people.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={mentions}
          searchable
          nothingFoundMessage={t('none_found')}
          onChange={setMentions}
        />
      )}
      <Group gap="md">
        <Button type="submit" loading={add.isPending} disabled={text.trim() === ''}>
          {t('comment_add')}
        </Button>
        {ticket.may_change && (
          <Checkbox
            label={t('internal_only')}
            checked={internal}
            onChange={(event) => setInternal(event.currentTarget.checked)}
          />
        )}
      </Group>
    </form>
  );
}
