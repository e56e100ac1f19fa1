import { addDays, todayIn } from '#platform/contract/date-range.ts';
import { EVENT_KINDS, type EventKind } from '#traffic/event/contract/event.ts';
import { PRICE_BASES, PRICE_BASIS_NAMES } from '#traffic/money/contract/price-bases.ts';
import type { NewPrice } from '../server/price-store.ts';

/** Two packages that differ in currency and in when their days begin. */
export const PACKAGES = [
  { name: 'euro.example', currency: 'EUR', timeZone: 'Asia/Kolkata' },
  { name: 'dollar.example', currency: 'USD', timeZone: 'America/New_York' },
];
let seed = 20_261_125;
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * below);
};
const pick = <T>(list: readonly [T, ...T[]]): T => list[random(list.length)] ?? list[0];
const CURRENCIES = ['EUR', 'USD', 'GBP', 'JPY', 'XAF', ''] as const;

interface Row {
  row_id: string;
  package: string;
  kind: EventKind;
  ts: string;
  publisher: string;
  event_name: string;
  cost: string;
  currency: string;
  verdict: string;
}

export const rows: Row[] = PACKAGES.flatMap((pkg, p) =>
  Array.from({ length: 1_500 }, (_, index) => ({
    row_id: `0000000${p}-0000-4000-8000-${String(index).padStart(12, '0')}`,
    package: pkg.name,
    kind: EVENT_KINDS[random(EVENT_KINDS.length)] ?? 'click',
    ts: new Date(Date.parse('2026-10-02T00:00:00Z') + random(47 * 86_400_000))
      .toISOString()
      .replace('T', ' ')
      .replace('Z', ''),
    publisher: pick(['', 'Organic', 'direct', 'Alpha', 'Beta', 'Gamma']),
    event_name: pick(['', 'impression', 'purchase', 'level']),
    cost: pick(['0', '0', '0.000001', '1.25', '99999999.999999']),
    currency: pick(CURRENCIES),
    verdict: pick(['clean', 'suspect', 'fraud', 'filtered']),
  })),
);

export const prices: (NewPrice & { package: string })[] = PACKAGES.flatMap(({ name }) =>
  Array.from({ length: 60 }, () => {
    const basis = pick(PRICE_BASIS_NAMES);
    return {
      package: name,
      publisher: pick(['', 'Alpha', 'Beta', 'Organic', "O'Neil \\"]),
      basis,
      event_name: basis === 'cpa' ? pick(['', 'purchase']) : '',
      amount: random(6) === 0 ? null : `${random(900)}.${String(random(1_000_000)).padStart(6, '0')}`,
      currency: pick(['EUR', 'USD', 'GBP', 'XAF']),
      from: addDays(pick(['2020-01-01', '2026-10-01']), random(45)),
    };
  }),
);

/** The bank's file: working days only, without a rate for the francs of central Africa. */
export const bankLines = ['Date,USD,JPY,GBP,'];
for (let day = 0; day < 49; day++) {
  const date = addDays('2026-10-01', day);
  if (new Date(date).getUTCDay() % 6 === 0) continue;
  bankLines.push(
    `${date},1.${1000 + random(900)},${160 + random(9)}.${random(99)},${random(7) === 0 ? 'N/A' : `0.8${random(99)}`},`,
  );
}

// A second reckoning of the same, without SQL and without the product's own functions: fractions of whole numbers.
const P = 10n ** 24n;
export const unitsOf = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(24, '0').slice(0, 24));
};
const cut = (units: bigint, digits: number): bigint => {
  const step = 10n ** BigInt(24 - digits);
  return (units / step) * step;
};

const bank = new Map(
  bankLines.slice(1).map((line) => {
    const [date = '', usd = '', jpy = '', gbp = ''] = line.split(',');
    return [date, { USD: usd, JPY: jpy, GBP: gbp } as Record<string, string>];
  }),
);
function euroRate(currency: string, day: string): bigint | undefined {
  if (currency === 'EUR') return P;
  for (let back = 0; back <= 7; back++) {
    const said = bank.get(addDays(day, -back))?.[currency];
    if (said !== undefined && said !== 'N/A') return unitsOf(said);
  }
  return undefined;
}
const twelve = (a: bigint, b: bigint): bigint => ((2n * a * 10n ** 12n + b) / (2n * b)) * 10n ** 12n;

export function expected(row: Row): { amount: bigint; currency: string; from: string } {
  const pkg = PACKAGES.find(({ name }) => name === row.package);
  if (!pkg) throw new Error(row.package);
  const day = todayIn(pkg.timeZone, new Date(`${row.ts.replace(' ', 'T')}Z`));
  let own = { amount: unitsOf(row.cost), currency: row.currency, from: 'event' };
  if (own.amount === 0n) {
    const price = priceFor(row, day);
    own = price ? { ...price, from: 'price' } : { amount: 0n, currency: '', from: 'none' };
  }
  if (own.currency === pkg.currency) return { ...own, amount: cut(own.amount, 10) };
  const [one, two] = [euroRate(own.currency, day), euroRate(pkg.currency, day)];
  if (one === undefined || two === undefined) return { ...own, amount: cut(own.amount, 10) };
  const rate = pkg.currency === 'EUR' ? twelve(P, one) : own.currency === 'EUR' ? cut(two, 12) : twelve(two, one);
  return { amount: cut((own.amount * rate) / P, 10), currency: pkg.currency, from: own.from };
}

function priceFor(row: Row, day: string): { amount: bigint; currency: string } | undefined {
  const basis = PRICE_BASIS_NAMES.find((name) => PRICE_BASES[name].kinds.some((kind) => kind === row.kind));
  if (!basis || (row.kind === 'vast_tracking' && row.event_name !== 'impression')) return undefined;
  const own = prices
    .map((price, at) => ({ ...price, at }))
    .filter((p) => p.package === row.package && p.basis === basis && p.from <= day);
  const named = prices.some((p) => p.package === row.package && p.basis === basis && p.publisher === row.publisher);
  const unpaid = ['', 'Organic', 'direct'].includes(row.publisher) && !(named && row.publisher !== '');
  if (unpaid) return undefined;
  for (const publisher of [row.publisher, ''])
    for (const event of [row.event_name, '']) {
      const [newest] = own
        .filter((p) => p.publisher === publisher && p.event_name === event)
        .sort((a, b) => (a.from === b.from ? b.at - a.at : a.from < b.from ? 1 : -1));
      if (newest?.amount)
        return { amount: unitsOf(newest.amount) / (basis === 'cpm' ? 1000n : 1n), currency: newest.currency };
    }
  return undefined;
}
