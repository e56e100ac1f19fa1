import { tableCard } from '../paper/table-card.ts';
import type { ServerShape } from './shape.ts';

export const totals: ServerShape = {
  passes: [],
  rowPasses: [],
  answer: ({ rows: [row] }) => {
    if (!row) throw new Error('A question for totals returns one row');
    const { key: _key, name: _name, ...data } = row;
    return { data };
  },
  paper: tableCard,
};
