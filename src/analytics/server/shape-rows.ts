import type { Row } from '../contract/rows.ts';
import { deriverOf } from './derive.ts';
import { partsOfAll } from './passes/parts-of-all.ts';
import type { RawRow } from './query.ts';
import type { Question } from './question.ts';
import { SERVER_SHAPES } from './shapes/registry.ts';

/** From what the engine counted to the rows of the contract. */
export function shapeRows(raw: RawRow[], question: Question): Row[] {
  const { board, widget } = question;
  const rows = SERVER_SHAPES[widget.shape].rowPasses.reduce((sofar, pass) => pass(sofar, question), raw);
  const { measures } = board.dataset;
  const derive = deriverOf(measures, widget);
  const derived = rows.map((row) => (widget.grain ? Object.assign(derive(row), dayOf(row, question)) : derive(row)));
  return partsOfAll(derived, measures, widget);
}

/** A series is named by its period, which stands under `date`, `week` or `month` as well. */
function dayOf({ day }: RawRow, { widget }: Question): Partial<Row> {
  if (!widget.grain || day === undefined) return {};
  return { [widget.grain]: day, ...(widget.by ? {} : { key: day, name: day }) };
}
