import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import styles from './rules.module.css';
import type { DraftEdits } from './use-draft.ts';

/** Somebody has saved in the meantime: the edits go on from that version, and nothing of either is lost. */
export function NewerVersion({ edits }: { edits: DraftEdits }) {
  const { t } = useTranslation('rules');
  const ruleName = useRuleName();
  const format = useFormat();
  const { newer, draft } = edits;
  if (!newer) return null;
  const { version, both, takeOver } = newer;
  const titleOf = (id: string): string => ruleName(id, draft.custom.find((one) => one.id === id)?.title);
  return (
    <div className={styles.newer} role="alert">
      <p>
        {t('newer', { version })} {both.length > 0 && t('newer_both', { rules: format.list(both.map(titleOf)) })}
      </p>
      <Button variant="light" size="compact-md" onClick={takeOver}>
        {t('take_over', { version })}
      </Button>
    </div>
  );
}
