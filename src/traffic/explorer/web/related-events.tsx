import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { VerdictBadge } from '#platform/web/ui/verdict-badge.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import { eventsEndpoints } from '#traffic/explorer/contract/events-endpoints.ts';
import { withEvent } from './event-address.ts';
import styles from './events.module.css';

/** What else happened in the minute of the event, on its address and on its device. Each leads to its own reasons. */
export function RelatedEvents({ id }: { id: string }) {
  const { t } = useTranslation('events');
  const { pkg } = useSelection();
  const [params] = useSearchParams();
  const format = useFormat();
  const names = useNames();
  const heading = useId();
  const { data } = useQuery(
    query(eventsEndpoints.related, { params: { id }, query: { package_name: pkg.package_name } }),
  );
  if (!data || data.data.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h3 id={heading}>{t('related')}</h3>
      {data.data.map(({ by, total, rows }) => (
        <details key={by} className={styles.related}>
          <summary>
            {t(`related_${by}`)} <span className={styles.muted}>{format.number(total)}</span>
          </summary>
          <ul>
            {rows.map((row) => (
              <li key={row.id}>
                <VerdictBadge verdict={row.verdict} />
                <Link to={`?${withEvent(params, row.id)}`} replace>
                  {format.dateTime(new Date(row.at).toISOString(), pkg.time_zone)}
                </Link>
                <span>{names.kind(row.kind)}</span>
                <span className={styles.muted}>
                  {[row.publisher, row.reason && names.reason(row.reason)].filter((part) => part !== '').join(' · ')}
                </span>
              </li>
            ))}
          </ul>
          {total > rows.length && <p className={styles.hint}>{t('related_nearest', { n: rows.length })}</p>}
        </details>
      ))}
    </section>
  );
}
