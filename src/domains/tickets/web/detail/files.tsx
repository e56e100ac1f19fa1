import { Button, Checkbox, FileButton, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketDetail } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { bytesText } from '#platform/contract/bytes-text.ts';
import { visibleText } from '#platform/contract/visible-text.ts';
import { download, upload } from '#platform/web/api/files.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';

/** Files of a ticket. The server looks at their bytes, whatever they are called. */
export function Files({ ticket }: { ticket: TicketDetail }) {
  const { t, i18n } = useTranslation('tickets');
  const { pkg } = useSelection();
  const format = useFormat();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { save } = useDownloads();
  const [internal, setInternal] = useState(false);
  const attach = useMutation({
    mutationFn: (file: File) =>
      upload(
        ticketEndpoints.attach,
        { params: { id: ticket.id }, query: { file_name: file.name, internal: internal ? 'yes' : 'no' } },
        file,
      ),
    onSuccess: () => void client.invalidateQueries(),
  });
  const open = (id: number, name: string) =>
    save(() => download(ticketEndpoints.attachment, { params: { id: ticket.id, attachment_id: id } }, { name }));
  return (
    <section className={screen.card} aria-labelledby="ticket-files">
      <div className={screen.cardHead}>
        <h3 id="ticket-files">{t('files')}</h3>
        {userMay('ticket.answer') && (
          <Group gap="sm">
            {ticket.may_change && (
              <Checkbox
                size="xs"
                label={t('internal_only')}
                checked={internal}
                onChange={(event) => setInternal(event.currentTarget.checked)}
              />
            )}
            <FileButton onChange={(file) => file && attach.mutate(file)} inputProps={{ 'aria-label': t('file_add') }}>
              {(props) => (
                <Button {...props} size="compact-sm" variant="default" loading={attach.isPending}>
                  {t('file_add')}
                </Button>
              )}
            </FileButton>
          </Group>
        )}
      </div>
      <ul className={`${screen.list} ${screen.inset}`}>
        {ticket.attachments.length === 0 && <li className={screen.note}>{t('files_none')}</li>}
        {ticket.attachments.map(({ id, file_name: name, bytes, internal: own, added_by: who, added_at: at }) => (
          <li key={id}>
            <Button size="compact-sm" variant="subtle" onClick={() => open(id, name)}>
              {visibleText(name)}
            </Button>
            <span className={screen.note}>
              {bytesText(i18n.language, bytes)}
              {own && ` · ${t('internal')}`}
            </span>
            <time dateTime={at}>
              {who}, {format.dateTime(at, pkg.time_zone)}
            </time>
          </li>
        ))}
      </ul>
      {attach.error && (
        <p className={`${screen.fault} ${screen.inset}`} role="alert">
          {errorText(attach.error)}
        </p>
      )}
    </section>
  );
}
