import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import screen from '#platform/web/layout/screen.module.css';
import type { TrackerDraft } from './tracker-draft.ts';
import styles from './video.module.css';

interface Props {
  draft: Pick<TrackerDraft, 'verifications'>;
  onChange: (part: Partial<TrackerDraft>) => void;
  fault: (field: string) => string | undefined;
}

const MOST = 10;

/** Scripts of those who measure (OMID), by address. */
export function ScriptFields({ draft: { verifications }, onChange, fault }: Props) {
  const { t } = useTranslation('video');
  const change = (at: number, part: Partial<TrackerDraft['verifications'][number]>): void =>
    onChange({ verifications: verifications.map((one, index) => (index === at ? { ...one, ...part } : one)) });
  const failure = fault('verifications');
  return (
    <>
      {verifications.map(({ vendor, url }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place only
        <div key={at} className={styles.script}>
          <TextInput
            label={t('vendor')}
            value={vendor}
            maxLength={120}
            onChange={(event) => change(at, { vendor: event.currentTarget.value })}
          />
          <TextInput
            label={t('script_url')}
            value={url}
            maxLength={2_000}
            onChange={(event) => change(at, { url: event.currentTarget.value })}
          />
          <Button
            variant="default"
            onClick={() => onChange({ verifications: verifications.filter((_, index) => index !== at) })}
          >
            {t('remove')}
          </Button>
        </div>
      ))}
      {failure !== undefined && <p className={screen.fault}>{failure}</p>}
      {verifications.length < MOST && (
        <div>
          <Button
            variant="default"
            onClick={() => onChange({ verifications: [...verifications, { vendor: '', url: '', parameters: '' }] })}
          >
            {t('add_script')}
          </Button>
        </div>
      )}
    </>
  );
}
