import { Button, Group, Modal } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OwnSession, ownAccount } from '#domains/account/contract/own-account.ts';
import { call, query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { READER_ZONE } from '#platform/web/i18n/reader-zone.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { notify } from '#platform/web/ui/notify.ts';
import styles from './profile.module.css';

/** Where the person is signed in, and how to end it there. */
export function SessionList() {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const errorText = useErrorText();
  const client = useQueryClient();
  const { data: sessions } = useSuspenseQuery(query(ownAccount.sessions, {})).data;
  const [asking, setAsking] = useState<OwnSession | 'others'>();
  const others = sessions.filter(({ current }) => !current);
  const nameOf = ({ browser, system }: OwnSession): string =>
    browser === '' && system === ''
      ? t('unknown_device')
      : t('device', { browser: browser || '–', system: system || '–' });

  const end = async (): Promise<void> => {
    if (!asking) return;
    try {
      if (asking === 'others') await call(ownAccount.endOtherSessions, {});
      else await call(ownAccount.endSession, { params: { id: asking.id } });
      notify('done', t('session_ended'));
    } catch (error) {
      notify('failed', errorText(error));
    } finally {
      setAsking(undefined);
      await client.invalidateQueries({ queryKey: query(ownAccount.sessions, {}).queryKey });
    }
  };

  return (
    <section className={styles.card} aria-labelledby="sessions-head">
      <h2 id="sessions-head">{t('sessions')}</h2>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <li key={session.id}>
            <span>
              {nameOf(session)}
              <small>
                {session.ip} · {t('signed_in_at', { at: format.dateTime(session.signed_in_at, READER_ZONE) })} ·{' '}
                {t('last_seen_at', { at: format.dateTime(session.last_seen_at, READER_ZONE) })}
              </small>
            </span>
            {session.current ? (
              <strong>{t('this_session')}</strong>
            ) : (
              <Button
                variant="default"
                size="xs"
                aria-label={t('end_session_of', { device: nameOf(session) })}
                onClick={() => setAsking(session)}
              >
                {t('end_session')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <div className={styles.row}>
          <Button variant="default" onClick={() => setAsking('others')}>
            {t('end_others')}
          </Button>
        </div>
      )}
      <Modal opened={asking !== undefined} onClose={() => setAsking(undefined)} title={t('end_title')}>
        <p>{asking === 'others' ? t('end_others_sure', { count: others.length }) : t('end_sure')}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setAsking(undefined)}>
            {t('cancel')}
          </Button>
          <Button color="fraud" data-autofocus onClick={() => void end()}>
            {t('end_session')}
          </Button>
        </Group>
      </Modal>
    </section>
  );
}
