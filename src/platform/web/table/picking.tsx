import styles from './table.module.css';

export const PICK_WIDTH = 36;

/** Rows that were ticked, to do one thing with all of them. */
export interface Picking {
  picked: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Ticks all rows at hand, or takes every tick away. */
  toggleAll: () => void;
  /** Says which row a box belongs to. */
  label: (id: string) => string;
  labelAll: string;
}

export function PickRow({ picking: { picked, toggle, label }, id }: { picking: Picking; id: string }) {
  return (
    <td className={styles.pick}>
      <label>
        <input type="checkbox" aria-label={label(id)} checked={picked.has(id)} onChange={() => toggle(id)} />
      </label>
    </td>
  );
}

export function PickAll({ picking: { picked, toggleAll, labelAll }, rows }: { picking: Picking; rows: number }) {
  return (
    <th scope="col" className={styles.pick}>
      <label>
        <input
          type="checkbox"
          aria-label={labelAll}
          checked={picked.size > 0 && picked.size >= rows}
          ref={(box) => {
            if (box) box.indeterminate = picked.size > 0 && picked.size < rows;
          }}
          onChange={toggleAll}
        />
      </label>
    </th>
  );
}
