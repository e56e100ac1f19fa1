import { Link } from '#platform/web/layout/link.tsx';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { useNames } from '#traffic/event/web/names.ts';
import type { RuleExplanation } from '#traffic/rules/contract/explanation.ts';
import { ruleHelp } from '#traffic/rules/contract/rule-help.ts';
import { type SentenceWords, signalsByField, strengthWords } from '#traffic/rules/contract/sentence.ts';
import { useRuleName } from './rule-texts.ts';
import { SignalRow } from './signal-row.tsx';
import styles from './why.module.css';

/** A rule that hit, with every signal it looked at and the list entries it stands on. */
export function RuleCard({ rule, words }: { rule: RuleExplanation; words: SentenceWords }) {
  const names = useNames();
  const ruleName = useRuleName();
  const sticky = useStickySearch();
  const { t } = words;
  // What holds first: of several halves of a rule, the one that hit is what the card is about.
  const rows = signalsByField(rule).sort(([a], [b]) => Number(b.holds) - Number(a.holds));
  const { aspect } = rule;
  const name = aspect ? ruleName(`${rule.rule}.${aspect.id}`, aspect.title) : ruleName(rule.rule, rule.title);
  const strength = strengthWords(words, rule);
  return (
    <section className={styles.rule} data-verdict={rule.verdict ?? undefined} aria-label={name}>
      <header className={styles.ruleHead}>
        <h4>{name}</h4>
        <span className={styles.tags}>
          {rule.verdict && <span>{words.verdict(rule.verdict)}</span>}
          <span title={t(`tier_${rule.tier}`)}>{rule.tier === 'quality' ? t('quality') : rule.tier}</span>
          {rule.mode === 'mark' && <span>{t('marks_only')}</span>}
          {!rule.rule.startsWith('custom.') && <Link to={ruleHelp(rule.rule)}>{t('help')}</Link>}
          {userMay('rules.read') && (
            <Link
              data-tour="rule"
              to={`/rules${sticky}${sticky ? '&' : '?'}${new URLSearchParams({ rule: rule.rule })}`}
            >
              {t('change_rule')}
            </Link>
          )}
        </span>
      </header>
      {strength && <p className={styles.strength}>{strength}</p>}
      <ul className={styles.signals}>
        {rows.map((signals, index) => (
          <SignalRow
            key={`${signals[0].field} ${signals[0].holds}`}
            isFirst={rows.findIndex(([{ field }]) => field === signals[0].field) === index}
            rule={rule}
            signals={signals}
            words={words}
            about={names.about(signals[0].field)}
          />
        ))}
      </ul>
      {rule.listed.map(({ field, entry, date }) => (
        <p key={field} className={styles.listed}>
          {t(date ? 'listed_dated' : 'listed', { name: words.column(field), entry, date })}
        </p>
      ))}
    </section>
  );
}
