import { useTranslation } from 'react-i18next';
import { COUNTS, type Counts } from '#domains/video-ads/contract/report-endpoints.ts';
import type { Column, Row } from '#platform/web/table/column.ts';

/** Pixels of a letter of the head, and of what stands beside it. */
const LETTER = 7.5;
const SIGNS = 62;

/** Columns by the names that are prescribed, each with what it means (VAST-UI-01 to 07). */
export function useCountColumns<R extends Row & Counts>(): Column<R>[] {
  const { t } = useTranslation('video');
  return COUNTS.map((name) => ({
    id: name,
    header: name,
    definition: t(`about_${name}`),
    kind: 'number',
    // Prescribed names are long; beside them stand what they mean and how they are sorted.
    width: name.length * LETTER + SIGNS,
    total: true,
    value: (row: R) => row[name],
  }));
}
