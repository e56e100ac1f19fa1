import { addAmounts } from '#traffic/money/contract/decimal.ts';
import { isCounted, type Measures } from '../contract/measure.ts';
import type { RawRow, RawValue } from './query.ts';

/**
 * The row `a` with the counted measures of both.
 * @throws RangeError for measures that cannot be added (distinct counts): no widget may ask for them by week or month
 */
export function addRows(all: Measures, a: RawRow, b: RawRow): RawRow {
  const sum: RawRow = { ...a };
  for (const name in all) {
    const [measure, one, other] = [all[name], a[name], b[name]];
    if (!measure || !isCounted(measure) || one === undefined || other === undefined) continue;
    if (!measure.adds) throw new RangeError(`${name} of several days cannot be added up`);
    sum[name] = addValues(one, other);
  }
  return sum;
}

function addValues(a: RawValue | string, b: RawValue | string): RawValue {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (typeof a === 'object' && typeof b === 'object') return addAmounts([a, b]);
  throw new TypeError('A count was answered as text');
}

/** Nothing of each of the measures asked for. */
export const nothing = (all: Measures, names: readonly string[]): RawRow =>
  Object.fromEntries(names.map((name) => [name, all[name]?.unit === 'money' ? {} : 0]));
