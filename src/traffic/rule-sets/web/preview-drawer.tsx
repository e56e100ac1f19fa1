import { Button, Drawer, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { PREVIEW_DAYS } from '#traffic/rule-sets/contract/replay.ts';
import { EvidenceNote } from './evidence-note.tsx';
import { PreviewResult } from './preview-result.tsx';
import styles from './rules.module.css';
import type { DraftEdits } from './use-draft.ts';
import { usePreview } from './use-rules.ts';

const RANGES = [7, PREVIEW_DAYS, 90, 365] as const;

interface Props {
  opened: boolean;
  edits: DraftEdits;
  onClose: () => void;
  onSave: () => void;
  blocked: boolean;
}

/** What the draft would have done, before anything is saved. Closing it calls the question off. */
export function PreviewDrawer({ opened, edits, onClose, onSave, blocked }: Props) {
  const { t } = useTranslation('rules');
  const { pkg } = useSelection();
  const format = useFormat();
  const [days, setDays] = useState<number>(PREVIEW_DAYS);
  const preview = usePreview(pkg.package_name, edits.draft, opened ? { days } : null);
  const result = preview.data?.data;
  const counting = !preview.isError && (!result || preview.isFetching);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="min(1080px, 100vw)"
      title={t('preview_title', { count: edits.changed.length })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={styles.stack}>
        <div className={screen.head}>
          <Group gap="xs">
            <NativeSelect
              size="sm"
              aria-label={t('preview_range')}
              data={RANGES.map((value) => ({ value: String(value), label: t('last_days', { count: value }) }))}
              value={String(days)}
              onChange={(event) => setDays(Number(event.currentTarget.value))}
            />
            {result && !preview.isFetching && (
              <span className={screen.note}>
                {t('preview_range_is', {
                  from: format.day(result.from),
                  to: format.day(result.to),
                  zone: result.time_zone,
                  seconds: format.number(result.took_ms / 1000, 1),
                })}
              </span>
            )}
          </Group>
          <Button onClick={onSave} disabled={blocked || edits.changed.length === 0}>
            {t('save')}
          </Button>
        </div>
        {preview.isError && <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />}
        {counting && <div className={screen.waiting} role="status" aria-label={t('counting')} />}
        {result &&
          !preview.isError &&
          !counting &&
          (result.events === 0 ? (
            <EmptyState why={t('no_events')} />
          ) : (
            <>
              <EvidenceNote draft={edits.draft} result={result} />
              <PreviewResult result={result} />
            </>
          ))}
      </div>
    </Drawer>
  );
}
