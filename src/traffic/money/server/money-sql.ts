import { daysBetween } from '#platform/contract/date-range.ts';
import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { AMOUNT_DIGITS } from '#traffic/money/contract/decimal.ts';
import { ASSUMED_PARTS, PAID_PARTS, type PaidPart } from '#traffic/money/contract/paid-parts.ts';
import { PRICE_BASES, VIDEO_IMPRESSION } from '#traffic/money/contract/price-bases.ts';
import { type PriceGrid, priceGrids, type StoredPrice, UNIT_DIGITS } from './prices-in-force.ts';
import { RATE_DIGITS, ratesByDay, type StoredRate } from './rates-by-day.ts';

/**
 * What an event costs, over columns of `traffic` (or of rows that carry publisher, kind, event_name, ts, cost and
 * currency of it). `amount` is a decimal, zero where nothing is known; `currency` that of the package wherever a rate
 * of the day is known, else the event's own; `from` says whether the event brought it or a price is assumed.
 */
export interface MoneySql {
  amount: Sql;
  currency: Sql;
  from: Sql;
  /** 1 where a price is assumed. */
  assumed: Sql;
}

/** As events bring it: nothing assumed, nothing converted. */
export const REPORTED: MoneySql = {
  amount: sql`cost`,
  currency: sql`currency`,
  from: sql`if(cost != 0, 'event', 'none')`,
  assumed: sql`toUInt8(0)`,
};

/**
 * Settings of a question that gives a column of `traffic` another meaning under its own name (`cost` as a number): money
 * is reckoned with what is stored.
 */
export const OF_COLUMNS = { prefer_column_name_to_alias: 1 };

/** What the rows of a condition cost together, as a map by currency; a sum of zero is no amount. */
export const sumOfMoney = ({ amount, currency }: MoneySql, which: Sql): Sql =>
  sql`mapFilter((k, v) -> v != 0, sumMapIf(map(toString(${currency}), ${amount}), ${amount} != 0 AND ${which}))`;

/** The same as it travels: a JSON number would lose the last digits of a long sum. */
export const moneyText = (sums: Sql): Sql => sql`mapApply((k, v) -> (k, toString(v)), ${sums})`;

const PARTS = Object.keys(PAID_PARTS) as PaidPart[];

/** Events whose money is in a part. */
const isIn = (part: PaidPart): Sql => {
  const { [part]: verdict } = PAID_PARTS;
  return verdict === null ? sql`verdict != 'filtered'` : sql`verdict = ${typed('String', verdict)}`;
};

/** `paid` of the contract as columns of a question with groups. */
export function paidColumns(money: MoneySql, among = sql`true`): Sql {
  const columns = PARTS.flatMap((part) => {
    const which = sql`${among} AND ${isIn(part)}`;
    return [
      sql`${moneyText(sumOfMoney(money, which))} AS ${trusted(part)}`,
      sql`${moneyText(sumOfMoney(money, sql`${which} AND ${money.assumed}`))} AS ${trusted(ASSUMED_PARTS[part])}`,
    ];
  });
  return joinSql(columns, ',\n    ');
}

/** Their names. */
export const PAID_COLUMNS = trusted(PARTS.flatMap((part) => [part, ASSUMED_PARTS[part]]).join(', '));

/** A part of what a group cost, in a currency, to sort by. */
export const paidIn = (part: PaidPart, currency: string): Sql =>
  sql`toDecimal128OrZero(${trusted(part)}[${typed('String', currency)}], ${trusted(String(AMOUNT_DIGITS))})`;

/** What decides the money of a package on the days of a question. */
export interface MoneyTerms {
  currency: string;
  timeZone: string;
  prices: readonly StoredPrice[];
  rates: readonly StoredRate[];
  /** Currencies that events may have. */
  currencies: readonly string[];
  /** Days in the package's time zone, both included; what lies outside is not converted. */
  from: string;
  to: string;
}

/** Sources of whom nobody is paid; a price for all others is not theirs. */
export const UNPAID = ['', 'organic', 'direct', 'internal', '(direct)', '(none)'];
export const IS_UNPAID = sql`lower(toString(publisher)) IN ${typed('Array(String)', UNPAID)}`;

export function moneySql(terms: MoneyTerms): MoneySql {
  const grids = priceGrids(terms.prices, terms);
  const currencies = [...new Set([...terms.currencies, ...terms.prices.map((price) => price.currency)])].sort();
  const rates = ratesByDay(terms.rates, { ...terms, into: terms.currency, currencies });
  if (grids.length === 0 && rates.size === 0) return REPORTED;
  const assumed = grids.length > 0 ? assumedBy(grids, terms) : undefined;
  const given = assumed ? sql`if(cost != 0, toString(currency), ${assumed.currency})` : REPORTED.currency;
  const from = assumed ? sql`multiIf(cost != 0, 'event', ${assumed.price} >= 0, 'price', 'none')` : REPORTED.from;
  const rate = rates.size > 0 ? rateOf(given, rates, terms) : undefined;
  // Multiplied before they meet: with all their digits together, the largest amounts would leave no room for a rate.
  const cut = (amount: Sql): Sql =>
    sql`toDecimal128(${rate ? sql`${amount} * if(${rate} > 0, ${rate}, ${ONE})` : amount}, ${trusted(String(AMOUNT_DIGITS))})`;
  return {
    amount: assumed
      ? sql`if(cost != 0, ${cut(sql`cost`)}, ${cut(sql`if(${assumed.price} > 0, ${assumed.price}, ${price('0')})`)})`
      : cut(sql`cost`),
    currency: rate ? sql`if(${rate} > 0, ${typed('String', terms.currency)}, toString(${given}))` : given,
    from,
    assumed: assumed ? sql`toUInt8(cost = 0 AND ${assumed.price} >= 0)` : REPORTED.assumed,
  };
}

const ONE = sql`toDecimal128(1, ${trusted(String(RATE_DIGITS))})`;
const PRICE: `Decimal(${number}, ${number})` = `Decimal(18, ${UNIT_DIGITS})`;
const price = (amount: string): Sql => sql`${typed(PRICE, amount)}`;

/** What is assumed of an event that brings no cost: a price, -1 for none, and its currency. */
function assumedBy(grids: readonly PriceGrid[], { timeZone }: MoneyTerms): { price: Sql; currency: Sql } {
  const parts = grids.map((grid) => ({ grid, billed: billedBy(grid), at: placeIn(grid, timeZone) }));
  const byBasis = (of: (part: (typeof parts)[number]) => Sql, otherwise: Sql): Sql =>
    sql`multiIf(${joinSql(
      parts.map((part) => sql`${part.billed}, ${of(part)}`),
      ', ',
    )}, ${otherwise})`;
  return {
    price: byBasis(({ grid, at }) => sql`arrayElement(${amountsOf(grid)}, ${at})`, price('-1')),
    currency: byBasis(({ grid, at }) => currencyAt(grid, at), sql`''`),
  };
}

function billedBy({ basis }: PriceGrid): Sql {
  const kinds = typed('Array(String)', [...PRICE_BASES[basis].kinds]);
  const billed = sql`toString(kind) IN ${kinds}`;
  return basis === 'cpm'
    ? sql`${billed} AND (kind != 'vast_tracking' OR event_name = ${typed('String', VIDEO_IMPRESSION)})`
    : billed;
}

/** Where the price of an event stands among the cells: nobody's row first, then all others', then those of sources. */
function placeIn({ publishers, events, changes }: PriceGrid, timeZone: string): Sql {
  const named = typed('Array(String)', [...publishers]);
  const rows = typed(
    'Array(UInt32)',
    publishers.map((_, index) => index + 2),
  );
  const others = sql`if(${IS_UNPAID}, toUInt32(0), toUInt32(1))`;
  const row =
    publishers.length === 0
      ? others
      : sql`if(publisher IN ${named}, transform(toString(publisher), ${named}, ${rows}, toUInt32(1)), ${others})`;
  const event =
    events.length === 0
      ? sql`0`
      : sql`transform(toString(event_name), ${typed('Array(String)', [...events])}, ${typed(
          'Array(UInt32)',
          events.map((_, index) => index + 1),
        )}, toUInt32(0))`;
  const stretch = changes.map(
    (day) => sql` + (ts >= toDateTime64(${typed('Date', day)}, 3, ${typed('String', timeZone)}))`,
  );
  const [perRow, perEvent] = [(events.length + 1) * (changes.length + 1), changes.length + 1];
  return sql`${row} * ${trusted(String(perRow))} + ${event} * ${trusted(String(perEvent))} + 1${joinSql(stretch, '')}`;
}

/** Nobody's row stands before those of the grid. */
const cellsOf = ({ cells, events, changes }: PriceGrid): PriceGrid['cells'] => [
  ...Array.from({ length: (events.length + 1) * (changes.length + 1) }, () => undefined),
  ...cells,
];

const amountsOf = (grid: PriceGrid): Sql =>
  sql`${typed(
    `Array(${PRICE})`,
    cellsOf(grid).map((cell) => cell?.amount ?? '-1'),
  )}`;

function currencyAt(grid: PriceGrid, at: Sql): Sql {
  const currencies = cellsOf(grid).map((cell) => cell?.currency ?? '');
  const used = [...new Set(currencies.filter((currency) => currency !== ''))];
  const [only] = used;
  // Of an event without a price the amount is zero, in whatever currency.
  if (only !== undefined && used.length === 1) return sql`${typed('String', only)}`;
  return sql`arrayElement(${typed('Array(String)', currencies)}, ${at})`;
}

/** What one unit of the currency is in that of the package on the day of the event; 0 where no rate is known. */
function rateOf(
  currency: Sql,
  rates: ReadonlyMap<string, readonly (string | undefined)[]>,
  { timeZone, from, to }: MoneyTerms,
): Sql {
  const names = [...rates.keys()];
  const days = trusted(String(daysBetween(from, to) + 1));
  const series = typed(
    `Array(Decimal(38, ${RATE_DIGITS}))`,
    names.flatMap((name) => (rates.get(name) ?? []).map((rate) => rate ?? '0')),
  );
  const row = sql`transform(toString(${currency}), ${typed('Array(String)', names)}, ${typed(
    'Array(Int32)',
    names.map((_, index) => index),
  )}, toInt32(-1))`;
  const day = sql`(toInt32(toDate(ts, ${typed('String', timeZone)})) - toInt32(${typed('Date', from)}))`;
  const known = sql`${row} >= 0 AND ${day} >= 0 AND ${day} < ${days}`;
  return sql`if(${known}, arrayElement(${series}, ${row} * ${days} + ${day} + 1), toDecimal128(0, ${trusted(String(RATE_DIGITS))}))`;
}
