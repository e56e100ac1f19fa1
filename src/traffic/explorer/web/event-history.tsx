import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '#platform/contract/endpoint.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import type { eventsEndpoints } from '#traffic/explorer/contract/events-endpoints.ts';
import styles from './events.module.css';

export type EventDetail = Answer<typeof eventsEndpoints.detail>['data'];

/** Who decided what, newest first. */
export function Decisions({ decisions, timeZone }: { decisions: EventDetail['decisions']; timeZone: string }) {
  const { t } = useTranslation('events');
  const format = useFormat();
  const heading = useId();
  if (decisions.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h3 id={heading}>{t('history')}</h3>
      <ol className={styles.history}>
        {decisions.map(({ decision, reason, author, at }) => (
          <li key={at} data-decision={decision}>
            <strong>{t(`decided_${decision}`)}</strong> <span>{reason}</span>
            <small>
              {author}, <time dateTime={at}>{format.dateTime(at, timeZone)}</time>
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Where the event came from: the file, the record in it, and the id that names it everywhere. */
export function Origin({ origin, rowId }: { origin: EventDetail['origin']; rowId: string }) {
  const { t } = useTranslation('events');
  const format = useFormat();
  const heading = useId();
  const sticky = new URLSearchParams(useStickySearch());
  sticky.set('import', String(origin.import_id));
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h3 id={heading}>{t('origin')}</h3>
      <Facts>
        {origin.file_name && (
          <Fact name={t('origin_file')}>
            <Link to={`/traffic/import?${sticky}`}>{origin.file_name}</Link>
          </Fact>
        )}
        <Fact name={t('origin_record')}>
          <span className="numbers">{format.number(origin.record_no)}</span>
        </Fact>
        <Fact name={t('origin_id')}>
          <span className={styles.mono}>{rowId}</span>
          <CopyButton value={rowId} label={t('copy_value', { name: t('origin_id') })} />
        </Fact>
      </Facts>
    </section>
  );
}
