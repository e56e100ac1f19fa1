import { useTranslation } from 'react-i18next';
import styles from './setup.module.css';

interface Props {
  packageName: string;
  onLeave: (path: string) => void;
}

/** Where the first events come from: the import page does the rest, with this package chosen. */
export function FirstFile({ packageName, onLeave }: Props) {
  const { t } = useTranslation('setup');
  const search = new URLSearchParams({ package: packageName });
  return (
    <div className={styles.choices}>
      <button type="button" className={styles.primary} onClick={() => onLeave(`/traffic/import?${search}`)}>
        {t('choose_file')}
      </button>
      <button type="button" className={styles.quiet} onClick={() => onLeave('/')}>
        {t('later')}
      </button>
    </div>
  );
}
