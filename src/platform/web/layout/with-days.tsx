import { type ReactNode, useMemo } from 'react';
import type { DateRange } from '#platform/contract/date-range.ts';
import { SelectionContext, useSelection } from './selection.tsx';

/** A part of a page that is about other days than those chosen: what it shows and where it leads. */
export function WithDays({ days: { from, to }, children }: { days: DateRange; children: ReactNode }) {
  const selection = useSelection();
  const inner = useMemo(() => ({ ...selection, range: { from, to } }), [selection, from, to]);
  return <SelectionContext value={inner}>{children}</SelectionContext>;
}
