import type { Shape } from '../../contract/shapes/registry.ts';
import { breakdown } from './breakdown.ts';
import { series } from './series.ts';
import type { ServerShape } from './shape.ts';
import { table } from './table.ts';
import { totals } from './totals.ts';
import { trend } from './trend.ts';

/** How each shape of the contract is asked and answered. */
export const SERVER_SHAPES: Readonly<Record<Shape, ServerShape>> = { totals, breakdown, series, trend, table };
