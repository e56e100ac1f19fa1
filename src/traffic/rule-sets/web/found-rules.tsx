import { Button, Select, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchText } from '#platform/contract/search-text.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import screen from '#platform/web/layout/screen.module.css';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import type { RuleView } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import { ATTACK_WORDS } from '#traffic/rules/contract/attack-words.ts';
import { useRuleName, useRuleTexts } from '#traffic/rules/web/rule-texts.ts';
import { byKindsOf } from './rule-groups.ts';
import { RuleList, type RuleListProps } from './rule-list.tsx';
import styles from './rules.module.css';
import { EVERYTHING, isShown, type RuleFilter, STATES } from './shown-rules.ts';

interface Props extends Omit<RuleListProps, 'allOpen'> {
  /** Events measured; none: nothing is known of which kinds the package has. */
  events: number;
}

/** The list with its search: rules for the kinds of events there are, and behind a line those for others. */
export function FoundRules({ rules, events, ...list }: Props) {
  const { t } = useTranslation('rules');
  const [filter, setFilter] = useState<RuleFilter>(EVERYTHING);
  const words = useRuleWords();
  const shown = rules.filter((rule) => isShown(rule, filter, list.edits, ...words(rule)));
  const { own, other } = byKindsOf(shown, events);
  const allOpen = Object.values(filter).some((wanted) => wanted.trim() !== '');
  return (
    <>
      <Filters filter={filter} onFilter={setFilter} />
      {shown.length === 0 && (
        <div className={screen.card}>
          <EmptyState
            why={t('none_found')}
            action={
              <Button variant="default" size="compact-md" onClick={() => setFilter(EVERYTHING)}>
                {t('show_all')}
              </Button>
            }
          />
        </div>
      )}
      {own.length > 0 && (
        <div className={screen.card}>
          <RuleList rules={own} allOpen={allOpen} {...list} />
        </div>
      )}
      {other.length > 0 && (
        <details className={screen.card} open={own.length === 0 || undefined}>
          <summary className={`${screen.cardHead} ${styles.others}`}>
            <h2>{t('other_kinds', { count: other.length })}</h2>
            <span className={screen.note}>{t('other_kinds_note')}</span>
          </summary>
          <RuleList rules={other} allOpen={allOpen} {...list} />
        </details>
      )}
    </>
  );
}

/** Words a rule is found by: its names, what it looks at, what the attack is and what else it is called. */
function useRuleWords(): (rule: RuleView) => string[] {
  const names = useNames();
  const ruleName = useRuleName();
  const texts = useRuleTexts();
  return (rule) => [
    ruleName(rule.id, rule.title),
    names.reason(rule.reason),
    names.why(rule.reason),
    texts.looksAt(rule.id, rule.looks_at),
    Object.entries(ATTACK_WORDS).find(([code]) => code === rule.reason)?.[1] ?? '',
  ];
}

function Filters({ filter, onFilter }: { filter: RuleFilter; onFilter: (filter: RuleFilter) => void }) {
  const { t } = useTranslation('rules');
  const pick = (name: 'tier' | 'state' | 'hits', label: string, values: readonly string[]) => (
    <Select
      aria-label={label}
      placeholder={label}
      className={styles.pick ?? ''}
      data={values.map((value) => ({ value, label: t(`${name}_is_${value}`) }))}
      value={filter[name] || null}
      onChange={(value) => onFilter({ ...filter, [name]: value ?? '' })}
      clearable
    />
  );
  return (
    <div className={screen.tools}>
      <TextInput
        type="search"
        maxLength={longest(searchText)}
        className={styles.search ?? ''}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={filter.search}
        onChange={(event) => onFilter({ ...filter, search: event.currentTarget.value })}
      />
      {pick('tier', t('tier'), ['GIVT', 'SIVT', 'quality'])}
      {pick('state', t('state'), STATES)}
      {pick('hits', t('hits'), ['some', 'none', 'blind'])}
    </div>
  );
}
