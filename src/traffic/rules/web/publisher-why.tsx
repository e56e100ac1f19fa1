import { Link } from '#platform/web/layout/link.tsx';
import type { PublisherExplanation } from '#traffic/rules/contract/explanation.ts';
import { formatValue } from '#traffic/rules/contract/quantity.ts';
import { ruleHelp } from '#traffic/rules/contract/rule-help.ts';
import type { SentenceWords } from '#traffic/rules/contract/sentence.ts';
import styles from './why.module.css';

/** What a publisher sees: the reason and the masked values it rests on. Rules, limits and lists stay with the owner. */
export function PublisherWhy({ explanation, words }: { explanation: PublisherExplanation; words: SentenceWords }) {
  const { verdict, reason, tier, observed } = explanation;
  const named = reason ? words.reason(reason) : words.t('by.nothing');
  return (
    <section className={styles.card} data-verdict={verdict} aria-label={words.t('why')}>
      <p className={styles.headline}>{words.t('headline', { verdict: words.verdict(verdict), reason: named })}</p>
      {reason && <p className={styles.because}>{words.why(reason)}</p>}
      {reason && (
        <p className={styles.note}>
          <Link to={ruleHelp(reason)}>{words.t('help')}</Link>
        </p>
      )}
      {tier && <p className={styles.note}>{words.t(`tier_${tier}`)}</p>}
      <ul className={styles.signals}>
        {observed.map(({ field, value, unit }) => (
          <li key={field} className={styles.signal}>
            <span className={styles.signalName}>{words.column(field)}</span>
            <strong className={styles.observed}>{formatValue(words, field, value, unit)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
