import { Tooltip } from '@mantine/core';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { useTranslation } from 'react-i18next';
import styles from './ui.module.css';

/** The (i) beside a name: what the figure means, on hover, focus and touch. */
export function Definition({ text, of }: { text: string; of: string }) {
  const { t } = useTranslation('ui');
  return (
    <Tooltip label={text}>
      <button type="button" className={styles.definition} aria-label={t('definition_of', { name: of })}>
        <IconInfoCircle size={14} aria-hidden />
      </button>
    </Tooltip>
  );
}
