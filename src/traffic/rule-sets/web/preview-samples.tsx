import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { VerdictBadge } from '#platform/web/ui/verdict-badge.tsx';
import { useEventHref } from '#traffic/event/web/event-href.ts';
import { useNames } from '#traffic/event/web/names.ts';
import type { ReplaySample } from '#traffic/rule-sets/contract/replay.ts';
import styles from './rules.module.css';

interface Props {
  samples: readonly ReplaySample[];
  timeZone: string;
  changed: number;
}

/** Some of the events that change, the same ones every time, each a link to all that is known of it. */
export function PreviewSamples({ samples, timeZone, changed }: Props) {
  const { t } = useTranslation('rules');
  const names = useNames();
  const format = useFormat();
  const href = useEventHref();
  if (samples.length === 0) return null;
  return (
    <section className={screen.card} aria-label={t('samples')}>
      <header className={screen.cardHead}>
        <h3>{t('samples')}</h3>
        <span className={screen.note}>{t('samples_of', { shown: samples.length, count: format.number(changed) })}</span>
      </header>
      <div className={styles.scroller}>
        <table className={styles.table}>
          <caption className="visually-hidden">{t('samples')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              <th scope="col">{t('kind')}</th>
              <th scope="col">{t('publisher')}</th>
              <th scope="col">{t('before')}</th>
              <th scope="col">{t('after')}</th>
              <th scope="col" data-numeric>
                {t('cost')}
              </th>
            </tr>
          </thead>
          <tbody>
            {samples.map((sample) => (
              <tr key={sample.row_id}>
                <td>
                  <Link to={href(sample)}>{format.dateTime(sample.ts, timeZone)}</Link>
                </td>
                <td>{names.kind(sample.kind)}</td>
                <td>{sample.publisher}</td>
                {[sample.before, sample.after].map((side, index) => (
                  // First what it is, then what it would be.
                  <td key={index === 0 ? 'before' : 'after'}>
                    <VerdictBadge verdict={side.verdict} />{' '}
                    <span className={screen.note}>{side.reason && names.reason(side.reason)}</span>
                  </td>
                ))}
                <td data-numeric>{sample.cost === 0 ? '–' : format.money(sample.cost, sample.currency || 'USD')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
