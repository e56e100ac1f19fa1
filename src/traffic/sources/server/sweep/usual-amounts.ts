import { ByPublisher, TRUSTED_EVENTS } from './by-publisher.ts';
import { AMOUNT_BINS, LOWEST_AMOUNT_OCTAVE } from './measures.ts';
import type { Counts, SourceUnit } from './source-unit.ts';

/** What an event of a kind (name and currency, by the number of `AMOUNT_KIND`) usually brings at most. */
export type UsualAmounts = ReadonlyMap<number, number>;

/** Events of a kind from which what a publisher shows of them counts. */
const LEAST_PAID = 100;
/**
 * A multiple of the 99th percentile this large, where a thousandth of the events reaches it, is no sign of anything.
 */
const FAR = 10;

/**
 * What others bring at most, for each publisher and kind of revenue: of trusted traffic where there is enough of it,
 * else the median of the other publishers without outliers. Unknown where neither is there.
 */
export function usualAmountsOf(
  publishers: readonly SourceUnit[],
  trusted: SourceUnit | undefined,
): (publisher: string) => UsualAmounts {
  const vouched = usualOf(trusted, TRUSTED_EVENTS);
  const byKind = new Map<number, [publisher: string, amount: number][]>();
  for (const unit of publishers)
    for (const [kind, amount] of usualOf(unit, LEAST_PAID))
      if (!vouched.has(kind)) byKind.set(kind, [...(byKind.get(kind) ?? []), [unit.publisher, amount]]);
  const others = [...byKind].map(([kind, amounts]) => ({ kind, amounts: new ByPublisher(amounts) }));
  return (publisher) => {
    const usual = new Map(vouched);
    for (const { kind, amounts } of others) {
      const amount = amounts.usual(publisher);
      if (amount !== null) usual.set(kind, amount);
    }
    return usual;
  };
}

/** How many times the usual the largest amounts of a source are, at least. */
export function largestMultiple(amounts: Counts, usual: UsualAmounts): number | undefined {
  if (usual.size === 0) return undefined;
  let largest: number | undefined;
  for (const key in amounts) {
    const { kind, bin } = placeOf(key);
    const most = usual.get(kind);
    if (most !== undefined) largest = Math.max(largest ?? 0, amountFrom(bin) / most);
  }
  return largest;
}

/** The 99th percentile by kind; a tenth of what one in a thousand reaches, where that is more. */
function usualOf(unit: SourceUnit | undefined, least: number): Map<number, number> {
  const byKind = new Map<number, { bin: number; events: number }[]>();
  for (const [key, events] of Object.entries(unit?.week.maps.amounts ?? {})) {
    const { kind, bin } = placeOf(key);
    const bins = byKind.get(kind) ?? [];
    bins.push({ bin, events });
    byKind.set(kind, bins);
  }
  const usual = new Map<number, number>();
  for (const [kind, bins] of byKind) {
    const events = bins.reduce((sum, each) => sum + each.events, 0);
    if (events < least) continue;
    const sorted = bins.sort((a, b) => a.bin - b.bin);
    usual.set(kind, Math.max(quantile(sorted, 0.99 * events), quantile(sorted, 0.999 * events) / FAR));
  }
  return usual;
}

/** Upper end of the bin that holds so many of the lowest. */
function quantile(sorted: readonly { bin: number; events: number }[], events: number): number {
  let below = 0;
  for (const { bin, events: here } of sorted) {
    below += here;
    if (below >= events) return amountFrom(bin + 1);
  }
  return Number.POSITIVE_INFINITY;
}

const amountFrom = (bin: number): number => 2 ** (bin / 4 + LOWEST_AMOUNT_OCTAVE);

const placeOf = (key: string): { kind: number; bin: number } => ({
  kind: Math.floor(Number(key) / AMOUNT_BINS),
  bin: Number(key) % AMOUNT_BINS,
});
