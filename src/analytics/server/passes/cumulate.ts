import { addRows } from '../add-rows.ts';
import type { RawRow, RowPass } from '../query.ts';

/** Each day holds everything since the first. */
export const cumulate: RowPass = (rows, { board, widget }) => {
  if (!widget.cumulative) return rows;
  let before: RawRow | undefined;
  return rows.map((row) => {
    const sofar = before ? addRows(board.dataset.measures, row, before) : row;
    before = sofar;
    return sofar;
  });
};
