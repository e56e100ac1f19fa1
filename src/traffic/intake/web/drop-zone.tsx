import { Button, Progress } from '@mantine/core';
import IconFileUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytesText } from '#platform/contract/bytes-text.ts';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import styles from './import.module.css';
import type { StoredFile, Upload } from './use-upload.ts';

const ACCEPT = '.csv,.tsv,.txt,.log,.json,.ndjson,.jsonl,.xlsx,.parquet,.gz,.zip';

interface Props {
  upload: Upload;
  onStored: (file: StoredFile) => void;
}

/** A place to drop a file on and a button for everyone who cannot drag (WCAG 2.5.7). */
export function DropZone({ upload, onStored }: Props) {
  const { t, i18n } = useTranslation('import');
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const file = files?.[0];
    if (file) void upload.start(file).then((stored) => stored && onStored(stored));
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const { progress } = upload;
  const size = (bytes: number): string => bytesText(i18n.language, bytes);

  return (
    <section
      className={styles.drop}
      data-over={over || undefined}
      aria-label={t('choose')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={36} stroke={1.4} aria-hidden />
      {progress ? (
        <div className={styles.uploading} role="status">
          <strong>{progress.name}</strong>
          <Progress
            value={(progress.sent / Math.max(1, progress.total)) * 100}
            aria-label={t('uploading', { name: progress.name })}
          />
          <span className="numbers">
            {t('uploaded_of', { sent: size(progress.sent), total: size(progress.total) })}
          </span>
          <Button variant="default" size="compact-md" onClick={upload.stop}>
            {t('cancel')}
          </Button>
        </div>
      ) : (
        <>
          <p className={styles.dropTitle}>{t('drop')}</p>
          <Button onClick={() => input.current?.click()} aria-describedby={hint}>
            {t('choose')}
          </Button>
          <p id={hint} className={styles.hint}>
            {t('formats')}
          </p>
        </>
      )}
      {upload.error !== null && (
        <p className={styles.fault} role="alert">
          {errorText(upload.error)}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept={ACCEPT}
        hidden
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file again is a new choice.
          event.currentTarget.value = '';
        }}
      />
    </section>
  );
}
