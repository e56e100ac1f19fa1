import type { RawRow } from '../query.ts';
import type { RowPass } from '../shape-rows.ts';
import { add } from './fold-grain.ts';

/** Each day holds everything since the first. */
export const cumulate: RowPass = (rows, { widget }) => {
  if (!widget.cumulative) return rows;
  let sum: RawRow = { total: 0, fraud: 0, suspect: 0 };
  return rows.map((row) => {
    sum = add(sum, row);
    return { ...row, total: sum.total, fraud: sum.fraud, suspect: sum.suspect };
  });
};
