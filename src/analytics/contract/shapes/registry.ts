import { breakdownShape } from './breakdown.ts';
import { seriesShape } from './series.ts';
import type { ShapeContract } from './shape.ts';
import { tableShape } from './table.ts';
import { totalsShape } from './totals.ts';
import { trendShape } from './trend.ts';

/** Shapes of widgets. Adding one is a file here, one in `server/shapes` and one in `web/shapes`. */
export const SHAPES = {
  totals: totalsShape,
  breakdown: breakdownShape,
  series: seriesShape,
  trend: trendShape,
  table: tableShape,
} as const satisfies Record<string, ShapeContract>;

export type Shape = keyof typeof SHAPES;
