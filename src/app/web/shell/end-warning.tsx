import { Button, Group, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EndWarning as Warning } from '#platform/web/session/watch-session.ts';

/** The dialog of a session that is about to end; most visits never see it. */
export function EndWarning({ warning, onClose }: { warning: Warning | null; onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <Modal opened={warning !== null} onClose={onClose} title={t('warn_title')} withCloseButton={false}>
      {warning && (
        <>
          <p aria-live="polite">{t(`warn_${warning.cause}`, { seconds: warning.secondsLeft })}</p>
          {warning.cause === 'idle' && (
            <Group justify="flex-end">
              <Button onClick={onClose} data-autofocus>
                {t('stay')}
              </Button>
            </Group>
          )}
        </>
      )}
    </Modal>
  );
}
