import type { BoardRow } from '../contract/rows.ts';
import { derive } from './derive.ts';
import { cumulate } from './passes/cumulate.ts';
import { fillGaps } from './passes/fill-gaps.ts';
import { foldGrain } from './passes/fold-grain.ts';
import { percentOfFraud } from './passes/percent-of-fraud.ts';
import type { RawRow } from './query.ts';
import type { Question } from './question.ts';

/** A small rewrite of the answer. */
export type RowPass = (rows: RawRow[], question: Question) => RawRow[];

const PASSES: readonly RowPass[] = [fillGaps, foldGrain, cumulate];

/** From what the engine counted to the rows of the contract. */
export function shapeRows(raw: RawRow[], question: Question): BoardRow[] {
  const { widget } = question;
  const rows = PASSES.reduce((sofar, pass) => pass(sofar, question), raw);
  const derived = rows.map((row) => ({ ...derive(row, widget.by), ...dayOf(row, question) }));
  return percentOfFraud(derived, widget);
}

/** A series is named by its period, which stands under `date`, `week` or `month` as well. */
function dayOf({ day }: RawRow, { widget }: Question): Partial<BoardRow> {
  if (!widget.grain || day === undefined) return {};
  return { [widget.grain]: day, ...(widget.by ? {} : { key: day, name: day }) };
}
