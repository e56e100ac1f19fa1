import { SegmentedControl, Select } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { knownValues } from '#analytics/web/filters/lookup.ts';
import { callsOf, type ReportConfig } from '#domains/reports/contract/endpoints.ts';
import { PERIODS, REPORT_VARIANTS, type Report } from '#domains/reports/contract/report.ts';
import { type AskedReportInput, PUBLISHER_TYPES } from '#domains/reports/contract/report-query.ts';
import { call } from '#platform/web/api/call.ts';
import { currentUser } from '#platform/web/session/user.ts';
import { DIMENSION_NAMES, isDimension } from '#traffic/event/contract/dimensions.ts';
import type { FilterName } from '#traffic/explorer/web/event-address.ts';
import { FilterPicker } from '#traffic/explorer/web/filter-picker.tsx';
import { SearchField } from '#traffic/explorer/web/search-field.tsx';
import type { ValueSource } from '#traffic/explorer/web/value-source.ts';
import styles from './reports.module.css';
import type { ReportAddress } from './use-report.ts';

interface Props {
  report: Report;
  address: ReportAddress;
  asked: AskedReportInput;
  config: ReportConfig | undefined;
  field: FilterName | null | undefined;
  onField: (field: FilterName | null | undefined) => void;
}

/** What a report is about: type, kind of rows, whom, and any filter that it offers. */
export function ReportTools({ report, address, asked, config, field, onField }: Props) {
  const { t } = useTranslation('reports');
  const source = useMemo(() => valuesOf(report, asked, config), [report, asked, config]);
  return (
    <>
      {address.types.length > 1 && (
        <Select
          aria-label={t('type')}
          data={address.types.map((type) => ({ value: type, label: t(`type_${type}`) }))}
          value={address.type}
          allowDeselect={false}
          onChange={(type) => type !== null && address.set({ report_type: type })}
          className={styles.pick ?? ''}
        />
      )}
      {report.rows === 'events' && (
        <SegmentedControl
          size="sm"
          aria-label={t('variant')}
          data={REPORT_VARIANTS.map((value) => ({ value, label: t(`variant_${value}`) }))}
          value={address.variant}
          onChange={(value) => address.set({ report_variant: value === 'transactional' ? undefined : value })}
        />
      )}
      {report.rows === 'periods' && (
        <SegmentedControl
          size="sm"
          aria-label={t('period')}
          data={PERIODS.map((value) => ({ value, label: t(`period_${value}`) }))}
          value={address.period}
          onChange={(value) => address.set({ period: value === 'date' ? undefined : value })}
        />
      )}
      <Select
        aria-label={t('publisher_type')}
        data={PUBLISHER_TYPES.map((value) => ({ value, label: t(`publisher_type_${value}`) }))}
        value={address.publisherType}
        allowDeselect={false}
        onChange={(value) => address.set({ publisher_type: value === 'all' || value === null ? undefined : value })}
        className={styles.pick ?? ''}
      />
      <SearchField search={address.search} onSearch={address.setSearch} />
      <FilterPicker
        source={source}
        filters={address.filters}
        onChange={address.setFilter}
        field={field}
        onField={onField}
      />
    </>
  );
}

/** Values come from the report's own call; what the session knows of publishers and vendors is not asked (REP-PERM-02). */
function valuesOf(report: Report, asked: AskedReportInput, config: ReportConfig | undefined): ValueSource {
  const offered = new Set(config?.filters.map(({ name }) => name));
  const { filters } = callsOf(report);
  return {
    fields: DIMENSION_NAMES.filter((name) => offered.has(name)),
    key: ['GET', filters.path, asked],
    ask: async (field, containing, signal) => {
      const own = isDimension(field) ? knownValues(field, currentUser()) : undefined;
      if (own && field !== 'verdict') return { data: own.map((value) => ({ value, events: undefined })), more: false };
      const query = { ...asked, ...(containing === undefined ? {} : { containing }) };
      const { data, counts, more } = await call(filters, { params: { name: field }, query }, { signal });
      return { data: data.map((value, at) => ({ value, events: counts[at] })), more };
    },
  };
}
