import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { Definition } from '../ui/definition.tsx';
import { type Column, isActions, isNumeric, type Row, type Sort } from './column.ts';
import { PickAll, type Picking } from './picking.tsx';
import styles from './table.module.css';

interface Props<R extends Row> {
  columns: readonly Column<R>[];
  sort: Sort | undefined;
  onSort: (id: string) => void;
  /** Rows at hand, to tick them all. */
  rows: number;
  picking?: Picking | undefined;
}

const ariaSort = (direction: boolean | undefined): 'none' | 'ascending' | 'descending' => {
  if (direction === undefined) return 'none';
  return direction ? 'descending' : 'ascending';
};

/** Words of the head, a button where a click sorts. */
function HeadLabel<R extends Row>({
  column,
  desc,
  onSort,
}: {
  column: Column<R>;
  desc: boolean | undefined;
  onSort: () => void;
}) {
  const words = (
    <>
      {column.header}
      {column.unit && <span className={styles.unit}> {column.unit}</span>}
    </>
  );
  if (column.sortable === false)
    return (
      <span className={styles.headText} title={column.header}>
        {words}
      </span>
    );
  const Arrow = desc === false ? IconArrowUp : IconArrowDown;
  return (
    <button type="button" className={styles.sort} onClick={onSort}>
      <span className={styles.headText} title={column.header}>
        {words}
      </span>
      <Arrow size={13} aria-hidden className={styles.arrow} data-on={desc !== undefined || undefined} />
    </button>
  );
}

export function TableHead<R extends Row>({ columns, sort, onSort, rows, picking }: Props<R>) {
  return (
    <thead className={styles.head}>
      <tr>
        {picking && <PickAll picking={picking} rows={rows} />}
        {columns.map((column) => {
          const desc = sort?.id === column.id ? sort.desc : undefined;
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={column.sortable === false ? undefined : ariaSort(desc)}
              data-numeric={isNumeric(column.kind) || undefined}
              data-actions={isActions(column)}
            >
              <span className={styles.headCell}>
                <HeadLabel column={column} desc={desc} onSort={() => onSort(column.id)} />
                {column.definition && <Definition text={column.definition} of={column.header} />}
              </span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
