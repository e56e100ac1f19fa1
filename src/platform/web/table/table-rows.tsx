import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Format } from '#platform/contract/format.ts';
import { isPressed, type ShortcutName } from '../keys/shortcuts.ts';
import { Cell } from './cell.tsx';
import { type Column, isActions, isNumeric, maximumOf, type Row } from './column.ts';
import { type Picking, PickRow } from './picking.tsx';
import styles from './table.module.css';

/** The rows that are drawn of a table too long to draw all of it. */
export interface Part {
  first: number;
  last: number;
  scrollTo: (index: number) => void;
}

export interface TableRowsProps<R extends Row> {
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R, index: number) => string;
  rowHeight: number;
  format: Format;
  selected?: string | undefined;
  onOpen?: ((row: R) => void) | undefined;
  onNearEnd?: (() => void) | undefined;
  picking?: Picking | undefined;
  /** All of them when left out. */
  part?: Part;
}

const WITH_A_CLICK_OF_THEIR_OWN = 'a, button, input, select, textarea, label, summary, [role="button"]';

/**
 * Whether a click is meant for the row: not for a link or button in it, not for a menu that only React counts among its
 * children, not the end of marking text, and not the second half of a double click.
 */
function isForRow({ target, currentTarget, detail }: MouseEvent<HTMLTableRowElement>): boolean {
  if (detail > 1 || !(target instanceof Element) || !currentTarget.contains(target)) return false;
  if (target.closest(WITH_A_CLICK_OF_THEIR_OWN)) return false;
  const marked = getSelection();
  return !marked || marked.isCollapsed || !currentTarget.contains(marked.anchorNode);
}

const STEPS: readonly [ShortcutName, (index: number, last: number) => number][] = [
  ['row_next', (i, last) => Math.min(i + 1, last)],
  ['row_previous', (i) => Math.max(i - 1, 0)],
  ['row_later', (i, last) => Math.min(i + 10, last)],
  ['row_earlier', (i) => Math.max(i - 10, 0)],
  ['row_first', () => 0],
  ['row_last', (_, last) => last],
];

export function TableRows<R extends Row>(props: TableRowsProps<R>) {
  const { columns, rows, rowKey, rowHeight, format, selected, onOpen, onNearEnd, picking, part } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState(0);
  const first = part?.first ?? 0;
  const last = part?.last ?? rows.length - 1;
  const maxima = useMemo(
    () => new Map(columns.filter((c) => c.kind === 'percent').map((c) => [c.id, maximumOf(c, rows)])),
    [columns, rows],
  );

  useEffect(() => {
    if (last >= rows.length - 5 && rows.length > 0) onNearEnd?.();
  }, [last, rows.length, onNearEnd]);

  const focusRow = (index: number): void => {
    setActive(index);
    part?.scrollTo(index);
    // The row may not exist before the table has scrolled to it.
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus());
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>): void => {
    if (!(event.target instanceof HTMLTableRowElement)) return;
    const step = STEPS.find(([name]) => isPressed(event, name))?.[1];
    const row = rows[active];
    if (step) focusRow(step(active, rows.length - 1));
    else if (isPressed(event, 'row_open') && row) onOpen?.(row);
    else if (isPressed(event, 'row_pick') && row && picking) picking.toggle(rowKey(row, active));
    else return;
    event.preventDefault();
  };

  const spacer = (height: number) =>
    height > 0 && (
      <tr className={styles.spacer}>
        <td colSpan={columns.length + (picking ? 1 : 0)} style={{ height, padding: 0, border: 0 }} />
      </tr>
    );

  return (
    <tbody ref={body} onKeyDown={onKeyDown}>
      {spacer(first * rowHeight)}
      {rows.slice(first, last + 1).map((row, offset) => {
        const index = first + offset;
        const key = rowKey(row, index);
        return (
          <tr
            key={key}
            data-index={index}
            aria-rowindex={index + 2}
            aria-selected={onOpen ? key === selected : undefined}
            data-opens={onOpen ? true : undefined}
            tabIndex={index === Math.min(active, rows.length - 1) ? 0 : -1}
            onFocus={() => setActive(index)}
            onClick={onOpen && ((event) => isForRow(event) && onOpen(row))}
          >
            {picking && <PickRow picking={picking} id={key} />}
            {columns.map((column) => (
              <td key={column.id} data-numeric={isNumeric(column.kind) || undefined} data-actions={isActions(column)}>
                <Cell column={column} row={row} format={format} maximum={maxima.get(column.id) ?? 0} />
              </td>
            ))}
          </tr>
        );
      })}
      {spacer((rows.length - 1 - last) * rowHeight)}
    </tbody>
  );
}
