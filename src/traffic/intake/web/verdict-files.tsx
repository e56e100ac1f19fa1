import { Anchor, Group } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useTranslation } from 'react-i18next';
import { download } from '#platform/web/api/files.ts';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { VERDICT_FILES, type VerdictFile } from '#traffic/event/contract/own-ids.ts';
import { imports } from '#traffic/intake/contract/import-endpoints.ts';
import styles from './import.module.css';

/** What was found, for whoever made the file: by event with the ids of the tracker, and by source. */
export function VerdictFiles({ id }: { id: number }) {
  const { t } = useTranslation('import');
  const { save } = useDownloads();
  const fileBy = (by: VerdictFile) => () => download(imports.verdicts, { params: { id }, query: { by } });
  return (
    <div>
      <Group gap="md">
        {VERDICT_FILES.map((by) => (
          <Anchor
            key={by}
            component="button"
            type="button"
            size="sm"
            onClick={() => save(fileBy(by))}
            className={styles.rejects ?? ''}
          >
            <IconDownload size={14} aria-hidden /> {t(`verdicts_${by}`)}
          </Anchor>
        ))}
      </Group>
      <p className={styles.hint}>{t('verdicts_hint')}</p>
    </div>
  );
}
