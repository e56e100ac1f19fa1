import { Button, Group, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '#domains/account/contract/endpoints.ts';
import { call } from '#platform/web/api/call.ts';
import { endSession } from '#platform/web/session/end-session.ts';
import { type EndWarning, watchSession } from '#platform/web/session/watch-session.ts';

const stayKnown = (): void => void call(account.me, {}).catch(() => {});

/** Watches the session and asks a minute before it ends. Any activity keeps an idle session; expiry cannot be put off. */
export function SessionWarning() {
  const { t } = useTranslation('shell');
  const [warning, setWarning] = useState<EndWarning | null>(null);
  useEffect(() => watchSession(setWarning, endSession, stayKnown), []);
  const close = (): void => setWarning(null);
  return (
    <Modal opened={warning !== null} onClose={close} title={t('warn_title')} withCloseButton={false}>
      {warning && (
        <>
          <p aria-live="polite">{t(`warn_${warning.cause}`, { seconds: warning.secondsLeft })}</p>
          {warning.cause === 'idle' && (
            <Group justify="flex-end">
              <Button onClick={close} data-autofocus>
                {t('stay')}
              </Button>
            </Group>
          )}
        </>
      )}
    </Modal>
  );
}
