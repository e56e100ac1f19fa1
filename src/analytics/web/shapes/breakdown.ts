import { BarsCard } from '../cards/bars-card.tsx';
import { RowsCard } from '../cards/rows-card.tsx';
import type { WebShape } from './shape.ts';

export const breakdown: WebShape = { Card: BarsCard, Rows: RowsCard };
