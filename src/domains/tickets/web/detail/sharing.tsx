import { Button, TagsInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketDetail } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import styles from '../tickets.module.css';

/** Publishers whose people may read the ticket and answer. Shares with vendors stay as they are. */
export function Sharing({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation('tickets');
  const errorText = useErrorText();
  const client = useQueryClient();
  const of = (kind: string) => ticket.shared_with.filter((share) => share.kind === kind);
  const [names, setNames] = useState(of('publisher').map(({ name }) => name));
  const share = useMutation({
    mutationFn: () =>
      call(ticketEndpoints.share, {
        params: { id: ticket.id },
        body: { shared_with: [...of('vendor'), ...names.map((name) => ({ kind: 'publisher' as const, name }))] },
      }),
    onSuccess: ({ message }) => {
      void client.invalidateQueries();
      notify('done', t(message, { defaultValue: message }));
    },
  });
  const changed =
    names.join('\n') !==
    of('publisher')
      .map(({ name }) => name)
      .join('\n');
  return (
    <section className={screen.card} aria-label={t('shared_with')}>
      <div className={styles.body}>
        <TagsInput
          label={t('shared_with')}
          description={t('shared_hint')}
          data={ticket.publisher === '' ? [] : [ticket.publisher]}
          value={names}
          maxTags={50}
          error={share.error ? errorText(share.error) : undefined}
          onChange={setNames}
        />
        <Button variant="default" disabled={!changed} loading={share.isPending} onClick={() => share.mutate()}>
          {t('share')}
        </Button>
      </div>
    </section>
  );
}
