import { useState } from 'react';
import { readCookie, writeCookie } from '../cookie.ts';
import type { Column, Row } from './column.ts';

const cookieOf = (tableId: string): string => `columns_${tableId}`;

export interface ShownColumns<R extends Row> {
  shown: Column<R>[];
  isShown: (id: string) => boolean;
  toggle: (id: string) => void;
  reset: () => void;
}

/** Which columns a person keeps, per table and browser. The first column names the row and always stays. */
export function useShownColumns<R extends Row>(tableId: string, columns: readonly Column<R>[]): ShownColumns<R> {
  const usual = columns.filter((c) => c.hidden).map((c) => c.id);
  const [hidden, setHidden] = useState<readonly string[]>(() => {
    const remembered = readCookie(cookieOf(tableId));
    return remembered === undefined ? usual : remembered.split('.');
  });
  const keep = (next: readonly string[]): void => {
    setHidden(next);
    writeCookie(cookieOf(tableId), next.join('.'));
  };
  const isShown = (id: string): boolean => id === columns[0]?.id || !hidden.includes(id);
  return {
    shown: columns.filter((c) => isShown(c.id)),
    isShown,
    toggle: (id) => keep(hidden.includes(id) ? hidden.filter((h) => h !== id) : [...hidden, id]),
    reset: () => keep(usual),
  };
}
