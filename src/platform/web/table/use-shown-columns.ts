import { useState } from 'react';
import { useLocation } from 'react-router';
import { readCookie, writeCookie } from '../cookie.ts';
import type { Column, Row } from './column.ts';

/** Parameter of an address that says which columns of a table are hidden, as `events:city.os`. */
const COLUMNS = 'columns';

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
  const asked = askedIn(useLocation().search, tableId);
  const [hidden, setHidden] = useState<readonly string[]>(() => {
    const remembered = asked ?? readCookie(cookieOf(tableId));
    return remembered === undefined ? usual : remembered.split('.');
  });
  // A view that is opened on the same page brings columns of its own; what is chosen here holds until the next.
  const [followed, setFollowed] = useState(asked);
  if (asked !== followed) {
    setFollowed(asked);
    if (asked !== undefined) setHidden(asked.split('.'));
  }
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

function askedIn(search: string, tableId: string): string | undefined {
  const all = new URLSearchParams(search).getAll(COLUMNS);
  return all.find((said) => said.startsWith(`${tableId}:`))?.slice(tableId.length + 1);
}

/** What is hidden of the tables on the screen, as an address says it; of tables nobody has changed nothing is said. */
export function shownColumns(): string[] {
  const ids = [...document.querySelectorAll<HTMLElement>('[data-table]')].map((table) => table.dataset.table ?? '');
  return [...new Set(ids)].flatMap((id) => {
    const hidden = readCookie(cookieOf(id)) ?? askedIn(location.search, id);
    return hidden === undefined ? [] : [`${id}:${hidden}`];
  });
}
