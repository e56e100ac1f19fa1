/** Holds the events of an archive against its counts, and these against its manifest. */
import { Untrue } from './archive.ts';
import { csvRows } from './rows.ts';

const DIGITS = 10;

/** Decimal text as a whole number of its smallest part. */
function partsOf(text: string): bigint {
  const [all, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,10}))?$/.exec(text) ?? [];
  if (all === undefined) throw new Untrue(`"${text}" is no amount.`);
  const parts = BigInt(whole + fraction.padEnd(DIGITS, '0'));
  return sign === '-' ? -parts : parts;
}

export interface Totals {
  rows: number;
  claimed: number;
  claimed_before: number;
  late: number;
  totals: { currency: string; amount: string }[];
}

export interface Line {
  campaign: string;
  event: string;
  category: string;
  units: number;
  amount: string;
  currency: string;
}

export interface Counts extends Totals {
  lines: Line[];
}

interface Sum {
  units: number;
  parts: bigint;
  isKnown: boolean;
}

interface Sums {
  counts: Record<'rows' | 'claimed' | 'claimed_before' | 'late', number>;
  lines: Map<string, Sum>;
}

const CLAIMS: Readonly<Record<string, 'claimed' | 'claimed_before' | 'late'>> = {
  claimed: 'claimed',
  before: 'claimed_before',
  late: 'late',
};

/** Spreadsheets are kept from calculating with an apostrophe, which the counts do not have. */
const keyOf = (...names: readonly string[]): string => names.map((name) => name.replaceAll("'", '')).join('\n');

export async function sumsOf(bytes: AsyncIterable<Buffer>): Promise<Sums> {
  const counts = { rows: 0, claimed: 0, claimed_before: 0, late: 0 };
  const lines = new Map<string, Sum>();
  let at: Record<string, number> | undefined;
  let width = 0;
  for await (const row of csvRows(bytes)) {
    if (!at) {
      at = Object.fromEntries(row.map((name, index) => [name, index]));
      width = row.length;
      continue;
    }
    if (row.length !== width) throw new Untrue(`Row ${counts.rows + 1} of events.csv has another number of cells.`);
    const places = at;
    const cell = (name: string): string => row[places[name] ?? -1] ?? '';
    const claim = CLAIMS[cell('claim')];
    if (!claim) throw new Untrue(`Row ${counts.rows + 1} of events.csv does not say whether it is claimed.`);
    counts.rows++;
    counts[claim]++;
    if (claim !== 'claimed') continue;
    const amount = cell('amount');
    const key = keyOf(cell('campaign'), cell('event'), cell('category'), cell('currency'));
    const line = lines.get(key) ?? { units: 0, parts: 0n, isKnown: amount !== '' };
    line.units++;
    line.parts += amount === '' ? 0n : partsOf(amount);
    lines.set(key, line);
  }
  return { counts, lines };
}

/** Whether an amount is the sum, rounded half away from zero to the digits it has: lines are in minor units. */
function isRounded(amount: string, sum: bigint): boolean {
  const unit = 10n ** BigInt(DIGITS - (amount.split('.')[1] ?? '').length);
  const half = sum < 0n ? -unit / 2n : unit / 2n;
  return partsOf(amount) === ((sum + half) / unit) * unit;
}

/** What does not agree, in words; nothing when all does. */
export function disagreements(sums: Sums, counts: Counts, manifest: Totals): string[] {
  const found: string[] = [];
  for (const name of ['rows', 'claimed', 'claimed_before', 'late'] as const) {
    if (sums.counts[name] !== counts[name])
      found.push(`events.csv has ${sums.counts[name]} events (${name}), counts.json says ${counts[name]}.`);
    if (counts[name] !== manifest[name])
      found.push(`counts.json says ${counts[name]} events (${name}), the manifest ${manifest[name]}.`);
  }
  const told = new Map(
    counts.lines.map((line) => [keyOf(line.campaign, line.event, line.category, line.currency), line]),
  );
  for (const [key, sum] of sums.lines) {
    const line = told.get(key);
    const name = key
      .split('\n')
      .filter((part) => part !== '')
      .join(', ');
    if (!line) found.push(`counts.json has no line for ${name}.`);
    else if (line.units !== sum.units)
      found.push(`events.csv has ${sum.units} events of ${name}, counts.json says ${line.units}.`);
    else if (line.amount !== '' && !isRounded(line.amount, sum.parts))
      found.push(`The amounts of ${name} in events.csv do not add up to ${line.amount} ${line.currency}.`);
  }
  if (told.size !== sums.lines.size) found.push('counts.json has lines that events.csv has no events of.');
  return [...found, ...ofTotals(counts, manifest)];
}

function ofTotals(counts: Counts, manifest: Totals): string[] {
  const sums = new Map<string, bigint>();
  for (const { amount, currency } of counts.lines)
    if (amount !== '') sums.set(currency, (sums.get(currency) ?? 0n) + partsOf(amount));
  return Object.entries({ 'counts.json': counts.totals, 'the manifest': manifest.totals }).flatMap(
    ([where, totals]) => {
      const same =
        totals.length === sums.size && totals.every(({ currency, amount }) => sums.get(currency) === partsOf(amount));
      return same ? [] : [`The total in ${where} is not the sum of the lines.`];
    },
  );
}
