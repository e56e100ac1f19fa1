import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './ui.module.css';

/** Nothing to show, said honestly: why, and the one thing to do. */
export function EmptyState({ why, action }: { why?: ReactNode; action?: ReactNode }) {
  const { t } = useTranslation('ui');
  return (
    <div className={styles.state}>
      <IconFilterOff size={28} stroke={1.5} aria-hidden />
      <strong>{t('no_data')}</strong>
      <p>{why ?? t('no_data_why')}</p>
      {action}
    </div>
  );
}
