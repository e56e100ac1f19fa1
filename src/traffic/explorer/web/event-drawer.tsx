import { ActionIcon, Button } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/web/api/api-error.ts';
import { query } from '#platform/web/api/call.ts';
import { FormDrawer } from '#platform/web/form/form-drawer.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { userMay } from '#platform/web/session/user-may.ts';
import { CopyButton } from '#platform/web/ui/copy-button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { isVerdict, VerdictBadge } from '#platform/web/ui/verdict-badge.tsx';
import { useNames } from '#traffic/event/web/names.ts';
import { eventsEndpoints } from '#traffic/explorer/contract/events-endpoints.ts';
import { evidenceText } from '#traffic/rules/web/evidence-text.ts';
import { partnerText } from '#traffic/rules/web/partner-text.ts';
import { PublisherWhy } from '#traffic/rules/web/publisher-why.tsx';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import { useWhyWords } from '#traffic/rules/web/use-why-words.ts';
import { WhyCard } from '#traffic/rules/web/why-card.tsx';
import { EventActions } from './event-actions.tsx';
import { EventCost, useCostWords } from './event-cost.tsx';
import { EventFacts } from './event-facts.tsx';
import { Decisions, type EventDetail, Origin } from './event-history.tsx';
import { plainValue, shownValue } from './event-values.ts';
import styles from './events.module.css';
import { RelatedEvents } from './related-events.tsx';
import type { Neighbours } from './use-neighbours.ts';

const isDecision = (value: unknown): value is 'none' | 'clean' | 'fraud' =>
  value === 'none' || value === 'clean' || value === 'fraud';

/** Asking again would not find it: no such event, or no id of one. */
const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.field === 'id');

interface Props {
  id: string | null;
  around: Neighbours;
  total: number | undefined;
  onClose: () => void;
}

/** One event with everything behind its verdict. Its address can be sent to a colleague. */
export function EventDrawer({ id, around, total, onClose }: Props) {
  const { t } = useTranslation('events');
  const { pkg } = useSelection();
  const asked = query(eventsEndpoints.detail, { params: { id: id ?? '' }, query: { package_name: pkg.package_name } });
  const detail = useQuery({
    ...asked,
    enabled: id !== null,
    // The event before would be read as this one.
    placeholderData: (before) => (before?.data.event.row_id === id ? before : undefined),
  });
  return (
    <FormDrawer
      of={id ?? undefined}
      opened={id !== null}
      onClose={onClose}
      size="min(680px, 100vw)"
      padding={0}
      title={
        <span className={styles.titleLine}>
          {detail.data ? <Title event={detail.data.data.event} /> : t('event')}
          <Steps around={around} total={total} />
        </span>
      }
      classNames={{ header: styles.drawerHead ?? '', body: styles.drawer ?? '', title: styles.drawerTitle ?? '' }}
    >
      {detail.isPending && <div className={styles.drawerWait} role="status" aria-label={t('event')} />}
      {detail.isError &&
        (isUnknown(detail.error) ? (
          <EmptyState
            why={t('unknown_event', { id, package: pkg.package_title })}
            action={
              <Button variant="default" size="compact-md" onClick={onClose}>
                {t('to_list')}
              </Button>
            }
          />
        ) : (
          <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
        ))}
      {detail.data && id !== null && <Detail key={id} id={id} detail={detail.data.data} />}
    </FormDrawer>
  );
}

function Title({ event }: { event: EventDetail['event'] }) {
  const { t } = useTranslation('events');
  const { pkg } = useSelection();
  const words = useWhyWords(pkg.time_zone);
  const names = useNames();
  return (
    <>
      {isVerdict(event.verdict) && <VerdictBadge verdict={event.verdict} />}
      <strong>{names.kind(String(event.kind))}</strong>
      <span className={styles.muted}>{shownValue(words, event, 'ts')}</span>
      <CopyButton value={location.href} label={t('copy_link')} />
    </>
  );
}

/** To the events before and after, in the order of the list. */
function Steps({ around: { place, previous, next }, total }: { around: Neighbours; total: number | undefined }) {
  const { t } = useTranslation('events');
  const format = useFormat();
  if (place === null) return null;
  return (
    <span className={styles.steps}>
      <span className={styles.muted}>
        {t('place', { place: format.number(place), total: format.number(total ?? place) })}
      </span>
      <StepButton label={t('previous')} onClick={previous}>
        <IconChevronUp size={16} aria-hidden />
      </StepButton>
      <StepButton label={t('next')} onClick={next}>
        <IconChevronDown size={16} aria-hidden />
      </StepButton>
    </span>
  );
}

interface StepProps {
  label: string;
  onClick: (() => void) | undefined;
  children: ReactNode;
}

/** At the end of the list it stays where it is, so that the keyboard keeps its place. */
const StepButton = ({ label, onClick, children }: StepProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={label}
    title={label}
    data-disabled={onClick === undefined}
    aria-disabled={onClick === undefined}
    onClick={() => onClick?.()}
  >
    {children}
  </ActionIcon>
);

/** The reason as text with limits, cost, id and the address of the event. */
function useEvidence(title: string, words: ReturnType<typeof useWhyWords>, detail: EventDetail, id: string) {
  const { t } = useTranslation('events');
  const ruleName = useRuleName();
  const cost = useCostWords();
  const { event, explanation, money } = detail;
  return (): string =>
    explanation === null
      ? ''
      : evidenceText(words, explanation, {
          title,
          shown: (column) => shownValue(words, event, column),
          ruleName,
          rest: [`${t('cost')}: ${cost(event, money)}`, `${t('origin_id')}: ${id}`, location.href],
        });
}

function Detail({ id, detail }: { id: string; detail: EventDetail }) {
  const { t } = useTranslation('events');
  const { pkg } = useSelection();
  const words = useWhyWords(pkg.time_zone);
  const names = useNames();
  const { event, explanation, publisher_explanation, decisions, money, origin } = detail;
  const title = t('partner_title', {
    package: pkg.package_title,
    kind: names.kind(String(event.kind)),
    time: shownValue(words, event, 'ts'),
    zone: pkg.time_zone,
  });
  const evidence = useEvidence(title, words, detail, id);
  const textForPartner = (): string =>
    explanation === null
      ? ''
      : partnerText(words, explanation, {
          title,
          shown: (column) => (column.endsWith('_time') ? shownValue(words, event, column) : plainValue(event, column)),
        });
  return (
    <div className={styles.detail}>
      {publisher_explanation && (
        <>
          <PublisherWhy explanation={publisher_explanation} words={words} />
          <EventCost event={event} money={money} />
        </>
      )}
      {explanation && (
        <WhyCard explanation={explanation} words={words} shown={(column) => shownValue(words, event, column)}>
          <EventCost event={event} money={money} />
          {userMay('event.judge') && (
            <EventActions
              packageName={pkg.package_name}
              id={id}
              event={event}
              decision={isDecision(event.decision) ? event.decision : 'none'}
              partnerText={textForPartner}
              evidenceText={evidence}
            />
          )}
        </WhyCard>
      )}
      <RelatedEvents id={id} />
      <Decisions decisions={decisions} timeZone={pkg.time_zone} />
      <EventFacts event={event} reader={words} />
      <Origin origin={origin} rowId={id} />
    </div>
  );
}
