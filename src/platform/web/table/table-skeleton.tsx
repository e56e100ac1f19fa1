import { type Column, type Row, widthOf } from './column.ts';
import styles from './table.module.css';

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7];

/** The shape of what comes: same columns, same row height, nothing jumps when the rows arrive. */
export function TableSkeleton<R extends Row>({
  columns,
  rowHeight,
  label,
}: {
  columns: readonly Column<R>[];
  rowHeight: number;
  label: string;
}) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label} aria-busy="true">
      {ROWS.map((row) => (
        <div key={row} className={styles.skeletonRow} style={{ height: rowHeight }}>
          {columns.map((column) => (
            <i key={column.id} style={{ flexBasis: widthOf(column) }} />
          ))}
        </div>
      ))}
    </div>
  );
}
