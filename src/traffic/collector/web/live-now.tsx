import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { useErrorText } from '#platform/web/ui/error-text.ts';
import { Figure } from '#platform/web/ui/figure.tsx';
import { liveEndpoints } from '#traffic/collector/contract/live-endpoints.ts';
import styles from './live.module.css';

const POLL_MS = 2000;
const TICK_MS = 1000;

/** Seconds since a moment, counting; of no use before there is one. */
function useSecondsSince(at: number, counts: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!counts) return undefined;
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [counts]);
  return Math.max(0, Math.round((now - at) / 1000));
}

/** What came in the last five minutes and what waits; it can be made to stand still. */
export function LiveNow() {
  const { t } = useTranslation('live');
  const { t: kit } = useTranslation('ui');
  const { pkg } = useSelection();
  const format = useFormat();
  const errorText = useErrorText();
  const heading = useId();
  const [paused, setPaused] = useState(false);
  const status = useQuery({
    ...query(liveEndpoints.status, { query: { package_name: pkg.package_name } }),
    staleTime: 0,
    // Who has never been answered is told why, and asks again by hand: a poll would take the words away.
    refetchInterval: ({ state }) => (paused || (state.status === 'error' && !state.data) ? false : POLL_MS),
  });
  const seconds = useSecondsSince(status.dataUpdatedAt, !paused);
  const live = status.data?.data;
  const loading = !live;
  const number = (n = 0) => ({ value: format.number(n), loading });
  const since = live?.waiting_since
    ? t('since', { time: format.moment(live.waiting_since, pkg.time_zone) })
    : undefined;
  if (status.isError && !live) return <ErrorState error={status.error} onRetry={() => void status.refetch()} />;
  return (
    <section className={styles.box} aria-labelledby={heading}>
      <div className={styles.head}>
        <h3 id={heading}>{t('now')}</h3>
        <span className={styles.result}>
          <span className={styles.hint}>
            {paused ? t('paused') : loading ? t('asking') : t('updated', { n: format.number(seconds) })}
          </span>
          <Button size="compact-sm" variant="default" aria-pressed={paused} onClick={() => setPaused(!paused)}>
            {paused ? t('go_on') : t('pause')}
          </Button>
        </span>
      </div>
      <div className={styles.figures}>
        <Figure
          label={t('accepted')}
          definition={t('accepted_hint')}
          {...number(live?.recent.accepted)}
          detail={
            live && live.recent.duplicates > 0
              ? t('duplicates', { count: live.recent.duplicates, n: format.number(live.recent.duplicates) })
              : undefined
          }
        />
        <Figure label={t('waiting')} definition={t('waiting_hint')} {...number(live?.waiting)} detail={since} />
        <Figure label={t('loaded')} definition={t('loaded_hint')} {...number(live?.recent.loaded)} tone="clean" />
        <Figure
          label={t('dead')}
          definition={t('dead_hint')}
          {...number(live?.recent.dead)}
          tone={live?.recent.dead ? 'fraud' : 'accent'}
        />
      </div>
      {status.isError && (
        <p className={styles.fault} role="alert">
          {t('not_answered', { why: errorText(status.error) })}{' '}
          <Button size="compact-sm" variant="default" onClick={() => void status.refetch()}>
            {kit('retry')}
          </Button>
        </p>
      )}
      {live && live.filed.clicks > 0 && (
        <p className={styles.fault} role="status">
          {t('filed', {
            count: live.filed.clicks,
            n: format.number(live.filed.clicks),
            time: live.filed.since ? format.moment(live.filed.since, pkg.time_zone) : '',
          })}
        </p>
      )}
      {live?.problem && (
        <p className={styles.fault} role="status">
          {t('problem', { problem: live.problem })}
        </p>
      )}
    </section>
  );
}
