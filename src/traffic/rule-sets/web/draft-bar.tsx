import { Button, Group } from '@mantine/core';
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { NewerVersion } from './newer-version.tsx';
import { PreviewDrawer } from './preview-drawer.tsx';
import styles from './rules.module.css';
import { SaveModal } from './save-modal.tsx';
import type { DraftEdits } from './use-draft.ts';

interface Props {
  edits: DraftEdits;
  /** A version is being written into history. */
  blocked: boolean;
  /** Names of rules whose limits contradict each other; the server would refuse them. */
  contradictory: readonly string[];
  /** What stands open about the draft. */
  shown: DraftStep | null;
  onShow: (shown: DraftStep | null) => void;
}

export type DraftStep = 'preview' | 'save';

/** What is not saved yet, and what to do with it. Stays in sight below the list. */
export function DraftBar({ edits, blocked, contradictory, shown, onShow }: Props) {
  const { t } = useTranslation('rules');
  const format = useFormat();
  const count = edits.changed.length;
  // Neither is asked of a draft that would be refused, or that would take back what somebody else has saved.
  const unready = count === 0 || contradictory.length > 0 || edits.newer !== null;
  return (
    <section className={styles.bar} aria-label={t('unsaved_changes')}>
      <div>
        <p role="status">{t('changes', { count })}</p>
        {contradictory.length > 0 && (
          <p className={screen.fault} role="alert">
            {t('limits_contradict', { rules: format.list(contradictory) })}
          </p>
        )}
        {shown !== 'save' && <NewerVersion edits={edits} />}
      </div>
      <Group gap="xs">
        {edits.undo && (
          <Button variant="subtle" leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={edits.undo}>
            {t('undo_edit')}
          </Button>
        )}
        <Button variant="default" onClick={edits.discard}>
          {t('discard')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() => onShow('preview')}
          disabled={unready}
        >
          {t('preview')}
        </Button>
        <Button onClick={() => onShow('save')} disabled={unready || blocked}>
          {t('save')}
        </Button>
      </Group>
      <PreviewDrawer
        opened={shown === 'preview'}
        edits={edits}
        onClose={() => onShow(null)}
        onSave={() => onShow('save')}
        blocked={blocked}
      />
      <SaveModal opened={shown === 'save'} edits={edits} blocked={blocked} onClose={() => onShow(null)} />
    </section>
  );
}
