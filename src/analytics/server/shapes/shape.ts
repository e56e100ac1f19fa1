import type { Row, RowsAnswer, TableAnswer, TotalsAnswer } from '../../contract/rows.ts';
import type { MakeCard } from '../paper/tools.ts';
import type { Pass, RowPass } from '../query.ts';
import type { Question } from '../question.ts';

/** What the server does for a shape. */
export interface ServerShape {
  /** Order and paging of the query, after the passes of every widget. */
  passes: readonly Pass[];
  /** From the rows of the engine to those of the widget. */
  rowPasses: readonly RowPass[];
  /** The answer without its head. */
  answer: (result: { rows: Row[]; total: number }, question: Question) => Body;
  /** The widget on paper. */
  paper: MakeCard;
}

type Body =
  | Pick<TotalsAnswer<Row>, 'data'>
  | Pick<RowsAnswer<Row>, 'data'>
  | Pick<TableAnswer<Row>, 'data' | 'Total_pages' | 'total'>;
