import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Counts, MovedEvidence, TicketDetail } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useEventHref } from '#traffic/event/web/event-href.ts';
import { useNames } from '#traffic/event/web/names.ts';
import styles from '../tickets.module.css';
import { useCaseWord } from '../use-case-word.ts';
import { useIncidentTitle } from '../use-incident-title.ts';

/** What the ticket gathers, with what was counted when it was attached and whether that has moved since. */
export function Incidents({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation('tickets');
  const live = useQuery({
    ...query(ticketEndpoints.evidence, { params: { id: ticket.id } }),
    enabled: ticket.may_change,
  });
  return (
    <section className={screen.card} aria-labelledby="ticket-incidents">
      <div className={screen.cardHead}>
        <h3 id="ticket-incidents">{t('incidents')}</h3>
      </div>
      <div className={styles.body}>
        {ticket.incidents.map((incident) => (
          <Incident
            key={incident.id}
            incident={incident}
            live={live.data?.data.find(({ incident_id: id }) => id === incident.id)}
          />
        ))}
      </div>
    </section>
  );
}

type Attached = TicketDetail['incidents'][number];

function Incident({ incident, live }: { incident: Attached; live: MovedEvidence | undefined }) {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const format = useFormat();
  const word = useCaseWord();
  const titleOf = useIncidentTitle();
  const counted = useCounted();
  const { frozen } = incident;
  const days = ({ from, to }: NonNullable<typeof frozen.asked>): string =>
    from === to
      ? t('evidence_day', { day: format.day(from) })
      : t('evidence_days', { from: format.day(from), to: format.day(to) });
  return (
    <article>
      <p className={styles.by}>
        <strong>{titleOf(incident)}</strong>
        <span>{word('source', incident.source)}</span>
        <time dateTime={incident.happened_at}>{format.dateTime(incident.happened_at, pkg.time_zone)}</time>
      </p>
      {frozen.counts && (
        <p className={styles.words}>
          {t('evidence_frozen', {
            at: format.dateTime(incident.attached_at, pkg.time_zone),
            counts: counted(frozen.counts),
          })}
          {frozen.asked && ` ${days(frozen.asked)}`}
          {frozen.rule_set_version !== null && ` ${t('evidence_rules', { version: frozen.rule_set_version })}`}
        </p>
      )}
      {frozen.asked && <Asked packageName={incident.package_name} asked={frozen.asked} />}
      {live?.moved && live.now && (
        <p className={styles.moved} role="note">
          {t('evidence_moved', { counts: counted(live.now) })}
          {live.rule_set_version.frozen !== live.rule_set_version.now &&
            ` ${t('evidence_rules', { version: live.rule_set_version.now })}`}
        </p>
      )}
      {frozen.sample.length > 0 && <Sample sample={frozen.sample} />}
    </article>
  );
}

interface AskedProps {
  packageName: string;
  asked: NonNullable<Attached['frozen']['asked']>;
}

/** The filter the counts are of; it leads to the events as they are judged now. */
function Asked({ packageName, asked: { from, to, kinds, where } }: AskedProps) {
  const { t } = useTranslation('tickets');
  const format = useFormat();
  const names = useNames();
  const filters = Object.entries({ kind: kinds, ...where }).filter(([, values]) => values.length > 0);
  const search = new URLSearchParams({ package: packageName, from, to });
  for (const [field, values] of filters) for (const value of values) search.append(field, value);
  const said = filters.map(
    ([field, values]) => `${names.dimension(field)}: ${format.list(values.map((value) => names.value(field, value)))}`,
  );
  return (
    <p className={styles.words}>
      {t('evidence_filter', { filter: said.length === 0 ? t('evidence_everything') : said.join(' · ') })}{' '}
      <Link to={`/traffic/events?${search}`}>{t('evidence_events')}</Link>
    </p>
  );
}

/** Events that were called when the incident was attached, each leading to its reasons. */
function Sample({ sample }: { sample: Attached['frozen']['sample'] }) {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const format = useFormat();
  const names = useNames();
  const hrefOf = useEventHref();
  return (
    <ul className={styles.sample} aria-label={t('evidence_sample')}>
      <li className={screen.note}>{t('evidence_sample')}</li>
      {sample.map(({ event_id: id, ts, reason }) => (
        <li key={id}>
          <Link to={hrefOf({ row_id: id, ts })}>{format.dateTime(ts, pkg.time_zone)}</Link>
          <strong>{names.reason(reason)}</strong>
          <span className={screen.note}>{names.why(reason)}</span>
        </li>
      ))}
    </ul>
  );
}

function useCounted(): (counts: Counts) => string {
  const { t } = useTranslation('tickets');
  const format = useFormat();
  return ({ total, fraud, suspect }) =>
    t('evidence_counts', {
      total: format.number(total),
      fraud: format.number(fraud),
      suspect: format.number(suspect),
      share: format.percent(total === 0 ? 0 : fraud / total),
    });
}
