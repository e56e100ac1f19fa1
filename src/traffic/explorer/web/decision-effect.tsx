import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { VerdictBadge } from '#platform/web/ui/verdict-badge.tsx';
import { NOT_REPORTED } from '#traffic/event/contract/dimensions.ts';
import type { Decision } from '#traffic/event/contract/event.ts';
import { useNames } from '#traffic/event/web/names.ts';
import type { DecisionPreview } from '#traffic/explorer/contract/decision-endpoints.ts';
import { assumedText } from '#traffic/money/contract/amounts-text.ts';
import styles from './events.module.css';

/** What a decision would change: how many, from what to what, money, by publisher. */
export function DecisionEffect({ preview, decision }: { preview: DecisionPreview; decision: Decision }) {
  const { t } = useTranslation('events');
  const format = useFormat();
  const names = useNames();
  const { events, already, from, cost, publishers, more_publishers } = preview;
  const amounts = (of: DecisionPreview['cost']): string =>
    format.list(
      of.map(({ currency, cost: sum, assumed }) => {
        const amount = currency ? format.money(Number(sum), currency) : format.number(Number(sum), 2);
        return assumed ? assumedText(amount) : amount;
      }),
    );
  return (
    <>
      <p className={styles.decideHead}>{t(`effect_${decision}`, { count: events, n: format.number(events) })}</p>
      <ul className={styles.effect}>
        {from.map(({ verdict, events: n }) => (
          <li key={verdict}>
            <strong className="numbers">{format.number(n)}</strong> <VerdictBadge verdict={verdict} />
            {decision !== 'none' && (verdict === decision ? t('effect_stays') : <Arrow to={decision} />)}
          </li>
        ))}
      </ul>
      {decision === 'none' && <p className={styles.hint}>{t('effect_rules')}</p>}
      {already > 0 && <p className={styles.hint}>{t('effect_already', { n: format.number(already) })}</p>}
      {cost.length > 0 && <p className={styles.decideCost}>{t('effect_cost', { amount: amounts(cost) })}</p>}
      <table className={styles.effectTable}>
        <thead>
          <tr>
            <th scope="col">{names.column('publisher')}</th>
            <th scope="col">{t('effect_events')}</th>
            {decision !== 'none' && <th scope="col">{t('effect_changing')}</th>}
            {cost.length > 0 && <th scope="col">{names.column('spend')}</th>}
          </tr>
        </thead>
        <tbody>
          {publishers.map((of) => (
            <tr key={of.publisher}>
              <td>{names.value('publisher', of.publisher || NOT_REPORTED)}</td>
              <td>{format.number(of.events)}</td>
              {decision !== 'none' && <td>{format.number(of.changing)}</td>}
              {cost.length > 0 && <td>{amounts(of.cost)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {more_publishers > 0 && <p className={styles.hint}>{t('effect_more', { n: format.number(more_publishers) })}</p>}
    </>
  );
}

const Arrow = ({ to }: { to: 'clean' | 'fraud' }) => (
  <>
    <span aria-hidden>→</span> <VerdictBadge verdict={to} />
  </>
);
