import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeChart } from '#platform/contract/charts/model.ts';
import { query } from '#platform/web/api/call.ts';
import { Chart } from '#platform/web/charts/chart.tsx';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { CardFrame } from '#platform/web/ui/card-frame.tsx';
import { VerdictBadge } from '#platform/web/ui/verdict-badge.tsx';
import { useEventHref } from '#traffic/event/web/event-href.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { ruleEndpoints } from '#traffic/rule-sets/contract/rule-endpoints.ts';
import layout from './preview.module.css';
import styles from './rules.module.css';
import { SeriesTable } from './series-table.tsx';

const HEIGHT = 180;

/** Hits of a rule day by day, and the newest events it hit. */
export function RuleHits({ rule }: { rule: string }) {
  const { t } = useTranslation('rules');
  const { pkg } = useSelection();
  const names = useNames();
  const format = useFormat();
  const href = useEventHref();
  const hits = useQuery(query(ruleEndpoints.hits, { query: { package_name: pkg.package_name, rule } }));
  const found = hits.data?.data;
  const model = useMemo(
    (): TimeChart => ({
      kind: 'time',
      drawn: 'stacked',
      buckets: found?.days.map(({ day }) => day) ?? [],
      series: [
        { name: t('decided'), tone: 'fraud', values: found?.days.map(({ decided }) => decided) ?? [] },
        { name: t('hit_only'), tone: 'accent', values: found?.days.map((day) => day.hits - day.decided) ?? [] },
      ],
    }),
    [found, t],
  );
  const answered = found?.days.some((day) => day.hits > 0) ? 'ready' : 'empty';
  const waiting = hits.isError ? 'error' : 'loading';
  const state = found && !hits.isError ? answered : waiting;
  const label = t('hits_by_day');
  return (
    <>
      <CardFrame
        title={label}
        caption={pkg.time_zone}
        state={state}
        error={hits.error}
        onRetry={() => void hits.refetch()}
        height={HEIGHT}
        empty={{ why: t('no_hits') }}
        table={<SeriesTable id="rule_hits" model={model} label={label} maxHeight={HEIGHT - 40} />}
      >
        <div className={layout.plot}>
          <Chart model={model} label={label} height={HEIGHT - 10} />
        </div>
      </CardFrame>
      {found && found.samples.length > 0 && (
        <section className={styles.section}>
          <h3>{t('hit_events')}</h3>
          <ul className={screen.list}>
            {found.samples.map(({ row_id, ts, kind, publisher, verdict, reason }) => (
              <li key={row_id}>
                <Link to={href({ row_id, ts })}>
                  <time dateTime={ts}>{format.dateTime(ts, pkg.time_zone)}</time>
                </Link>
                <span>{names.kind(kind)}</span>
                <span>{publisher}</span>
                <VerdictBadge verdict={verdict} />
                <span className={screen.note}>{reason && names.reason(reason)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
