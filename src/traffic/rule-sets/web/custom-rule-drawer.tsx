import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from '#platform/web/layout/link.tsx';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { isBlockRule } from '#traffic/rules/contract/rule.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import { CustomRuleForm } from './custom-rule-form.tsx';
import { Measures } from './rule-drawer.tsx';
import { RuleHits } from './rule-hits.tsx';
import styles from './rules.module.css';
import type { DraftEdits } from './use-draft.ts';

interface Props {
  opened: boolean;
  /** Absent: a new one. */
  rule: RuleView | undefined;
  edits: DraftEdits;
  mayEdit: boolean;
  /** Whether the form holds what the draft does not. */
  onHalf: (half: boolean) => void;
  onClose: () => void;
  /** The form is done with: what it holds is in the draft, or is not wanted. */
  onDone: () => void;
}

/** A rule of one's own: what it is called, what it looks at, what a hit means. */
export function CustomRuleDrawer({ opened, rule, edits, mayEdit, onHalf, onClose, onDone }: Props) {
  const { t } = useTranslation('rules');
  const sticky = useStickySearch();
  const ruleName = useRuleName();
  const ofList = rule !== undefined && isBlockRule(rule.id);
  const stored = edits.draft.custom.find(({ id }) => id === rule?.id);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="min(820px, 100vw)"
      title={stored ? ruleName(stored.id, stored.title) : t('new_rule')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {opened && (
        <div className={styles.stack}>
          {stored && rule && !rule.is_new && <Measures rule={rule} />}
          {ofList && (
            <p>
              {t('of_block_list')} <Link to={`/web/tools/blacklisting-setting${sticky}`}>{t('to_block_list')}</Link>
            </p>
          )}
          <CustomRuleForm stored={stored} edits={edits} mayEdit={mayEdit && !ofList} onHalf={onHalf} onDone={onDone} />
          {rule && !rule.is_new && <RuleHits rule={rule.id} />}
        </div>
      )}
    </Drawer>
  );
}
