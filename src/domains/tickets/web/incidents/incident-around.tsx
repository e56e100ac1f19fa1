import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { incidentEndpoints } from '#domains/tickets/contract/incident-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { FormSkeleton } from '#platform/web/form/form-card.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection, useStickySearch } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { StatusBadge } from '../case-badges.tsx';
import { History } from '../detail/history.tsx';
import styles from '../tickets.module.css';
import { useCaseWord } from '../use-case-word.ts';
import { useIncidentTitle } from '../use-incident-title.ts';

const FACTS = [
  'category',
  'sub_category',
  'brand',
  'channel',
  'sub_channel',
  'country',
  'location',
  'publisher',
  'url',
] as const;

interface Props {
  /** To another incident. */
  onOpen: (id: number) => void;
}

/** An incident from all sides: its facts, its tickets, what was done, and others of the same publisher. */
export function IncidentAround({ id, onOpen, onClose }: Props & { id: number | undefined; onClose: () => void }) {
  const { t } = useTranslation('tickets');
  return (
    <SidePanel opened={id !== undefined} title={t('incident')} onClose={onClose}>
      {id !== undefined && <Around id={id} onOpen={onOpen} />}
    </SidePanel>
  );
}

function Around({ id, onOpen }: Props & { id: number }) {
  const { t } = useTranslation('tickets');
  const { pkg } = useSelection();
  const format = useFormat();
  const word = useCaseWord();
  const titleOf = useIncidentTitle();
  const sticky = useStickySearch();
  const one = useQuery(query(incidentEndpoints.around, { query: { id } }));
  if (one.isError) return <ErrorState error={one.error} onRetry={() => void one.refetch()} />;
  if (!one.data || one.data.data.id !== id) return <FormSkeleton />;
  const incident = one.data.data;
  const facts = [
    [t('source'), word('source', incident.source)],
    [t('happened_at'), format.dateTime(incident.happened_at, pkg.time_zone)],
    ...(incident.asked ? [[t('days'), `${format.day(incident.asked.from)} – ${format.day(incident.asked.to)}`]] : []),
    ...FACTS.filter((name) => incident[name] !== '').map((name) => [t(name), incident[name]]),
  ];
  return (
    <div className={styles.column}>
      <p className={styles.words}>{titleOf(incident)}</p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name ?? ''} value={value ?? ''} />
        ))}
      </dl>
      {incident.tickets.length > 0 && (
        <ul className={screen.list} aria-label={t('tickets')}>
          {incident.tickets.map((ticket) => (
            <li key={ticket.id}>
              <Link to={`/issues/${ticket.id}${sticky}`}>
                #{ticket.id} {ticket.title}
              </Link>
              <StatusBadge status={ticket.status} />
            </li>
          ))}
        </ul>
      )}
      {incident.history.length > 0 && (
        <History ticket={{ history: incident.history.map((change, at) => ({ id: at, ...change })) }} />
      )}
      {incident.related.length > 0 && (
        <ul className={screen.list} aria-label={t('related')}>
          <li className={screen.note}>{t('related')}</li>
          {incident.related.map(({ id: other, title, happened_at: at }) => (
            <li key={other}>
              <Button size="compact-sm" variant="subtle" onClick={() => onOpen(other)}>
                {title}
              </Button>
              <time dateTime={at}>{format.dateTime(at, pkg.time_zone)}</time>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);
