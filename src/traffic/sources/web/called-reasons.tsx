import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '#platform/contract/endpoint.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { Link } from '#platform/web/layout/link.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { Percent } from '#platform/web/ui/percent.tsx';
import { rateOf } from '#traffic/event/contract/rate.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { usePaidColumn } from '#traffic/money/web/paid-column.ts';
import { type CalledReasons as Called, sourceEndpoints } from '#traffic/sources/contract/source-endpoints.ts';
import { useKind } from './kind-select.tsx';
import styles from './publisher.module.css';
import { useCalledHref } from './source-hrefs.ts';

type Row = Answer<typeof sourceEndpoints.reasons>['data']['reasons'][number];

/** What was called and why, in a sentence and by reason; every number leads to its events. */
export function CalledReasons({ publisher }: { publisher?: string }) {
  const { t } = useTranslation('publisher');
  const { pkg, range } = useSelection();
  const [kind] = useKind();
  const found = useQuery(
    query(sourceEndpoints.reasons, {
      query: {
        package_name: pkg.package_name,
        fromDate: range.from,
        toDate: range.to,
        ...(publisher === undefined ? {} : { publisher }),
        ...(kind ? { kind } : {}),
      },
    }),
  );
  const called = found.data?.data;
  return (
    <section className={screen.card} aria-labelledby="called">
      <header className={screen.cardHead}>
        <h3 id="called">{t('called')}</h3>
      </header>
      {called && <Sentence called={called} publisher={publisher} />}
      <Reasons
        rows={called?.reasons ?? []}
        events={called?.events ?? 0}
        publisher={publisher}
        kind={called?.kind ?? undefined}
        loading={found.isPending}
        stale={found.isPlaceholderData}
        error={found.isError ? found.error : undefined}
        onRetry={() => void found.refetch()}
      />
    </section>
  );
}

function Sentence({
  called: { kind, events, verdicts },
  publisher,
}: {
  called: Called;
  publisher: string | undefined;
}) {
  const { t } = useTranslation('publisher');
  const format = useFormat();
  const names = useNames();
  const href = useCalledHref(publisher, kind ?? undefined);
  return (
    <p className={styles.called} data-tour="answer">
      {kind && `${names.kind(kind)}: `}
      <Link to={href({ verdict: 'fraud' })}>
        {t('called_fraud', { count: verdicts.fraud, n: format.number(verdicts.fraud) })}
      </Link>{' '}
      {t('called_of', { count: events, n: format.number(events) })}, <Percent rate={rateOf(verdicts.fraud, events)} />;{' '}
      <Link to={href({ verdict: 'suspect' })}>
        {t('called_suspect', { count: verdicts.suspect, n: format.number(verdicts.suspect) })}
      </Link>
      .
    </p>
  );
}

interface ReasonsProps {
  rows: readonly Row[];
  /** All of the kind, called or not. */
  events: number;
  publisher: string | undefined;
  kind: string | undefined;
  loading: boolean;
  stale: boolean;
  error: unknown;
  onRetry: () => void;
}

function Reasons({ rows, events, publisher, kind, ...state }: ReasonsProps) {
  const { t } = useTranslation('publisher');
  const { t: ui } = useTranslation('ui');
  const names = useNames();
  const paid = usePaidColumn<Row>();
  const href = useCalledHref(publisher, kind);
  const columns = useMemo(
    (): Column<Row>[] => [
      { id: 'reason', header: t('reason'), kind: 'text', width: 200, value: ({ reason }) => names.reason(reason) },
      {
        id: 'fraud',
        narrow: { place: 1, width: 90 },
        header: ui('verdict_fraud'),
        kind: 'number',
        href: ({ reason, fraud }) => (fraud > 0 ? href({ verdict: 'fraud', reason }) : undefined),
      },
      {
        id: 'suspect',
        header: ui('verdict_suspect'),
        kind: 'number',
        href: ({ reason, suspect }) => (suspect > 0 ? href({ verdict: 'suspect', reason }) : undefined),
      },
      {
        id: 'share',
        header: t('reason_share'),
        definition: t('reason_share_hint'),
        kind: 'percent',
        width: 130,
        value: ({ fraud, suspect }) => (events > 0 ? (fraud + suspect) / events : null),
      },
      paid('at_risk', {
        narrow: { place: 2, width: 104 },
        header: t('at_risk_all'),
        definition: t('at_risk_hint'),
        width: 140,
      }),
      paid('suspect_cost', { header: t('suspect_cost'), definition: t('suspect_cost_hint'), width: 176 }),
      { id: 'why', header: t('reason_why'), kind: 'text', width: 420, value: ({ reason }) => names.why(reason) },
    ],
    [t, ui, names, paid, href, events],
  );
  return (
    <DataTable
      id="called-reasons"
      caption={t('called')}
      columns={columns}
      rows={rows}
      rowKey={({ reason }) => reason}
      density="compact"
      maxHeight={380}
      empty={{ why: t('called_nothing') }}
      {...state}
    />
  );
}
