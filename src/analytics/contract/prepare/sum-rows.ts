import { addAmounts } from '#traffic/money/contract/decimal.ts';
import { isCounted, isDerived, type Measure, type Measures } from '../measure.ts';
import { numberIn, type Row } from '../rows.ts';

const amountsIn = (row: Row, name: string): Record<string, string> => {
  const value = row[name];
  if (typeof value !== 'object') return {};
  return Object.fromEntries(Object.entries(value).map(([currency, amount]) => [currency, String(amount)]));
};

/** What counts of single rows make together; undefined for what cannot be added, as distinct persons. */
function together(rows: readonly Row[], name: string, measure: Measure): Row[string] {
  if (!isCounted(measure) || !measure.adds) return undefined;
  if (measure.unit === 'money') return addAmounts(rows.map((row) => amountsIn(row, name)));
  return rows.reduce((sum, row) => sum + (numberIn(row, name) ?? 0), 0);
}

/** All rows as one: counts and amounts added up, and from them what the dataset derives. */
export function sumRows(rows: readonly Row[], all: Measures): Row {
  const sum: Row = { key: '', name: '' };
  const counts: Record<string, number> = {};
  for (const [name, measure] of Object.entries(all)) {
    const value = together(rows, name, measure);
    sum[name] = value;
    if (typeof value === 'number') counts[name] = value;
  }
  for (const [name, measure] of Object.entries(all))
    if (isDerived(measure) && measure.from.every((from) => from in counts)) sum[name] = measure.value(counts);
  return sum;
}
