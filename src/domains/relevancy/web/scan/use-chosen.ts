import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResultRow } from '#domains/relevancy/contract/scan.ts';
import type { Picking } from '#platform/web/table/picking.tsx';

export const keyOf = ({ keyword, location_code, language_code, video_url }: ResultRow): string =>
  [keyword, location_code, language_code, video_url].join('\n');

/** Videos of a scan that were ticked; a new scan begins with none. */
export function useChosen(rows: readonly ResultRow[]): { chosen: readonly ResultRow[]; picking: Picking } {
  const { t } = useTranslation('scan');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter((row) => ticked.has(keyOf(row)));
  const picked = new Set(chosen.map(keyOf));
  const titles = new Map(rows.map((row) => [keyOf(row), row.title]));
  return {
    chosen,
    picking: {
      picked,
      toggle: (key) => {
        const next = new Set(picked);
        if (!next.delete(key)) next.add(key);
        setTicked(next);
      },
      toggleAll: () => setTicked(new Set(picked.size > 0 ? [] : rows.map(keyOf))),
      label: (key) => t('choose', { title: titles.get(key) ?? '' }),
      labelAll: t('choose_all'),
    },
  };
}
