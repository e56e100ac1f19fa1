import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { accountEndpoints, type PackageSummary } from '#domains/account-tools/contract/accounts.ts';
import { query } from '#platform/web/api/call.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import type { Column } from '#platform/web/table/column.ts';

/** All packages of the account beside each other: people, traffic, reports, linked accounts. */
export function SummaryPage() {
  const { t } = useTranslation('account-tools');
  const { range } = useSelection();
  const format = useFormat();
  const list = useQuery(query(accountEndpoints.summary, { query: { fromDate: range.from, toDate: range.to } }));
  const columns = useMemo((): Column<PackageSummary>[] => {
    const counted = (id: 'users' | 'events' | 'fraud' | 'reports' | 'accounts'): Column<PackageSummary> => ({
      id,
      header: t(id),
      definition: t(`${id}_hint`),
      kind: 'number',
      width: 130,
      ...(id === 'events' ? { narrow: { place: 1, width: 84 } } : {}),
      total: true,
    });
    return [
      {
        id: 'title',
        header: t('package'),
        kind: 'text',
        href: ({ package_name }) => `/?package=${encodeURIComponent(package_name)}`,
      },
      { id: 'package_name', header: t('package_name'), kind: 'text', hidden: true },
      { id: 'platform', header: t('platform'), kind: 'text', width: 90, value: (row) => t(`kind_${row.platform}`) },
      { id: 'active', header: t('state'), kind: 'text', width: 110, value: (row) => t(row.active ? 'active' : 'off') },
      counted('users'),
      counted('events'),
      counted('fraud'),
      {
        id: 'share',
        header: t('fraud_share'),
        kind: 'percent',
        width: 150,
        narrow: { place: 2, width: 100 },
        tone: 'fraud',
        value: ({ events, fraud }) => (events === 0 ? null : fraud / events),
        total: (rows) => format.percent(shareOf(rows)),
      },
      counted('reports'),
      counted('accounts'),
    ];
  }, [t, format]);
  return (
    <ListPage
      id="account-summary"
      lead={t('summary_lead')}
      caption={t('summary_caption')}
      columns={columns}
      rowKey={({ package_name }) => package_name}
      list={list}
      empty={{ why: t('no_packages') }}
    />
  );
}

function shareOf(rows: readonly PackageSummary[]): number | null {
  const sum = (of: (row: PackageSummary) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const events = sum((row) => row.events);
  return events === 0 ? null : sum((row) => row.fraud) / events;
}
