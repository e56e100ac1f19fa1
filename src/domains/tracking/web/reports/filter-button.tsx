import { Button, MultiSelect, Stack } from '@mantine/core';
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { trackingDashboardFilters, trackingReportEndpoints } from '#domains/tracking/contract/report-endpoints.ts';
import type { ReportFilter } from '#domains/tracking/contract/reports.ts';
import { query } from '#platform/web/api/call.ts';
import { SidePanel } from '#platform/web/ui/side-panel.tsx';
import { useTrackingWords } from '../use-tracking-words.ts';
import type { TrackingFilters } from './use-tracking-filters.ts';

export type FilterCall =
  | (typeof trackingDashboardFilters)['filters']
  | (typeof trackingReportEndpoints)[keyof typeof trackingReportEndpoints]['filters'];

interface Props {
  filters: TrackingFilters;
  /** Where the values come from: each report offers those of its own rows. */
  of: FilterCall;
}

/** The button behind which a report is filtered, with how many values are chosen. */
export function FilterButton(props: Props) {
  const { t } = useTranslation('tracking');
  const [opened, setOpened] = useState(false);
  const { names, count, clear } = props.filters;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        {count === 0 ? t('filters') : t('filters_chosen', { n: count })}
      </Button>
      <SidePanel opened={opened} title={t('filters')} onClose={() => setOpened(false)}>
        <Stack gap="sm">
          {names.map((name) => (
            <Values key={name} name={name} {...props} />
          ))}
          <Button variant="default" disabled={count === 0} onClick={clear}>
            {t('filters_clear')}
          </Button>
        </Stack>
      </SidePanel>
    </>
  );
}

function Values({ name, filters: { asked, chosen, choose }, of }: Props & { name: ReportFilter }) {
  const { t } = useTranslation('tracking');
  const words = useTrackingWords();
  const values = useQuery(query(of, { params: { filter: name }, query: asked }));
  const picked = chosen[name] ?? [];
  const { data = [], labels = [] } = values.data ?? {};
  // What the address asks for stays to be seen, whether a row has it or not.
  const offered = [...new Set([...data, ...picked])];
  const labelOf = (value: string): string => {
    const label = labels[data.indexOf(value)] ?? value;
    return name === 'pb_status' ? words.postback(label) : label;
  };
  return (
    <MultiSelect
      label={t(`filter_${name}`)}
      data={offered.map((value) => ({ value, label: labelOf(value) }))}
      value={picked}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('filter_all', { name: t(`filter_${name}`) }) }}
      placeholder={picked.length === 0 ? t('all') : ''}
      nothingFoundMessage={t('none_found')}
      onChange={(next) => choose(name, next)}
    />
  );
}
