import { Button, Group, Select } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#platform/contract/date-range.ts';
import { call, query } from '#platform/web/api/call.ts';
import { Link } from '#platform/web/layout/link.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { VerdictBadge } from '#platform/web/ui/verdict-badge.tsx';
import { liveEndpoints, type TestVerdict } from '#traffic/collector/contract/live-endpoints.ts';
import type { EventKind } from '#traffic/event/contract/event.ts';
import { kindsFor } from '#traffic/event/contract/kinds-of-platform.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { useRuleName } from '#traffic/rules/web/rule-texts.ts';
import styles from './live.module.css';

const POLL_MS = 700;

/** Sends one event the way senders do and shows what became of it. */
export function TestEvent() {
  const { t } = useTranslation('live');
  const { t: words } = useTranslation('traffic');
  const { pkg } = useSelection();
  const heading = useId();
  const errorText = useErrorText();
  const kinds = kindsFor(pkg.platform);
  const [kind, setKind] = useState<EventKind>(kinds[0] ?? 'click');
  const send = useMutation({
    mutationFn: () => call(liveEndpoints.test, { body: { package_name: pkg.package_name, kind } }),
  });
  const eventId = send.data?.data.event_id;
  return (
    <section className={styles.box} aria-labelledby={heading}>
      <h3 id={heading}>{t('test')}</h3>
      <p className={styles.hint}>{t('test_hint')}</p>
      <Group gap="xs" align="flex-end">
        <Select
          label={t('kind')}
          data={kinds.map((value) => ({ value, label: words(`kind.${value}`) }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => setKind(kinds.find((each) => each === value) ?? kind)}
        />
        <Button loading={send.isPending} onClick={() => send.mutate()}>
          {t('send_test')}
        </Button>
      </Group>
      {send.error && (
        <p className={styles.fault} role="alert">
          {errorText(send.error)}
        </p>
      )}
      {eventId && <Outcome key={eventId} eventId={eventId} />}
    </section>
  );
}

function Outcome({ eventId }: { eventId: string }) {
  const { t } = useTranslation('live');
  const { pkg } = useSelection();
  const found = useQuery({
    ...query(liveEndpoints.testVerdict, { params: { event_id: eventId }, query: { package_name: pkg.package_name } }),
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.data.state ?? 'waiting') === 'waiting' ? POLL_MS : false),
  });
  const outcome = found.data?.data;
  if (outcome?.state === 'dead') return <p role="status">{t('test_dead')}</p>;
  if (!outcome?.verdict || !outcome.row_id) return <p role="status">{t('test_waiting')}</p>;
  const day = todayIn(pkg.time_zone, new Date());
  const where = { package: pkg.package_name, from: day, to: day, event: outcome.row_id };
  return (
    <div role="status">
      <p className={styles.result}>
        {t('test_loaded')} <VerdictBadge verdict={outcome.verdict} />
        <Link to={`/traffic/events?${new URLSearchParams(where)}`}>{t('test_why')}</Link>
      </p>
      <Reasons reasons={outcome.reasons} />
    </div>
  );
}

/** What hit: the reason, the rule behind it, and in a sentence what is wrong with such events. */
function Reasons({ reasons }: Pick<TestVerdict, 'reasons'>) {
  const { t } = useTranslation('live');
  const names = useNames();
  const ruleName = useRuleName();
  if (reasons.length === 0) return <p className={styles.hint}>{t('test_no_reason')}</p>;
  return (
    <ul className={styles.reasons} aria-label={t('test_reasons')}>
      {reasons.map(({ reason, rule, title }) => (
        <li key={`${reason} ${rule}`}>
          <strong>{reason === '' ? ruleName(rule, title) : names.reason(reason)}</strong>
          {reason !== '' && rule !== '' && ` · ${ruleName(rule, title)}`}
          <span className={styles.hint}> {names.why(reason)}</span>
        </li>
      ))}
    </ul>
  );
}
