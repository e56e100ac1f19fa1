import { type Format, NOTHING } from '#platform/contract/format.ts';
import { assumedText, splitBy } from '#traffic/money/contract/amounts-text.ts';
import type { Row } from '../rows.ts';
import type { Widget } from '../widget.ts';
import { amountText, moneyOf } from './figures.ts';

/** Columns a person may add; the rate shows its interval already. */
const HIDDEN: readonly string[] = [
  'clean_percentage',
  'suspect_percentage',
  'wilson_low',
  'wilson_high',
  'clean_low',
  'clean_high',
  'too_few',
  'unsafe_low',
  'unsafe_high',
  'too_few_rated',
  // The sign ≈ before an amount says that some of it is.
  'spend_assumed',
  'cost_at_risk_assumed',
  'cost_suspect_assumed',
];
/** Among what was flagged nothing is clean and no known bot is left. */
const NEVER_FLAGGED: readonly string[] = ['clean', 'filtered'];

/** In their order; never one sum. */
const AT_RISK: readonly string[] = ['cost_at_risk', 'cost_suspect'];

export const isHidden = (field: string, { base, measures }: Widget<string>): boolean =>
  base?.startsWith('flagged') && NEVER_FLAGGED.includes(field)
    ? true
    : HIDDEN.includes(field) && !measures.includes(field);

/** What fraud and suspect events cost stands beside the share of fraud; what it is a part of comes later. */
export function riskBesideRate<C extends { id: string }>(columns: readonly C[], rate: string | undefined): C[] {
  const risk = columns.filter(({ id }) => AT_RISK.includes(id));
  const others = columns.filter(({ id }) => !AT_RISK.includes(id));
  const at = others.findIndex(({ id }) => id === rate);
  return at < 0 ? [...columns] : [...others.slice(0, at + 1), ...risk, ...others.slice(at + 1)];
}

/** The amounts of a cell: in the currency of the package, what no rate leads into it behind; marked where assumed. */
export function moneyText(row: Row, field: string, { format, currency }: { format: Format; currency: string }): string {
  const { sum, apart } = splitBy(moneyOf(row[field], row['spend']), currency);
  const amounts = sum ? [sum, ...apart] : apart;
  if (amounts.length === 0) return NOTHING;
  const text = amounts.map((one) => amountText(one, format)).join(' + ');
  return moneyOf(row[`${field}_assumed`]).length > 0 ? assumedText(text) : text;
}
