import type { Shape } from '#analytics/contract/shapes/registry.ts';
import { breakdown } from './breakdown.ts';
import { series } from './series.tsx';
import type { WebShape } from './shape.ts';
import { table } from './table.ts';
import { totals } from './totals.ts';
import { trend } from './trend.tsx';

/** How each shape of the contract is drawn. */
export const WEB_SHAPES: Readonly<Record<Shape, WebShape>> = { totals, breakdown, series, trend, table };
