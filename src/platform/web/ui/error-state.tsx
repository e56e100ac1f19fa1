import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { CopyButton } from './copy-button.tsx';
import { useErrorText } from './error-text.ts';
import styles from './ui.module.css';

/** A failure of one card: what happened, Retry for this card alone, and the id that finds the log line. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation('ui');
  const textOf = useErrorText();
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div className={styles.state} role="alert">
      <IconAlertTriangle size={28} stroke={1.5} className={styles.alarm} aria-hidden />
      <strong>{textOf(error)}</strong>
      {requestId && (
        <p className={styles.requestId}>
          {t('request_id', { id: requestId })}
          <CopyButton value={requestId} label={t('copy')} />
        </p>
      )}
      {onRetry && (
        <Button variant="default" size="compact-md" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
