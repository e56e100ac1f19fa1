import { Button, Select } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReportRow, reportEndpoints } from '#domains/integrity/contract/report-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { download } from '#platform/web/api/files.ts';
import type { PageProps } from '#platform/web/layout/page-component.ts';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column } from '#platform/web/table/column.ts';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { useEventHref } from '#traffic/event/web/event-href.ts';
import { useNames } from '#traffic/event/web/names.ts';
import { kindOfPage } from './kind-of-page.ts';

type Filter = 'handling' | 'handling_reason';

/** Requests of own links or pixels, each with what was done with it and why, and its event behind it. */
export function ReportPage({ page }: PageProps) {
  const { t } = useTranslation('integrity');
  const names = useNames();
  const kind = kindOfPage(page.id);
  const { pkg, range } = useSelection();
  const state = useListState();
  const [chosen, setChosen] = useState<Partial<Record<Filter, string>>>({});
  const asked = { package_name: pkg.package_name, start_date: range.from, end_date: range.to };
  const list = useQuery(
    query(reportEndpoints.report, {
      params: { kind },
      query: { ...asked, ...chosen, page: state.asked.page, limit: state.asked.limit },
    }),
  );
  const totals = useQuery(query(reportEndpoints.dashboard, { params: { kind }, query: asked }));
  const { state: saving, save } = useDownloads();
  const choose = (name: Filter, value: string | null): void => {
    setChosen(({ [name]: _, ...rest }) => (value === null ? rest : { ...rest, [name]: value }));
    state.setPage(1);
  };
  const { handlings = [], reasons = [] } = totals.data?.data ?? {};
  const file = () =>
    download(reportEndpoints.download, { params: { kind }, query: { ...asked, ...chosen } }, { name: `${kind}.csv` });
  return (
    <ListPage
      id={page.id}
      lead={t('report_lead')}
      caption={t('report_caption', { zone: pkg.time_zone })}
      columns={useColumns()}
      rowKey={({ row_id: id }) => id}
      state={state}
      list={list}
      filters={
        <>
          <Select
            aria-label={t('handling')}
            placeholder={t('handling')}
            data={handlings.map(({ handling }) => ({ value: handling, label: t(`handling_${handling}`) }))}
            value={chosen.handling ?? null}
            clearable
            onChange={(value) => choose('handling', value)}
          />
          <Select
            aria-label={t('handling_reason')}
            placeholder={t('handling_reason')}
            data={reasons.map(({ handling_reason: value }) => ({
              value,
              label: names.value('handling_reason', value),
            }))}
            value={chosen.handling_reason ?? null}
            clearable
            searchable
            onChange={(value) => choose('handling_reason', value)}
          />
        </>
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={saving.loading}
          onClick={() => save(file)}
        >
          CSV
        </Button>
      }
      empty={{ why: t('report_none') }}
    />
  );
}

function useColumns(): Column<ReportRow>[] {
  const { t } = useTranslation('integrity');
  const { pkg } = useSelection();
  const names = useNames();
  const href = useEventHref();
  return useMemo(
    () => [
      { id: 'ts', header: t('at'), kind: 'datetime', timeZone: pkg.time_zone },
      { id: 'campaign', header: t('campaign'), kind: 'text', width: 150 },
      { id: 'publisher', header: t('publisher'), kind: 'text', width: 150 },
      { id: 'sub_publisher', header: t('sub_publisher'), kind: 'text', width: 130, hidden: true },
      { id: 'country', header: t('field_country'), kind: 'text', width: 90 },
      {
        id: 'handling',
        header: t('handling'),
        kind: 'text',
        width: 120,
        value: (row) => t(`handling_${row.handling}`),
      },
      {
        id: 'handling_reason',
        header: t('handling_reason'),
        kind: 'text',
        width: 190,
        value: (row) => names.value('handling_reason', row.handling_reason),
      },
      { id: 'verdict', header: t('verdict'), kind: 'verdict' },
      { id: 'row_id', header: t('event'), kind: 'link', width: 110, value: () => t('open_event'), href },
    ],
    [t, pkg.time_zone, names, href],
  );
}
