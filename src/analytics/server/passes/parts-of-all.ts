import { isPart, type Measures, percentOf } from '../../contract/measure.ts';
import type { Row } from '../../contract/rows.ts';
import type { Widget } from '../../contract/widget.ts';

/** The part each row has of all rows of the answer, for widgets that ask for it. */
export function partsOfAll(rows: Row[], all: Measures, { extra = [] }: Pick<Widget<string>, 'extra'>): Row[] {
  return extra.reduce((sofar, name) => {
    const measure = all[name];
    return measure && isPart(measure) ? withPart(sofar, name, measure.partOf) : sofar;
  }, rows);
}

function withPart(rows: Row[], name: string, of: string): Row[] {
  const whole = rows.reduce((sum, row) => sum + Number(row[of]), 0);
  return rows.map((row) => ({ ...row, [name]: Math.round(percentOf(Number(row[of]), whole) * 100) / 100 }));
}
