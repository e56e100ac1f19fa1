import { Button } from '@mantine/core';
import IconColumns from '@tabler/icons-react/dist/esm/icons/IconColumns.mjs';
import IconFileAnalytics from '@tabler/icons-react/dist/esm/icons/IconFileAnalytics.mjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callsOf, type ReportConfig } from '#domains/reports/contract/endpoints.ts';
import type { Report } from '#domains/reports/contract/report.ts';
import type { AskedReportInput } from '#domains/reports/contract/report-query.ts';
import { reportOf } from '#domains/reports/contract/reports.ts';
import { download } from '#platform/web/api/files.ts';
import type { PageProps } from '#platform/web/layout/page-component.ts';
import { PrintedLine } from '#platform/web/layout/printed-line.tsx';
import screen from '#platform/web/layout/screen.module.css';
import { FileMenu } from '#platform/web/ui/file-menu.tsx';
import type { FilterName } from '#traffic/explorer/web/event-address.ts';
import { FilterChips } from '#traffic/explorer/web/filter-chips.tsx';
import { ColumnsPanel } from './columns-panel.tsx';
import { EntryTable } from './entry-table.tsx';
import { GeneratePanel } from './generate-panel.tsx';
import { ReportTools } from './report-tools.tsx';
import styles from './reports.module.css';
import { RowsTable } from './rows-table.tsx';
import { useAsked, useReportAddress, useReportConfig, useReportRows } from './use-report.ts';

/** A report: what it asks, its rows, and what was made of it before. */
export function ReportPage({ page }: PageProps) {
  const { t } = useTranslation('reports');
  const report = reportOf(page.id);
  const address = useReportAddress(report);
  const asked = useAsked(address);
  const config = useReportConfig(report).data?.data;
  const rows = useReportRows(report, asked);
  const total = rows.data?.pages[0]?.total;
  const [field, setField] = useState<FilterName | null>();
  const [panel, setPanel] = useState<'columns' | 'generate'>();
  const shown = address.columns.length > 0 ? address.columns : usualColumns(config);
  const ofEvents = report.rows === 'events' && address.variant === 'transactional';
  return (
    <div className={screen.page}>
      <PrintedLine />
      {report.subtitled && <p className={styles.subtitle}>{t('custom_report')}</p>}
      <header className={screen.head}>
        <div className={screen.tools}>
          <ReportTools
            report={report}
            address={address}
            asked={asked}
            config={config}
            field={field}
            onField={setField}
          />
        </div>
        <div className={screen.tools}>
          {ofEvents && (
            <Button
              variant="default"
              leftSection={<IconColumns size={16} aria-hidden />}
              disabled={!config}
              onClick={() => setPanel('columns')}
            >
              {t('columns')}
            </Button>
          )}
          <DownloadMenu report={report} asked={asked} disabled={!total} />
          <Button leftSection={<IconFileAnalytics size={16} aria-hidden />} onClick={() => setPanel('generate')}>
            {t('generate')}
          </Button>
        </div>
      </header>
      <FilterChips
        filters={address.filters}
        onEdit={setField}
        onRemove={({ name, not }) => address.setFilter({ name, not, values: [] })}
        onClear={address.clear}
      />
      <section className={screen.card} aria-label={t('rows')}>
        <RowsTable report={report} address={address} rows={rows} columns={shown} />
      </section>
      <section className={screen.card} aria-label={t('entries')}>
        <div className={screen.cardHead}>
          <h2>{t('entries')}</h2>
          <span className={screen.note}>{t('entries_kept')}</span>
        </div>
        <EntryTable report={report.id} />
      </section>
      {config && (
        <ColumnsPanel
          opened={panel === 'columns'}
          config={config}
          shown={shown}
          onChoose={(columns) => address.set({ columns: columns.length === 0 ? undefined : columns.join(',') })}
          onClose={() => setPanel(undefined)}
        />
      )}
      <GeneratePanel
        opened={panel === 'generate'}
        report={report}
        asked={asked}
        total={total}
        onClose={() => setPanel(undefined)}
      />
    </div>
  );
}

const usualColumns = (config: ReportConfig | undefined): string[] =>
  (config?.columns ?? []).flatMap(({ name, chosen }) => (chosen ? name : []));

/** All rows at once; what takes longer is better generated. */
function DownloadMenu({ report, asked, disabled }: { report: Report; asked: AskedReportInput; disabled: boolean }) {
  const { t } = useTranslation('reports');
  return (
    <FileMenu
      label={t('download')}
      disabled={disabled}
      labelOf={(format) => t(`format_${format}`)}
      fileOf={(format) => download(callsOf(report).download, { query: { ...asked, format } })}
    />
  );
}
