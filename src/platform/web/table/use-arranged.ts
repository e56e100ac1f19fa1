import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { type Column, type Row, widthOf } from './column.ts';

/** A phone; as in table.module.css. */
const NARROW = '(max-width: 640px)';
/** What names a row stays while one scrolls sideways: it may not take the room of what it names. */
const WIDEST_NAME = 110;
/** A day without its time names nothing. */
const WIDEST_MOMENT = 168;

/** On a phone those columns first that somebody looks for, and the first of all, which stays, no wider than need be. */
export function arranged<R extends Row>(columns: readonly Column<R>[]): Column<R>[] {
  const placed = columns.filter(({ narrow }) => narrow !== undefined);
  const [named, ...others] = columns.filter(({ narrow }) => narrow === undefined);
  const byPlace = placed
    .toSorted((a, b) => (a.narrow?.place ?? 0) - (b.narrow?.place ?? 0))
    .map((column) => ({ ...column, width: column.narrow?.width ?? widthOf(column) }));
  // Where nothing takes the place of what names the row, that begins it.
  const takesFirst = byPlace[0]?.narrow?.place === 0;
  const rest = [...(takesFirst && named ? [named] : []), ...others];
  const first = takesFirst || !named ? [] : [named];
  return [...first, ...byPlace, ...rest].map((column, at) =>
    at === 0 && !column.narrow?.whole
      ? { ...column, width: Math.min(widthOf(column), column.kind === 'datetime' ? WIDEST_MOMENT : WIDEST_NAME) }
      : column,
  );
}

/** Whether the window is a phone's, for what is no table there. */
export const useIsNarrow = (): boolean => useMediaQuery(NARROW, false, { getInitialValueInEffect: false });

export function useArranged<R extends Row>(columns: Column<R>[]): Column<R>[] {
  const isNarrow = useIsNarrow();
  return useMemo(() => (isNarrow ? arranged(columns) : columns), [isNarrow, columns]);
}
