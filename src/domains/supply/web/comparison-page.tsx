import { Button, Select } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type StandingRow, standingEndpoints } from '#domains/supply/contract/supply-endpoints.ts';
import { STANDINGS, type Standing } from '#domains/supply/contract/supply-file.ts';
import { query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';

/** Sellers in traffic, and what sites and exchanges say of them. */
export function ComparisonPage() {
  const { t } = useTranslation('supply');
  const { pkg, range } = useSelection();
  const state = useListState();
  const [standing, setStanding] = useState<Standing>();
  const { page, limit, search } = state.asked;
  const asked = {
    package_name: pkg.package_name,
    start_date: range.from,
    end_date: range.to,
    ...(standing ? { standing } : {}),
    ...(search ? { search } : {}),
  };
  const list = useQuery(query(standingEndpoints.list, { query: { ...asked, page, limit } }));
  const { state: saving, save } = useDownloads();
  return (
    <ListPage
      id="supply-comparison"
      lead={t('lead_comparison')}
      caption={t('caption_comparison', { zone: pkg.time_zone })}
      columns={useColumns()}
      rowKey={({ id }) => id}
      state={state}
      list={list}
      searchLabel={t('search_sellers')}
      filters={
        <Select
          aria-label={t('standing')}
          placeholder={t('every_standing')}
          data={STANDINGS.map((each) => ({ value: each, label: t(`standing_${each}`) }))}
          value={standing ?? null}
          clearable
          clearButtonProps={{ 'aria-label': t('every_standing') }}
          onChange={(chosen) => {
            setStanding(STANDINGS.find((each) => each === chosen));
            state.setPage(1);
          }}
        />
      }
      actions={(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={saving.loading}
          onClick={() =>
            save(() =>
              download(
                standingEndpoints.download,
                { query: { ...asked, format } },
                { name: `authorised-sellers.${format}` },
              ),
            )
          }
        >
          {format.toUpperCase()}
        </Button>
      ))}
      empty={{ why: t(standing ? 'none_found' : 'none_comparison') }}
      noneFound={t('none_found')}
    />
  );
}

function useColumns(): Column<StandingRow>[] {
  const { t } = useTranslation('supply');
  const { pkg } = useSelection();
  return useMemo(
    (): Column<StandingRow>[] => [
      { id: 'site', header: t('site'), kind: 'text', width: 190, narrow: { place: 0, width: 140 } },
      { id: 'system', header: t('system'), kind: 'text', width: 170 },
      { id: 'account', header: t('account'), kind: 'text', width: 140, nothing: t('not_reported') },
      {
        id: 'standing',
        header: t('standing'),
        kind: 'text',
        width: 220,
        narrow: { place: 1, width: 130 },
        value: ({ standing }) => t(`standing_${standing}`),
      },
      { id: 'events', header: t('events'), kind: 'number' },
      {
        id: 'publishers',
        header: t('publishers'),
        kind: 'text',
        width: 190,
        value: ({ publishers }) => publishers.join(', '),
      },
      { id: 'first', header: t('first'), kind: 'datetime', timeZone: pkg.time_zone, hidden: true },
      { id: 'last', header: t('last'), kind: 'datetime', timeZone: pkg.time_zone },
    ],
    [t, pkg.time_zone],
  );
}
