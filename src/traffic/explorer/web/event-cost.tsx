import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { assumedText } from '#traffic/money/contract/amounts-text.ts';
import { basisOf, costsHref } from '#traffic/money/web/costs-href.ts';
import type { EventDetail } from './event-history.tsx';
import { plainValue, type StoredEvent } from './event-values.ts';
import styles from './events.module.css';

/** What the event costs and how that is known; where it is not, the way to say it. */
export function EventCost({ event, money }: { event: StoredEvent; money: EventDetail['money'] }) {
  const { t } = useTranslation('events');
  const { pkg } = useSelection();
  const words = useCostParts();
  const { amount, origin } = words(event, money);
  const [kind, publisher] = [String(event.kind), plainValue(event, 'publisher')];
  return (
    <p className={styles.cost}>
      <span className={styles.muted}>{t('cost')}</span> {amount && <strong className="numbers">{amount}</strong>}{' '}
      <span>{origin}</span>
      {basisOf(kind) && money.from !== 'event' && userMay('money.write') && (
        <Link to={costsHref(pkg.package_name, money.from === 'none' ? { publisher, kind } : {})}>
          {t(money.from === 'none' ? 'price_set' : 'price_change')}
        </Link>
      )}
    </p>
  );
}

/** The same in one line of text. */
export function useCostWords() {
  const parts = useCostParts();
  return (event: StoredEvent, money: EventDetail['money']): string => {
    const { amount, origin } = parts(event, money);
    return amount === undefined ? origin : `${amount}, ${origin}`;
  };
}

function useCostParts() {
  const { t } = useTranslation('events');
  const { pkg } = useSelection();
  const format = useFormat();
  const where = useOrigin();
  return (event: StoredEvent, money: EventDetail['money']): { amount: string | undefined; origin: string } => {
    if (money.amount === null)
      return { amount: undefined, origin: basisOf(String(event.kind)) ? where(event, money) : t('cost_unpaid') };
    const amount = format.money(Number(money.amount), money.currency || pkg.currency);
    return { amount: money.from === 'price' ? assumedText(amount) : amount, origin: where(event, money) };
  };
}

function useOrigin() {
  const { t } = useTranslation('events');
  const format = useFormat();
  return (event: StoredEvent, { from, price, currency }: EventDetail['money']): string => {
    if (from === 'none') return t('cost_none');
    if (from === 'event') {
      const reported = plainValue(event, 'currency');
      if (reported === '' || reported === currency) return t('cost_event');
      return t('cost_event_other', { amount: format.money(Number(event.cost), reported) });
    }
    if (!price) return t('cost_price_untold');
    const isOfAll = price.publisher === '';
    const words = { source: price.publisher, day: format.day(price.since) };
    const one = format.price(price.amount, price.currency);
    if (price.agreement === null)
      return t(isOfAll ? 'cost_price_every' : 'cost_price', { ...words, price: one, basis: price.basis.toUpperCase() });
    const share = Number(price.share) > 0 ? format.percent(Number(price.share) / 100) : undefined;
    const terms = [...(Number(price.amount) > 0 ? [one] : []), ...(share === undefined ? [] : [share])].join(' + ');
    return t(isOfAll ? 'cost_agreed_every' : 'cost_agreed', { ...words, name: price.agreement, price: terms });
  };
}
