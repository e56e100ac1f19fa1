import { type Column, type Row, widthOf } from './column.ts';
import styles from './table.module.css';

const ROWS = Array.from({ length: 40 }, (_, row) => row);
const FEW = 8;
/** Count of rows and choice of columns stand above the table. */
const TOPLINE = 36;

/** The shape of what comes: same columns, same row height, nothing jumps when the rows arrive. */
export function TableSkeleton<R extends Row>({
  columns,
  rowHeight,
  label,
  fills,
}: {
  columns: readonly Column<R>[];
  rowHeight: number;
  label: string;
  /** Height of a list that goes on for longer than it shows: it is as high from the start. */
  fills?: string | undefined;
}) {
  return (
    <div
      className={styles.skeleton}
      role="status"
      aria-label={label}
      aria-busy="true"
      style={fills === undefined ? undefined : { height: `calc(${fills} + ${TOPLINE}px)` }}
    >
      {(fills === undefined ? ROWS.slice(0, FEW) : ROWS).map((row) => (
        <div key={row} className={styles.skeletonRow} style={{ height: rowHeight }}>
          {columns.map((column) => (
            <i key={column.id} style={{ flexBasis: widthOf(column) }} />
          ))}
        </div>
      ))}
    </div>
  );
}
