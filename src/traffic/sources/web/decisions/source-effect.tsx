import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { VerdictBadge } from '#platform/web/ui/verdict-badge.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import { assumedText } from '#traffic/money/contract/amounts-text.ts';
import { amountsText } from '#traffic/money/contract/paid-text.ts';
import { NoRateNote } from '#traffic/money/web/no-rate-note.tsx';
import type { SourcePreview } from '#traffic/sources/contract/decision-endpoints.ts';
import styles from './sources.module.css';
import type { usePreview } from './use-decisions.ts';

/** What a decision would change, counted before it is made: events by kind, money, and closed months. */
export function SourceEffect({ found }: { found: ReturnType<typeof usePreview> }) {
  const { t } = useTranslation('sources');
  // Counted again because something else was decided: the old numbers must not stand as its answer.
  const counting = found.isFetching;
  return (
    <section className={styles.effect} aria-label={t('effect')} aria-busy={counting}>
      <h3>{t('effect')}</h3>
      {counting && <p className={screen.note}>{t('effect_counting')}</p>}
      {!counting && found.isError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {!counting && !found.isError && found.data && <Effect of={found.data.data} />}
    </section>
  );
}

function Effect({ of }: { of: SourcePreview }) {
  const { t } = useTranslation('sources');
  const format = useFormat();
  const names = useNames();
  const { kinds, changes, following, closed_months: closed } = of;
  const sum = (what: 'events' | 'changed'): number => kinds.reduce((all, kind) => all + kind[what], 0);
  if (changes.length === 0)
    return <p className={screen.note}>{t('effect_none', { all: format.number(sum('events')) })}</p>;
  return (
    <>
      <p>
        <strong>{t('effect_of', { n: format.number(sum('changed')), all: format.number(sum('events')) })}</strong>
      </p>
      <ul>
        {changes.map(({ from, to, events }) => (
          <li key={`${from} ${to}`}>
            <strong className="numbers">{format.number(events)}</strong> <VerdictBadge verdict={from} />{' '}
            <span aria-hidden>→</span> <VerdictBadge verdict={to} />
          </li>
        ))}
      </ul>
      <ul>
        {kinds.map(({ kind, events, changed }) => (
          <li key={kind}>
            {t('effect_kind', {
              kind: names.kind(kind),
              n: format.number(changed),
              all: format.number(events),
            })}
          </li>
        ))}
      </ul>
      <Money of={of.money} />
      {following > 0 && <p className={screen.note}>{t('effect_following', { n: format.number(following) })}</p>}
      {closed.length > 0 && (
        <p className={styles.closed} role="note">
          {t('effect_closed', {
            months: format.list(
              closed.map(({ month, changed }) => `${format.month(month.slice(0, 7))} (${format.number(changed)})`),
            ),
          })}
        </p>
      )}
    </>
  );
}

function Money({ of }: { of: SourcePreview['money'] }) {
  const { t } = useTranslation('sources');
  const format = useFormat();
  const text = (way: 'to_fraud' | 'from_fraud'): string | undefined => {
    const amount = amountsText(of[way], format);
    return amount && Object.keys(of[`assumed_${way}`]).length > 0 ? assumedText(amount) : amount;
  };
  const [more, less] = [text('to_fraud'), text('from_fraud')];
  if (!more && !less) return <p className={screen.note}>{t('effect_no_money')}</p>;
  return (
    <>
      {more && <p>{t('effect_more_risk', { amount: more })}</p>}
      {less && <p>{t('effect_less_risk', { amount: less })}</p>}
      <NoRateNote currencies={[...Object.keys(of.to_fraud), ...Object.keys(of.from_fraud)]} />
    </>
  );
}
