import { RowsCard } from '../cards/rows-card.tsx';
import type { WebShape } from './shape.ts';

/** The numbers above the cards (`board/figures.tsx`); as a card of its own it is its one row. */
export const totals: WebShape = { Card: RowsCard, Rows: RowsCard };
