import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { ApiError } from '#platform/web/api/api-error.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import styles from './shell.module.css';

/** A page that failed as a whole; the shell around it keeps working. */
export function BrokenPage() {
  const { t } = useTranslation('shell');
  const error = useRouteError();
  if (error instanceof ApiError) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return (
    <div className={styles.note} role="alert">
      <h2>{t('broken')}</h2>
      <Button variant="default" onClick={() => location.reload()}>
        {t('reload')}
      </Button>
    </div>
  );
}
