import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error.ts';
import { Link } from '../layout/link.tsx';
import { useStickySearch } from '../layout/selection.tsx';
import { CopyButton } from './copy-button.tsx';
import { useErrorText } from './error-text.ts';
import styles from './ui.module.css';

/**
 * A failure of one card: what happened, Retry for this card alone, and the id that finds the log line. What is not the
 * reader's (403) is no failure: asking again brings nothing.
 */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation('ui');
  const textOf = useErrorText();
  const isClosed = error instanceof ApiError && error.status === 403;
  const requestId = error instanceof ApiError && !isClosed ? error.requestId : undefined;
  return (
    <div className={styles.state} role="alert">
      <IconAlertTriangle size={28} stroke={1.5} className={styles.alarm} aria-hidden />
      <strong>{textOf(error)}</strong>
      {isClosed && error.code === 'foreign_publisher' && <OwnPublishers />}
      {requestId && (
        <p className={styles.requestId}>
          {t('request_id', { id: requestId })}
          <CopyButton value={requestId} label={t('copy')} />
        </p>
      )}
      {onRetry && !isClosed && (
        <Button variant="default" size="compact-md" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
}

/** From a link that somebody else sent, or an address typed, to what the reader does see. */
function OwnPublishers() {
  const { t } = useTranslation('ui');
  const sticky = useStickySearch();
  return (
    <>
      <p>{t('foreign_publisher_why')}</p>
      <Button component={Link} variant="default" size="compact-md" to={`/publisher${sticky}`}>
        {t('own_publishers')}
      </Button>
    </>
  );
}
