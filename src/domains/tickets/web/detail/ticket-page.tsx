import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { TicketDetail } from '#domains/tickets/contract/ticket.ts';
import { ticketEndpoints } from '#domains/tickets/contract/ticket-endpoints.ts';
import { visibleText } from '#platform/contract/visible-text.ts';
import { query } from '#platform/web/api/call.ts';
import { FormSkeleton } from '#platform/web/form/form-card.tsx';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useStickySearch } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { PriorityBadge, StatusBadge } from '../case-badges.tsx';
import { CloseTicket } from '../close-ticket.tsx';
import styles from '../tickets.module.css';
import { useCaseWord } from '../use-case-word.ts';
import { Comments } from './comments.tsx';
import { EditTicket } from './edit-ticket.tsx';
import { Files } from './files.tsx';
import { History } from './history.tsx';
import { Incidents } from './incidents.tsx';
import { Sharing } from './sharing.tsx';
import { TicketDuties } from './ticket-duties.tsx';
import { Watching } from './watching.tsx';

/** Everything about one ticket; who may change it does so here. */
export function TicketPage() {
  const { id = '' } = useParams();
  const one = useQuery(query(ticketEndpoints.detail, { params: { id: Number(id) } }));
  if (one.isError) return <ErrorState error={one.error} onRetry={() => void one.refetch()} />;
  if (!one.data || one.data.data.id !== Number(id)) return <FormSkeleton />;
  // What is half typed belongs to its ticket.
  return <Whole key={id} ticket={one.data.data} />;
}

const FACTS = [
  'publisher',
  'category',
  'sub_category',
  'brand',
  'channel',
  'sub_channel',
  'country',
  'location',
  'url',
] as const;

function Whole({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation('tickets');
  const sticky = useStickySearch();
  const [closing, setClosing] = useState(false);
  const [editing, setEditing] = useState(false);
  const word = useCaseWord();
  const facts = FACTS.filter((name) => ticket[name] !== '');
  return (
    <div className={screen.page}>
      <header className={screen.head}>
        <div>
          <h2>
            #{ticket.id} {ticket.title}
          </h2>
          <Group gap="xs" mt={6}>
            <StatusBadge status={ticket.status} />
            <PriorityBadge priority={ticket.priority} />
            {ticket.overdue && <span className={screen.fault}>{t('overdue')}</span>}
          </Group>
        </div>
        <div className={screen.tools}>
          <Button variant="default" component={Link} to={`/issues${sticky}`}>
            {t('to_list')}
          </Button>
          {ticket.may_change && ticket.status !== 'Closed' && (
            <>
              <Button variant="default" onClick={() => setEditing(true)}>
                {t('edit')}
              </Button>
              <Button variant="default" onClick={() => setClosing(true)}>
                {t('close')}
              </Button>
            </>
          )}
        </div>
      </header>
      <div className={styles.columns}>
        <div className={styles.column}>
          {(ticket.description !== '' || ticket.closing_reason !== '') && (
            <section className={screen.card} aria-label={t('description')}>
              <div className={styles.body}>
                {ticket.description !== '' && <p className={styles.words}>{ticket.description}</p>}
                {ticket.closing_reason !== '' && (
                  <p className={screen.note}>{t('closed_because', { reason: ticket.closing_reason })}</p>
                )}
              </div>
            </section>
          )}
          <Incidents ticket={ticket} />
          <Comments ticket={ticket} />
          <Files ticket={ticket} />
        </div>
        <div className={styles.column}>
          {ticket.may_change && <TicketDuties ticket={ticket} />}
          {facts.length > 0 && (
            <section className={screen.card} aria-label={t('facts')}>
              <div className={styles.body}>
                <dl className={styles.facts}>
                  {facts.map((name) => (
                    <Fact key={name} name={t(name)} value={visibleText(word(name, ticket[name]))} />
                  ))}
                </dl>
              </div>
            </section>
          )}
          {ticket.may_change && <Sharing key={ticket.shared_with.map(({ name }) => name).join()} ticket={ticket} />}
          <Watching ticket={ticket} />
          <History ticket={ticket} />
        </div>
      </div>
      {editing && <EditTicket ticket={ticket} onDone={() => setEditing(false)} />}
      {closing && <CloseTicket ticket={ticket} onDone={() => setClosing(false)} />}
    </div>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);
