import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveAs } from '#platform/web/api/files.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import styles from './profile.module.css';

interface Props {
  codes: readonly string[];
  onDone: () => void;
}

/** Shown once: the server keeps only their hashes. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { t } = useTranslation('profile');
  const text = codes.join('\n');
  return (
    <div className={styles.card}>
      <p>{t('keep_codes')}</p>
      <ul className={styles.codes} aria-label={t('recovery_codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.row}>
        <CopyButton value={text} label={t('copy_codes')} />
        <Button
          variant="default"
          onClick={() => saveAs(new Blob([`${text}\n`], { type: 'text/plain' }), 'adsieve-recovery-codes.txt')}
        >
          {t('save_codes')}
        </Button>
        <Button onClick={onDone}>{t('codes_kept')}</Button>
      </div>
    </div>
  );
}
