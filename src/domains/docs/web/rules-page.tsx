import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { docs, type RuleDoc } from '#domains/docs/contract/endpoints.ts';
import { searchText } from '#platform/contract/search-text.ts';
import { query } from '#platform/web/api/call.ts';
import { longest } from '#platform/web/form/text-limits.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { groupOf, REASON_GROUPS, REASON_ORDER } from '#traffic/event/contract/reasons.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { useRuleName, useRuleTexts } from '#traffic/rules/web/rule-texts.ts';
import { attackWords } from './attack-words.ts';
import { Catalogue } from './catalogue.tsx';
import styles from './docs.module.css';
import { DocsFrame } from './docs-frame.tsx';
import { Reasons } from './reasons.tsx';
import { RuleEntry } from './rule-entry.tsx';
import { matches } from './search.ts';
import { Section } from './section.tsx';
import { useHere } from './use-here.ts';
import { useQuestion } from './use-question.ts';

/** Rules from the server that runs them, reasons and their order from the registry both share. */
export function RulesPage() {
  const { t } = useTranslation('docs');
  const names = useNames();
  const rules = useQuery(query(docs.rules, {}));
  const all = rules.data?.data ?? [];
  const here = useHere(rules.isSuccess);
  const limitsHidden = rules.isSuccess && all.every((rule) => rule.confidential === undefined);
  return (
    <DocsFrame lead={t('rules_lead')}>
      {limitsHidden && (
        <p className={styles.note} role="note">
          {t('limits_hidden')}
        </p>
      )}
      <section aria-busy={rules.isPending}>
        <h2 className={styles.heading}>{t('rules_heading')}</h2>
        {rules.isError && <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />}
        {rules.isPending && <div className={styles.waiting} role="status" aria-label={t('rules_heading')} />}
        {rules.isSuccess && <RuleIndex rules={all} here={here} />}
      </section>
      {rules.isSuccess && !limitsHidden && <Catalogue rules={all} here={here} />}
      <Reasons here={here} />
      <Section title={t('order_heading')} note={t('order_note')} open={false}>
        <ol className={styles.order}>
          {REASON_ORDER.map((code) => (
            <li key={code}>
              {names.reason(code)} <code>{code}</code>
            </li>
          ))}
        </ol>
      </Section>
    </DocsFrame>
  );
}

/** By category of attack, each closed until it is opened, searched in, or a link leads into it. */
function RuleIndex({ rules, here }: { rules: readonly RuleDoc[]; here: string | null }) {
  const { t } = useTranslation('docs');
  const names = useNames();
  const ruleName = useRuleName();
  const texts = useRuleTexts();
  const { text, setText, question } = useQuestion();
  const wordsOf = ({ id, title, reason, looksAt }: RuleDoc): string =>
    [id, ruleName(id, title), title, texts.looksAt(id, looksAt), names.reason(reason), names.why(reason)]
      .concat(reason, attackWords(reason))
      .join(' ');
  const found = rules.filter((rule) => matches(wordsOf(rule), question));
  const groups = Object.keys(REASON_GROUPS)
    .map((group) => ({ group, own: found.filter(({ reason }) => groupOf(reason) === group).sort(byAttack) }))
    .filter(({ own }) => own.length > 0);
  return (
    <div className={styles.index}>
      <search>
        <TextInput
          type="search"
          maxLength={longest(searchText)}
          aria-label={t('rules_search')}
          placeholder={t('rules_search_example')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </search>
      <p className={styles.under} role="status">
        {t('rules_found', { count: found.length })}
      </p>
      {groups.map(({ group, own }) => (
        <details key={group} open={question !== '' || own.some(({ id }) => id === here) || undefined}>
          <summary>
            <h3>{names.value('reason_group', group)}</h3> <span className={styles.quiet}>{own.length}</span>
          </summary>
          {own.map((rule) => (
            <RuleEntry key={rule.id} rule={rule} here={here === rule.id} />
          ))}
        </details>
      ))}
    </div>
  );
}

const RANKS: readonly string[] = REASON_ORDER;
const byAttack = (a: RuleDoc, b: RuleDoc): number => RANKS.indexOf(a.reason) - RANKS.indexOf(b.reason);
