import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/web/i18n/format.ts';
import screen from '#platform/web/layout/screen.module.css';
import type { Column } from '#platform/web/table/column.ts';
import { DataTable } from '#platform/web/table/data-table.tsx';
import { Percent } from '#platform/web/ui/percent.tsx';
import { usePaidColumn } from '#traffic/money/web/paid-column.ts';
import type { PublisherProfile, SubPublisherRow } from '#traffic/sources/contract/source-endpoints.ts';
import { useVerdictColumns } from './decisions/use-verdict-columns.tsx';
import { useSourceEventsHref } from './source-hrefs.ts';

/** Its sites, the largest first; a number leads to its events. */
export function SubPublishers({ profile }: { profile: PublisherProfile }) {
  const { t } = useTranslation('publisher');
  const { t: ui } = useTranslation('ui');
  const eventsHref = useSourceEventsHref(profile.kind ?? undefined);
  const format = useFormat();
  const { publisher } = profile;
  const paid = usePaidColumn<SubPublisherRow>();
  const verdicts = useVerdictColumns(publisher);
  const columns = useMemo((): Column<SubPublisherRow>[] => {
    const events = ({ sub_publisher }: SubPublisherRow, verdict?: string): string =>
      eventsHref({ publisher, sub_publisher }, verdict);
    return [
      {
        id: 'sub_publisher',
        header: t('sub_publisher'),
        kind: 'text',
        width: 220,
        value: (row) => row.sub_publisher || t('not_reported'),
      },
      ...verdicts.columns,
      { id: 'events', header: t('events'), kind: 'number', href: (row) => events(row) },
      { id: 'fraud', header: ui('verdict_fraud'), kind: 'number', href: (row) => events(row, 'fraud') },
      { id: 'suspect', header: ui('verdict_suspect'), kind: 'number', href: (row) => events(row, 'suspect') },
      {
        id: 'fraud_rate',
        header: t('fraud_rate'),
        kind: 'percent',
        width: 170,
        narrow: { place: 1, width: 150 },
        value: (row) => row.fraud_rate?.share ?? null,
        render: (row) => <Percent rate={row.fraud_rate} />,
      },
      paid('spend', { header: t('spend'), narrow: { place: 2, width: 104 } }),
      { id: 'clicks', header: t('clicks'), kind: 'number' },
      { id: 'conversions', header: t('conversions'), kind: 'number' },
    ];
  }, [t, ui, paid, eventsHref, publisher, verdicts.columns]);
  const more = profile.more_sub_publishers;
  return (
    <section className={screen.card} aria-label={t('sub_publishers')}>
      <header className={screen.cardHead}>
        <h3>{t('sub_publishers')}</h3>
        {more > 0 && <span className={screen.note}>{t('more_subs', { n: format.number(more) })}</span>}
      </header>
      <DataTable
        id="sub-publishers"
        caption={t('sub_publishers')}
        columns={columns}
        rows={profile.sub_publishers}
        rowKey={({ sub_publisher }) => sub_publisher}
        density="compact"
        maxHeight={380}
      />
      {verdicts.drawer}
    </section>
  );
}
