import { Button, Group } from '@mantine/core';
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PreviewDrawer } from './preview-drawer.tsx';
import styles from './rules.module.css';
import { SaveModal } from './save-modal.tsx';
import type { DraftEdits } from './use-draft.ts';

interface Props {
  edits: DraftEdits;
  /** A version is being written into history. */
  blocked: boolean;
}

/** What is not saved yet, and what to do with it. Stays in sight below the list. */
export function DraftBar({ edits, blocked }: Props) {
  const { t } = useTranslation('rules');
  const [shown, setShown] = useState<'preview' | 'save' | null>(null);
  const count = edits.changed.length;
  return (
    <section className={styles.bar} aria-label={t('unsaved_changes')}>
      <p role="status">{edits.outdated ? t('outdated') : t('changes', { count })}</p>
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
          onClick={() => setShown('preview')}
          disabled={count === 0}
        >
          {t('preview')}
        </Button>
        <Button onClick={() => setShown('save')} disabled={count === 0 || blocked}>
          {t('save')}
        </Button>
      </Group>
      <PreviewDrawer
        opened={shown === 'preview'}
        edits={edits}
        onClose={() => setShown(null)}
        onSave={() => setShown('save')}
        blocked={blocked}
      />
      <SaveModal opened={shown === 'save'} edits={edits} onClose={() => setShown(null)} />
    </section>
  );
}
