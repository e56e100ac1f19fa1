import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Counts, MovedEvidence, TicketDetail } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
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
          {frozen.asked &&
            ` ${t('evidence_days', { from: format.day(frozen.asked.from), to: format.day(frozen.asked.to) })}`}
          {frozen.rule_set_version !== null && ` ${t('evidence_rules', { version: frozen.rule_set_version })}`}
        </p>
      )}
      {live?.moved && live.now && (
        <p className={styles.moved} role="note">
          {t('evidence_moved', { counts: counted(live.now) })}
          {live.rule_set_version.frozen !== live.rule_set_version.now &&
            ` ${t('evidence_rules', { version: live.rule_set_version.now })}`}
        </p>
      )}
    </article>
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
