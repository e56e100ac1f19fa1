import { useTranslation } from 'react-i18next';
import styles from './entry.module.css';

interface Props {
  title: string;
  lines?: readonly string[];
  onClose: () => void;
}

/** An error on a page before the session: it stays until it is closed (ERR-UI-01). */
export function Toast({ title, lines = [], onClose }: Props) {
  const { t } = useTranslation('entry');
  return (
    <div className={styles.toast} role="alert">
      <div>
        <strong>{title}</strong>
        {lines.length > 0 && (
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
      <button type="button" aria-label={t('close')} onClick={onClose}>
        ×
      </button>
    </div>
  );
}
