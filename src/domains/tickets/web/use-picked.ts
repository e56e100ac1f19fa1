import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Picking } from '#platform/web/table/picking.tsx';

/** As many as one call takes. */
const MOST = 100;

/** Rows that were ticked by their number, to do one thing with all of them. */
export function usePicked(rows: readonly { id: number }[], label: 'pick_ticket' | 'pick_incident') {
  const { t } = useTranslation('tickets');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const picking: Picking = {
    picked,
    toggle: (id) => {
      const next = new Set(picked);
      if (!next.delete(id) && next.size < MOST) next.add(id);
      setPicked(next);
    },
    toggleAll: () => setPicked(new Set(picked.size > 0 ? [] : rows.slice(0, MOST).map(({ id }) => String(id)))),
    label: (id) => t(label, { id }),
    labelAll: t('pick_all'),
  };
  return { picked, picking, unpick: () => setPicked(new Set()) };
}
