import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TicketDetail } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import styles from '../tickets.module.css';

/** Whether the reader gets mails about the ticket: their own choice, whoever else wants them. */
export function Watching({ ticket }: { ticket: Pick<TicketDetail, 'id' | 'watching'> }) {
  const { t } = useTranslation('tickets');
  const errorText = useErrorText();
  const client = useQueryClient();
  const watch = useMutation({
    mutationFn: (watching: boolean) => call(ticketEndpoints.watch, { params: { id: ticket.id }, body: { watching } }),
    // Waited for, so that the switch does not stand the old way for a moment.
    onSuccess: async (_, watching) => {
      await client.invalidateQueries();
      notify('done', t(watching ? 'watch_on' : 'watch_off', { id: ticket.id }));
    },
    onError: (error) => notify('failed', errorText(error)),
  });
  return (
    <section className={screen.card} aria-label={t('watch')}>
      <div className={styles.body}>
        <Switch
          label={t('watch')}
          description={t('watch_hint')}
          checked={watch.isPending ? watch.variables : ticket.watching}
          onChange={(event) => watch.mutate(event.currentTarget.checked)}
        />
      </div>
    </section>
  );
}
