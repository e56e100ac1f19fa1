import { Button, Menu } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trackingReportEndpoints } from '#domains/tracking/contract/report-endpoints.ts';
import type { ReportFilter, TrackingReport } from '#domains/tracking/contract/reports.ts';
import { download } from '#platform/web/api/files.ts';
import { PrintedLine } from '#platform/web/layout/printed-line.tsx';
import { useSelection } from '#platform/web/layout/selection.tsx';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { useListState } from '#platform/web/list/use-list-state.ts';
import type { Column, Row } from '#platform/web/table/column.ts';
import type { ListQuery } from '#platform/web/table/page-of-list.ts';
import { useDownloads } from '#platform/web/ui/use-downloads.ts';
import { FilterButton } from './filter-button.tsx';
import { type TrackingFilters, useTrackingFilters } from './use-tracking-filters.ts';

/** What a report asks for, with its page; a change of what is asked begins at page one. */
export function useReportState({ names, searched }: { names?: readonly ReportFilter[]; searched?: string } = {}) {
  const filters = useTrackingFilters(names);
  const state = useListState(searched);
  const question = JSON.stringify(filters.asked);
  const [about, setAbout] = useState(question);
  if (about !== question) {
    setAbout(question);
    state.setPage(1);
  }
  return { filters, state, query: { ...filters.asked, page: state.page, limit: state.limit } };
}

interface Props<R extends Row> {
  name: TrackingReport;
  filters: TrackingFilters;
  state: ReturnType<typeof useListState>;
  list: ListQuery<R>;
  columns: readonly Column<R>[];
  rowKey: (row: R) => string;
  /** Further parts of the question that a file has too. */
  more?: { group?: 'day' | 'campaign' | 'publisher' | 'sub_publisher' };
  /** Before the filters. */
  tools?: ReactNode;
  onOpen?: (row: R) => void;
  /** What the rows do not say, below what the report is. */
  note?: string | undefined;
}

/** A report of own links: filters, rows by page, all of them as a file. */
export function ReportList<R extends Row>({ name, filters, state, more = {}, tools, note, ...list }: Props<R>) {
  const { t } = useTranslation('tracking');
  const { pkg } = useSelection();
  return (
    <div>
      <PrintedLine />
      <ListPage
        id={`tracking-${name}`}
        lead={
          <>
            <p>{t(`lead_${name}`)}</p>
            {note !== undefined && <p role="status">{note}</p>}
          </>
        }
        caption={t('report_caption', { zone: pkg.time_zone })}
        state={state}
        filters={tools}
        actions={
          <>
            <FilterButton filters={filters} of={trackingReportEndpoints[name].filters} />
            <Files name={name} asked={{ ...filters.asked, ...more }} />
          </>
        }
        empty={{ why: t(filters.count > 0 ? 'none_filtered' : 'none_in_range') }}
        {...list}
      />
    </div>
  );
}

function Files({ name, asked }: { name: TrackingReport; asked: TrackingFilters['asked'] & Props<Row>['more'] }) {
  const { t } = useTranslation('tracking');
  const { state, save } = useDownloads();
  const { download: endpoint } = trackingReportEndpoints[name];
  return (
    <Menu position="bottom-end" shadow="md" disabled={state.loading}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={state.loading}>
          {t('download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Menu.Item key={format} onClick={() => save(() => download(endpoint, { query: { ...asked, format } }))}>
            {format.toUpperCase()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
