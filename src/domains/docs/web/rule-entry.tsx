import { useTranslation } from 'react-i18next';
import type { RuleDoc } from '#domains/docs/contract/endpoints.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { VerdictBadge } from '#platform/web/ui/verdict-badge.tsx';
import { EVENT_KINDS } from '#traffic/event/contract/event.ts';
import { REASONS } from '#traffic/event/contract/reasons.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { FalsePositives } from '#traffic/rule-sets/web/false-positives.tsx';
import { useLimitWords } from '#traffic/rules/web/limit-words.ts';
import { useRuleName, useRuleTexts } from '#traffic/rules/web/rule-texts.ts';
import styles from './docs.module.css';
import { Facts } from './term.tsx';
import { useDocLink } from './use-here.ts';

const tierOf = (reason: string) => Object.entries(REASONS).find(([code]) => code === reason)?.[1].tier;

/** One detection method: what it looks at, on what, how far it goes, and whom it may hit by mistake. */
export function RuleEntry({ rule, here }: { rule: RuleDoc; here: boolean }) {
  const { t } = useTranslation('docs');
  const names = useNames();
  const ruleName = useRuleName();
  const texts = useRuleTexts();
  const format = useFormat();
  const link = useDocLink();
  const tier = tierOf(rule.reason);
  const kinds = rule.kinds.length === EVENT_KINDS.length ? t('all_kinds') : format.list(rule.kinds.map(names.kind));
  const [title, attack] = [ruleName(rule.id, rule.title), names.reason(rule.reason)];
  const name = title === attack ? title : `${attack}: ${title}`;
  return (
    <article id={rule.id} className={styles.rule} data-here={here || undefined} tabIndex={-1} aria-label={name}>
      <details open={here || undefined}>
        <summary>
          <h4>
            {attack}
            {title !== attack && <small>{title}</small>}
          </h4>
          {rule.verdicts.map((verdict) => (
            <VerdictBadge key={verdict} verdict={verdict} />
          ))}
        </summary>
        <p>{texts.looksAt(rule.id, rule.looksAt)}</p>
        <Facts
          rows={[
            [
              t('reason'),
              <span key="reason">
                <Link to={link('/docs/rules', { at: rule.reason })}>{names.reason(rule.reason)}</Link>
                {tier && ` · ${t(`tier_${tier}`)}`}
              </span>,
            ],
            [t('kinds'), kinds],
            [
              t('needs'),
              rule.needs.map((fact, index) => (
                <span key={fact}>
                  {index > 0 && ', '}
                  <Link to={link('/docs/facts', { at: fact })}>{names.column(fact)}</Link>
                </span>
              )),
            ],
            [t('limits'), rule.confidential && <Limits limits={rule.confidential.limits} />],
            [
              t('false_positives'),
              rule.confidential && <FalsePositives rule={rule.id} english={rule.confidential.falsePositives} />,
            ],
            [t('source'), rule.confidential && <span lang="en">{rule.confidential.source}</span>],
          ]}
        />
        <p>
          <Link to={link('/docs/rules', { at: rule.id })}>{t('rule_link')}</Link> <code>{rule.id}</code>
        </p>
      </details>
    </article>
  );
}

function Limits({ limits }: { limits: NonNullable<RuleDoc['confidential']>['limits'] }) {
  const { t } = useTranslation('docs');
  const format = useFormat();
  const words = useLimitWords();
  if (limits.length === 0) return t('no_limits');
  return limits.map((limit) => (
    <span key={limit.name} className={styles.line}>
      {words.label(limit)}: <b>{words.value(limit.default, limit.unit)}</b>{' '}
      <span className={styles.quiet}>
        {t('limit_range', { min: format.number(limit.min), max: format.number(limit.max) })}
      </span>
    </span>
  ));
}
