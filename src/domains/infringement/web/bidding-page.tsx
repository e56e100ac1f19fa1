import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { biddingEndpoints } from '#domains/infringement/contract/adword-endpoints.ts';
import type { AdState } from '#domains/infringement/contract/search-ad.ts';
import { query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { useAdColumns } from './ad-columns.ts';
import { StateFilter } from './ad-list.tsx';

/** All ads on the keywords of the brand, to look through and to take along. */
export function BiddingPage() {
  const { t } = useTranslation('infringement');
  const { pkg, range } = useSelection();
  const state = useListState();
  const [chosen, setChosen] = useState<AdState>();
  const choose = (value: AdState | undefined): void => {
    setChosen(value);
    state.setPage(1);
  };
  const { search } = state.asked;
  const asked = {
    package_name: pkg.package_name,
    start_date: range.from,
    end_date: range.to,
    ...(chosen ? { state: chosen } : {}),
    ...(search ? { search } : {}),
  };
  const { page, limit } = state.asked;
  const list = useQuery(query(biddingEndpoints.list, { query: { ...asked, page, limit } }));
  const { state: saving, save } = useDownloads();
  const file = (format: 'csv' | 'xlsx') => () =>
    save(() =>
      download(biddingEndpoints.download, { query: { ...asked, format } }, { name: `keyword-bidding.${format}` }),
    );
  return (
    <ListPage
      id="keyword-bidding"
      lead={t('lead_bidding')}
      caption={t('caption_bidding', { zone: pkg.time_zone })}
      columns={useAdColumns()}
      state={state}
      list={list}
      searchLabel={t('search_ads')}
      filters={<StateFilter value={chosen} onChange={choose} />}
      actions={(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={saving.loading}
          onClick={file(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
      empty={{ why: t(chosen ? 'none_found' : 'none_bidding') }}
      noneFound={t('none_found')}
    />
  );
}
