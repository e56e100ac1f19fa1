import { Button, Checkbox, Group } from '@mantine/core';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useNames } from '#traffic/event/web/names.ts';
import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { useRuleName, useRuleTexts } from '#traffic/rules/web/rule-texts.ts';
import { withNew } from './draft-edits.ts';
import styles from './rules.module.css';
import type { DraftEdits } from './use-draft.ts';

interface Props {
  /** Rules of the product that neither the stored version nor the draft names. */
  rules: readonly RuleView[];
  version: number;
  edits: DraftEdits;
  mayEdit: boolean;
  onPreview: () => void;
}

/**
 * Rules that came with an update. They are off, for a version means the same after it, so somebody has to be told, and
 * takes all or some of them as any other edit: draft, preview, save.
 */
export function NewRules({ rules, version, edits, mayEdit, onPreview }: Props) {
  const { t } = useTranslation('rules');
  const [left, setLeft] = useState<readonly string[]>([]);
  const chosen = rules.filter(({ id }) => !left.includes(id));
  const count = chosen.length;
  const take = (off: boolean): void => edits.edit((draft) => withNew(draft, chosen, off));
  return (
    <section className={`${styles.banner} ${styles.news}`} aria-labelledby="new-rules">
      <div>
        <h2 id="new-rules">{t('news_title', { count: rules.length })}</h2>
        <p>{t('news_lead', { version })}</p>
      </div>
      <details>
        <summary>{t('news_what')}</summary>
        <ul>
          {rules.map((rule) => (
            <li key={rule.id}>
              <NewRule
                rule={rule}
                checked={!left.includes(rule.id)}
                disabled={!mayEdit}
                onCheck={(on) => setLeft(on ? left.filter((id) => id !== rule.id) : [...left, rule.id])}
              />
            </li>
          ))}
        </ul>
      </details>
      {mayEdit && (
        <Group gap="xs">
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            disabled={count === 0}
            onClick={() => {
              take(false);
              onPreview();
            }}
          >
            {t('news_preview', { count })}
          </Button>
          <Button variant="default" disabled={count === 0} onClick={() => take(false)}>
            {t('news_take', { count })}
          </Button>
          <Button variant="subtle" disabled={count === 0} onClick={() => take(true)}>
            {t('news_leave', { count })}
          </Button>
        </Group>
      )}
    </section>
  );
}

interface NewRuleProps {
  rule: RuleView;
  checked: boolean;
  disabled: boolean;
  onCheck: (on: boolean) => void;
}

function NewRule({ rule, checked, disabled, onCheck }: NewRuleProps) {
  const { t } = useTranslation('rules');
  const names = useNames();
  const ruleName = useRuleName();
  const texts = useRuleTexts();
  const format = useFormat();
  const [attack, title] = [names.reason(rule.reason), ruleName(rule.id, rule.title)];
  return (
    <>
      <Checkbox
        checked={checked}
        disabled={disabled}
        label={attack === title ? title : `${attack}: ${title}`}
        description={texts.looksAt(rule.id, rule.looks_at)}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <p className={screen.note}>
        {t('news_begins', { mode: t(`mode_${rule.starts_as}`), kinds: format.list(rule.kinds.map(names.kind)) })}
      </p>
    </>
  );
}
