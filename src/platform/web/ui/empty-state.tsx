import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './ui.module.css';

interface Props {
  why?: ReactNode;
  action?: ReactNode;
  /** In place of a table with pages, which the specification words with an exclamation mark (ERR-GAP-05). */
  paged?: boolean;
}

/** Nothing to show, said honestly: why, and the one thing to do. */
export function EmptyState({ why, action, paged = false }: Props) {
  const { t } = useTranslation('ui');
  return (
    <div className={styles.state}>
      <IconFilterOff size={28} stroke={1.5} aria-hidden />
      <strong>{t(paged ? 'no_data_paged' : 'no_data')}</strong>
      <p>{why ?? t('no_data_why')}</p>
      {action}
    </div>
  );
}
