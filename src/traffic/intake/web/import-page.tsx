import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { DropZone } from './drop-zone.tsx';
import styles from './import.module.css';
import { ImportJob } from './import-job.tsx';
import { ImportList } from './import-list.tsx';
import { ImportPreview } from './import-preview.tsx';
import { type StoredFile, useUpload } from './use-upload.ts';

const IMPORT_PARAMETER = 'import';

/** From a file to judged events: choose, look, start. A running import has its own address. */
export function ImportPage() {
  const { pkg } = useSelection();
  // Another package is another import: nothing half done may cross over.
  return <ImportScreen key={pkg.package_name} />;
}

function ImportScreen() {
  const { t } = useTranslation('import');
  const { pkg } = useSelection();
  const [params, setParams] = useSearchParams();
  const [file, setFile] = useState<StoredFile | null>(null);
  const upload = useUpload(pkg.package_name);
  const running = Number(params.get(IMPORT_PARAMETER));
  const open = (id: number | null): void => {
    const next = new URLSearchParams(params);
    if (id === null) next.delete(IMPORT_PARAMETER);
    else next.set(IMPORT_PARAMETER, String(id));
    setParams(next);
    setFile(null);
  };
  const step = () => {
    if (Number.isInteger(running) && running > 0)
      return <ImportJob key={running} id={running} onAnother={() => open(null)} />;
    if (!userMay('import.write')) return null;
    if (file)
      return (
        <ImportPreview packageName={pkg.package_name} file={file} onStarted={open} onLeave={() => setFile(null)} />
      );
    return <DropZone upload={upload} onStored={setFile} />;
  };
  return (
    <div className={styles.page}>
      <p className={styles.hint}>{t('lead', { package: pkg.package_title })}</p>
      {step()}
      <ImportList onOpen={open} />
    </div>
  );
}
