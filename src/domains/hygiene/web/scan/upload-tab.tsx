import { Alert, Button, Loader } from '@mantine/core';
import type { RefObject } from 'react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Kind } from '#domains/hygiene/contract/terms.ts';
import { FileField } from '#platform/web/form/file-field.tsx';
import { WaitNote } from '#platform/web/ui/wait-note.tsx';
import styles from '../hygiene.module.css';
import { Results } from './results.tsx';
import { useScan } from './use-scan.ts';

interface Props {
  kind: Kind;
  /** Whose policy holds, and where what is found is kept; nobody's on the public page. */
  packageName?: string | undefined;
}

/** Choose, look, send, read: one file of one kind. */
export function UploadTab({ kind, packageName }: Props) {
  const { t } = useTranslation('hygiene');
  const scan = useScan(kind, packageName);
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const { file, preview, isScanning, fault, refused, left, result } = scan;
  const seek = (second: number): void => {
    if (!player.current) return;
    player.current.currentTime = second;
    player.current.scrollIntoView({ block: 'nearest' });
  };
  return (
    <section className={styles.tab} aria-label={t(kind)}>
      <form
        className={styles.chooser}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void scan.scan();
        }}
      >
        <FileField
          className={styles.file}
          label={t(`file_${kind}`)}
          placeholder={t('choose_file')}
          accept={`${kind}/*`}
          value={file ?? null}
          disabled={isScanning}
          onChange={(chosen) => void scan.choose(chosen)}
        />
        <Button type="submit" disabled={!file || isScanning || left > 0}>
          {t('upload')}
        </Button>
      </form>
      {preview && <Preview kind={kind} url={preview} name={file?.name ?? ''} player={player} />}
      <div aria-live="polite">
        {isScanning && (
          <p className={styles.scanning}>
            <Loader size="sm" aria-hidden />
            {t('scanning')}
          </p>
        )}
      </div>
      {left > 0 && <WaitNote error={refused} left={left} />}
      {fault && (
        <Alert color="fraud" role="alert">
          {fault}
        </Alert>
      )}
      {result && <Results kind={kind} result={result} preview={preview} onSeek={seek} />}
    </section>
  );
}

function Preview({
  kind,
  url,
  name,
  player,
}: {
  kind: Kind;
  url: string;
  name: string;
  player: RefObject<(HTMLVideoElement & HTMLAudioElement) | null>;
}) {
  if (kind === 'image') return <img className={styles.preview} src={url} alt={name} />;
  const Player = kind;
  return <Player ref={player} className={styles.preview} src={url} controls preload="metadata" aria-label={name} />;
}
