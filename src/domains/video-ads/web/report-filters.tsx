import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { VIDEO_FILTERS, type VideoFilter, videoReportEndpoints } from '#domains/video-ads/contract/report-endpoints.ts';
import { query } from '#platform/web/api/call.ts';
import { type Chosen, useDays } from './use-report.ts';
import styles from './video.module.css';

interface Props {
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}

/** Location, campaign, publisher and brand: what is chosen narrows every card. */
export const ReportFilters = (props: Props) => (
  <div className={styles.filters}>
    {VIDEO_FILTERS.map((name) => (
      <Filter key={name} name={name} {...props} />
    ))}
  </div>
);

function Filter({ name, chosen, onChange }: Props & { name: VideoFilter }) {
  const { t } = useTranslation('video');
  const options = useQuery(query(videoReportEndpoints[name], { query: useDays() }));
  const value = chosen[name] ?? [];
  return (
    <MultiSelect
      aria-label={t(`filter_${name}`)}
      placeholder={value.length === 0 ? t(`filter_${name}`) : ''}
      data={[...new Set([...(options.data?.data ?? []), ...value])]}
      value={value}
      searchable
      clearable
      onChange={(values) => onChange({ ...chosen, [name]: values })}
    />
  );
}
