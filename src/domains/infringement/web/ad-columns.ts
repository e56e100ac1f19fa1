import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdRow, AdView } from '#domains/infringement/contract/search-ad.ts';
import { useFormat } from '#platform/web/i18n/format.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import type { Column } from '#platform/web/table/column.ts';

/** `awin:1234`, as people write it to a network. */
export const affiliateName = ({ network, affiliate_id }: Pick<AdRow, 'network' | 'affiliate_id'>): string =>
  [network, affiliate_id].filter((text) => text !== '').join(':');

/** What is wrong with an ad, in words. */
export function useFindings(): (row: AdRow) => string {
  const { t } = useTranslation('infringement');
  return (row) => [...(row.is_hijack ? [t('hijack')] : []), ...(row.is_violation ? [t('violation')] : [])].join(' · ');
}

/** Columns of both pages, and of all ads without a view. */
export function useAdColumns(view?: AdView): Column<AdRow>[] {
  const { t } = useTranslation('infringement');
  const { pkg } = useSelection();
  const findings = useFindings();
  const format = useFormat();
  return useMemo(() => {
    const columns: (Column<AdRow> | undefined)[] = [
      { id: 'keyword', header: t('keyword'), kind: 'text', width: 150, narrow: { place: 0, width: 120 } },
      view === 'affiliate'
        ? { id: 'affiliate', header: t('affiliate'), kind: 'text', width: 150, value: affiliateName }
        : { id: 'domain', header: t('domain'), kind: 'text', width: 150, narrow: { place: 1, width: 130 } },
      view === 'affiliate'
        ? {
            id: 'findings',
            header: t('findings'),
            kind: 'text',
            width: 170,
            value: findings,
            narrow: { place: 1, width: 120 },
          }
        : {
            id: 'classification',
            header: t('classification'),
            kind: 'text',
            width: 120,
            value: ({ classification }) => t(`class_${classification}`),
          },
      view === undefined
        ? { id: 'affiliate', header: t('affiliate'), kind: 'text', width: 140, value: affiliateName }
        : undefined,
      { id: 'state', header: t('state'), kind: 'text', width: 110, value: ({ state }) => t(`state_${state}`) },
      { id: 'position', header: t('position'), kind: 'number', width: 90 },
      {
        id: 'country',
        header: t('country'),
        kind: 'text',
        width: 110,
        value: ({ country }) => format.country(country),
      },
      {
        id: 'device',
        header: t('device'),
        kind: 'text',
        width: 100,
        value: ({ device }) => (device === '' ? '' : t(`device_${device}`)),
      },
      { id: 'display_url', header: t('display_url'), kind: 'text', width: 190 },
      { id: 'observed_at', header: t('observed_at'), kind: 'datetime', timeZone: pkg.time_zone },
      { id: 'advertiser', header: t('advertiser'), kind: 'text', width: 150, hidden: true },
      { id: 'final_url', header: t('final_url'), kind: 'text', width: 240, hidden: true },
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 140, hidden: view !== 'affiliate' },
    ];
    return columns.filter((column) => column !== undefined);
  }, [t, pkg.time_zone, findings, format, view]);
}
