import { useTranslation } from 'react-i18next';
import type { Picking } from '#platform/web/table/picking.tsx';
import type { EventRow } from '#traffic/explorer/contract/events-endpoints.ts';

/** As many as one decision about ticked rows takes. */
const MOST = 1000;

/** Boxes to tick events, for those who may decide on them. */
export function usePicking(
  rows: readonly EventRow[],
  picked: ReadonlySet<string> | undefined,
  onPicked: ((picked: ReadonlySet<string>) => void) | undefined,
): Picking | undefined {
  const { t } = useTranslation('events');
  if (!picked || !onPicked) return undefined;
  return {
    picked,
    toggle: (id) => {
      const next = new Set(picked);
      if (!next.delete(id) && next.size < MOST) next.add(id);
      onPicked(next);
    },
    toggleAll: () => onPicked(new Set(picked.size > 0 ? [] : rows.slice(0, MOST).map(({ row_id }) => row_id))),
    label: (id) => t('pick_one', { time: rows.find(({ row_id }) => row_id === id)?.ts ?? id }),
    labelAll: t('pick_all'),
  };
}
