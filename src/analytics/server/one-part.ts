import { MEASURES } from '../contract/measures.ts';
import { numberIn, type Row } from '../contract/rows.ts';
import { deriverOf } from './derive.ts';
import type { WidgetResult } from './run-widget.ts';

/** A part of a total that an older call asks for alone. */
export type PartOfTotal = 'clean' | 'fraud';

const derive = deriverOf(MEASURES, {});

/** The answer narrowed to one part, which is its whole; money lies across the parts and is left out. */
export const onlyPart = (result: WidgetResult, part: PartOfTotal): WidgetResult => ({
  ...result,
  rows: result.rows.map((row): Row => {
    const count = numberIn(row, part) ?? 0;
    const parts = { clean: 0, suspect: 0, fraud: 0, filtered: 0, [part]: count };
    return derive({ of_package: '', total: count, ...parts });
  }),
});
