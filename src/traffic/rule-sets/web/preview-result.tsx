import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { TOTAL_VERDICTS, type Verdict } from '#traffic/event/contract/event.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { NoRateNote } from '#traffic/money/web/no-rate-note.tsx';
import type { ReplayResult } from '#traffic/rule-sets/contract/replay.ts';
import { usePublisherHref } from '#traffic/sources/web/publisher-href.ts';
import layout from './preview.module.css';
import { PreviewDays } from './preview-days.tsx';
import { about, moneyColumns, moneyOf, moneyValues } from './preview-money.ts';
import { PreviewSamples } from './preview-samples.tsx';
import styles from './rules.module.css';

/** What a draft would change: money first, then events, then where. */
export function PreviewResult({ result }: { result: ReplayResult }) {
  const { t } = useTranslation('rules');
  if (result.changed === 0 && result.other_reason === 0)
    return (
      <div className={styles.banner} role="status">
        <p>{t('changes_nothing')}</p>
      </div>
    );
  return (
    <>
      <Sums result={result} />
      <NoRateNote currencies={moneyOf(result).map(({ currency }) => currency)} />
      <PreviewDays result={result} />
      <ByPublisher result={result} />
      <div className={layout.two}>
        <Parts result={result} cut="kinds" />
        <Parts result={result} cut="reasons" />
      </div>
      <PreviewSamples samples={result.samples} timeZone={result.time_zone} changed={result.changed} />
    </>
  );
}

/** Fraud before and after: what it costs in each currency, and its events. */
function Sums({ result }: { result: ReplayResult }) {
  const { t } = useTranslation('rules');
  const { t: ui } = useTranslation('ui');
  const format = useFormat();
  const share = (counts: ReplayResult['before'], verdict: Verdict) => {
    const total = TOTAL_VERDICTS.reduce((sum, each) => sum + counts[each], 0);
    return format.percent(total > 0 ? counts[verdict] / total : null);
  };
  const shown: readonly Verdict[] =
    result.before.filtered + result.after.filtered > 0
      ? ['fraud', 'suspect', 'clean', 'filtered']
      : ['fraud', 'suspect', 'clean'];
  return (
    <div className={layout.money}>
      {moneyOf(result).map(({ currency, fraud_before, fraud_after, to_fraud, from_fraud, assumed }) => (
        <section key={currency} className={layout.sum} aria-label={t('fraud_cost', { currency })}>
          <h3>{t('fraud_cost', { currency: currency || t('no_currency') })}</h3>
          <p className={layout.big}>
            {about(format.money(fraud_before, currency || 'USD'), assumed)} <span className={layout.arrow}>→</span>{' '}
            {about(format.money(fraud_after, currency || 'USD'), assumed)}
          </p>
          <p className={screen.note}>
            {t('more_less', {
              more: format.money(to_fraud, currency || 'USD'),
              less: format.money(from_fraud, currency || 'USD'),
            })}
          </p>
        </section>
      ))}
      {shown.map((verdict) => (
        <section key={verdict} className={layout.sum} aria-label={ui(`verdict_${verdict}`)}>
          <h3>{ui(`verdict_${verdict}`)}</h3>
          <p className={layout.big}>
            {format.number(result.before[verdict])} <span className={layout.arrow}>→</span>{' '}
            {format.number(result.after[verdict])}
          </p>
          <p className={screen.note}>
            {verdict === 'filtered'
              ? t('outside_total')
              : `${share(result.before, verdict)} → ${share(result.after, verdict)}`}
          </p>
        </section>
      ))}
      <section className={layout.sum} aria-label={t('events_change')}>
        <h3>{t('events_change')}</h3>
        <p className={layout.big}>{format.number(result.changed)}</p>
        <p className={screen.note}>
          {t('of_events', { events: format.number(result.events) })}
          {result.other_reason > 0 &&
            ` · ${t('other_reason', { count: result.other_reason, events: format.number(result.other_reason) })}`}
        </p>
      </section>
    </div>
  );
}

type PublisherRow = Record<string, unknown> & {
  publisher: string;
  href: string | undefined;
  changed: number;
};

function ByPublisher({ result }: { result: ReplayResult }) {
  const { t } = useTranslation('rules');
  const href = usePublisherHref();
  const format = useFormat();
  const columns = useMemo(
    (): Column<PublisherRow>[] => [
      {
        id: 'publisher',
        header: t('publisher'),
        kind: 'link',
        width: 210,
        href: (row) => row.href,
      },
      ...moneyColumns<PublisherRow>(result, t, format),
      { id: 'changed', header: t('events_change'), kind: 'number', width: 170 },
      { id: 'fraud_before', header: t('fraud_before'), kind: 'number', width: 136 },
      { id: 'fraud_after', header: t('fraud_after'), kind: 'number', width: 136 },
      { id: 'rate_before', header: t('rate_before'), kind: 'percent', tone: 'fraud', width: 120 },
      { id: 'rate_after', header: t('rate_after'), kind: 'percent', tone: 'fraud', width: 120 },
      { id: 'events', header: t('events'), kind: 'number' },
    ],
    [t, result, format],
  );
  const rows = useMemo(() => {
    const row = (
      publisher: string,
      link: string | undefined,
      part: Omit<ReplayResult['publishers'][number], 'publisher'>,
    ) => {
      const events = TOTAL_VERDICTS.reduce((sum, verdict) => sum + part.before[verdict], 0);
      return {
        publisher,
        href: link,
        changed: part.changed,
        events,
        fraud_before: part.before.fraud,
        fraud_after: part.after.fraud,
        rate_before: events > 0 ? part.before.fraud / events : null,
        rate_after: events > 0 ? part.after.fraud / events : null,
        ...moneyValues(part.money),
      };
    };
    const named = result.publishers
      .filter(({ changed }) => changed > 0)
      .map((part) => row(part.publisher || t('no_publisher'), part.publisher ? href(part.publisher) : undefined, part));
    const { rest } = result;
    return rest && rest.changed > 0 ? [...named, row(t('rest', { count: rest.publishers }), undefined, rest)] : named;
  }, [result, t, href]);
  return (
    <section className={screen.card} aria-label={t('by_publisher')}>
      <header className={screen.cardHead}>
        <h3>{t('by_publisher')}</h3>
      </header>
      <DataTable
        id="preview-publishers"
        caption={t('by_publisher')}
        columns={columns}
        rows={rows}
        rowKey={({ publisher }) => publisher}
        density="compact"
        maxHeight={380}
        empty={{ why: t('no_publisher_changes') }}
      />
    </section>
  );
}

/** Events by kind or by reason, before and after. */
function Parts({ result, cut }: { result: ReplayResult; cut: 'kinds' | 'reasons' }) {
  const { t } = useTranslation('rules');
  const names = useNames();
  const rows =
    cut === 'kinds'
      ? result.kinds
          .filter(({ changed }) => changed > 0)
          .map(({ kind, before, after }) => ({ name: names.kind(kind), before: before.fraud, after: after.fraud }))
      : result.reasons
          .filter(({ before, after }) => before !== after)
          .map(({ reason, before, after }) => ({ name: names.reason(reason), before, after }));
  const title = t(cut === 'kinds' ? 'by_kind' : 'by_reason');
  const columns: Column<(typeof rows)[number]>[] = [
    { id: 'name', header: t(cut === 'kinds' ? 'kind' : 'reason'), kind: 'text', width: 180 },
    { id: 'before', header: t(cut === 'kinds' ? 'fraud_before' : 'before'), kind: 'number' },
    { id: 'after', header: t(cut === 'kinds' ? 'fraud_after' : 'after'), kind: 'number' },
  ];
  return (
    <section className={screen.card} aria-label={title}>
      <header className={screen.cardHead}>
        <h3>{title}</h3>
      </header>
      <DataTable
        id={`preview-${cut}`}
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        density="compact"
        maxHeight={300}
        empty={{ why: t('no_part_changes') }}
      />
    </section>
  );
}
