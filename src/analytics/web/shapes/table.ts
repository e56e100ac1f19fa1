import { PagedCard } from '../cards/paged-card.tsx';
import type { WebShape } from './shape.ts';

export const table: WebShape = { Card: PagedCard, Rows: PagedCard };
