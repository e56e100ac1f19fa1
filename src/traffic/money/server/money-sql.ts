import { joinSql, type Sql, sql, trusted, typed } from '#platform/server/clickhouse/sql.ts';
import { AMOUNT_DIGITS } from '#traffic/money/contract/decimal.ts';
import { ASSUMED_PARTS, PAID_PARTS, type PaidPart } from '#traffic/money/contract/paid-parts.ts';
import { VIDEO_IMPRESSION } from '#traffic/money/contract/price-bases.ts';
import type { AgreedPrice } from './agreed-prices.ts';
import {
  type Payee,
  type PriceGrid,
  priceGrids,
  SHARE_DIGITS,
  type StoredPrice,
  UNIT_DIGITS,
} from './prices-in-force.ts';
import { conversion, converted, cut, type InCurrency } from './rate-sql.ts';
import { ratesByDay, type StoredRate } from './rates-by-day.ts';

/**
 * What an event costs, over columns of `traffic` (or of rows that carry publisher, campaign, kind, event_name, ts, cost,
 * revenue and currency of it). `amount` is a decimal, zero where nothing is known; `currency` that of the package wherever a rate
 * of the day is known, else the event's own; `from` says whether the event brought it or a price is assumed.
 */
export interface MoneySql {
  amount: Sql;
  currency: Sql;
  from: Sql;
  /** Keeps rows that cost nothing out of a sum, where that is cheaper than to add nothing. */
  isAny: Sql;
  /** 1 where a price is assumed. */
  assumed: Sql;
  /** The same as event or price say it, before it is converted. */
  said: InCurrency;
  /** What the event earned; converted as its cost is. */
  earned: InCurrency;
}

/** As events bring it: nothing assumed, nothing converted. */
export const REPORTED: MoneySql = {
  amount: sql`cost`,
  currency: sql`currency`,
  from: sql`if(cost != 0, 'event', 'none')`,
  isAny: sql`cost != 0`,
  assumed: sql`toUInt8(0)`,
  said: { amount: sql`cost`, currency: sql`currency` },
  earned: { amount: sql`revenue`, currency: sql`currency` },
};

/**
 * Settings of a question that gives a column of `traffic` another meaning under its own name (`cost` as a number): money
 * is reckoned with what is stored.
 */
export const OF_COLUMNS = { prefer_column_name_to_alias: 1 };

/** What the rows of a condition cost together, as a map by currency; a sum of zero is no amount. */
export const sumOfMoney = ({ amount, currency, isAny }: MoneySql, which: Sql): Sql =>
  sql`mapFilter((k, v) -> v != 0, sumMapIf(map(toString(${currency}), ${amount}), ${isAny} AND ${which}))`;

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
  agreed: readonly AgreedPrice[];
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
  const grids = priceGrids(terms, terms);
  const named = [...terms.prices, ...terms.agreed].map((price) => price.currency);
  const currencies = [...new Set([...terms.currencies, ...named])].sort();
  const rates = ratesByDay(terms.rates, { ...terms, into: terms.currency, currencies });
  if (grids.length === 0 && rates.size === 0) return REPORTED;
  const assumed = grids.length > 0 ? assumedBy(grids, terms) : undefined;
  const given = assumed ? sql`if(cost != 0, toString(currency), ${assumed.currency})` : REPORTED.currency;
  const from = assumed ? sql`multiIf(cost != 0, 'event', ${assumed.isKnown}, 'price', 'none')` : REPORTED.from;
  const { cut: inOneCut, inOne } = conversion(given, rates, terms);
  return {
    amount: assumed ? sql`if(cost != 0, ${inOneCut(sql`cost`)}, ${inOneCut(assumed.price)})` : inOneCut(sql`cost`),
    currency: inOne,
    from,
    isAny: assumed ? sql`true` : REPORTED.isAny,
    assumed: assumed ? sql`toUInt8(cost = 0 AND ${assumed.isKnown})` : REPORTED.assumed,
    said: {
      amount: assumed ? sql`if(cost != 0, ${cut(sql`cost`)}, ${cut(assumed.price)})` : REPORTED.said.amount,
      currency: given,
    },
    earned: converted(REPORTED.earned, rates, terms),
  };
}

/** What is assumed of events that bring no cost; the price is zero where nothing is known. */
interface Assumed {
  isKnown: Sql;
  price: Sql;
  currency: Sql;
}

/**
 * All prices of all grids stand in one list of cells, and the place of an event among them is one expression: a question
 * carries it a dozen times, so that it is kept short and said as seldom as can be.
 */
function assumedBy(grids: readonly PriceGrid[], { timeZone }: MoneyTerms): Assumed {
  const cells: PriceGrid['cells'][number][] = [undefined];
  const places = grids.map((grid) => {
    const before = cells.length;
    cells.push(...nobodysRow(grid), ...grid.cells);
    return sql`${billedBy(grid)}, ${trusted(String(before))} + ${placeIn(grid, timeZone)}`;
  });
  const place = sql`multiIf(${joinSql(places, ', ')}, toUInt32(1))`;
  const isKnown = cellOf(
    'Array(UInt8)',
    cells.map((cell) => (cell ? '1' : '0')),
    place,
  );
  const unitAt = (at: Sql): Sql =>
    cellOf(
      `Array(Decimal(18, ${UNIT_DIGITS}))`,
      cells.map((cell) => cell?.amount ?? '0'),
      at,
    );
  const names = cells.map((cell) => cell?.currency ?? '');
  const currencyAt = (at: Sql): Sql => oneOrOf(names, cellOf('Array(String)', names, at));
  if (!cells.some((cell) => cell?.share)) return { isKnown, price: unitAt(place), currency: currencyAt(place) };
  return { isKnown, ...withShares(cells, place, { unitAt, currencyAt }) };
}

const cellOf = (type: Parameters<typeof typed>[0], values: readonly string[], at: Sql): Sql =>
  sql`arrayElement(${typed(type, values)}, ${at})`;

/** Shares of what events earned ask for their cell several times: it is looked for once. */
function withShares(
  cells: PriceGrid['cells'],
  place: Sql,
  { unitAt, currencyAt }: Record<'unitAt' | 'currencyAt', (at: Sql) => Sql>,
): { price: Sql; currency: Sql } {
  const at = sql`cell_at`;
  const once = (body: Sql): Sql => sql`arrayElement(arrayMap(${at} -> ${body}, [${place}]), 1)`;
  const decimals = trusted(String(UNIT_DIGITS));
  const sharedIn = cellOf(
    'Array(String)',
    cells.map((cell) => cell?.share?.currency ?? '-'),
    at,
  );
  const share = cellOf(
    `Array(Decimal(18, ${SHARE_DIGITS}))`,
    cells.map((cell) => cell?.share?.part ?? '0'),
    at,
  );
  return {
    price: once(
      sql`${unitAt(at)} + if(currency = '' OR ${sharedIn} IN ('', toString(currency)),
        toDecimal128(toDecimal128(revenue, 6) * ${share}, ${decimals}), toDecimal128(0, ${decimals}))`,
    ),
    // A share alone is owed in the currency it was earned in.
    currency: once(sql`if(currency != '' AND ${sharedIn} = '', toString(currency), ${currencyAt(at)})`),
  };
}

/** Of an event without a price the amount is zero, in whatever currency. */
function oneOrOf(used: readonly string[], otherwise: Sql): Sql {
  const [only, other] = new Set(used.filter((name) => name !== ''));
  return only !== undefined && other === undefined ? sql`${typed('String', only)}` : otherwise;
}

/** Sources of whom nobody is paid have a row of their own, before those of the grid. */
const nobodysRow = ({ events, changes }: PriceGrid): undefined[] =>
  Array.from({ length: (events.length + 1) * (changes.length + 1) }, () => undefined);

/** Of trackings of a video its impression alone. */
function billedBy({ kinds }: PriceGrid): Sql {
  const billed = sql`has(${typed('Array(String)', [...kinds])}, toString(kind))`;
  return kinds.includes('vast_tracking')
    ? sql`${billed} AND (kind != 'vast_tracking' OR event_name = ${typed('String', VIDEO_IMPRESSION)})`
    : billed;
}

const indexes = (numbers: readonly number[]) => typed('Array(UInt32)', numbers);

/** Where the price of an event stands among the cells of a grid: nobody's row first, then all others', then those of the grid. */
function placeIn({ rows, events, changes }: PriceGrid, timeZone: string): Sql {
  const event =
    events.length === 0
      ? sql`0`
      : sql`transform(toString(event_name), ${typed('Array(String)', [...events])}, ${indexes(
          events.map((_, index) => index + 1),
        )}, toUInt32(0))`;
  const stretch = changes.map(
    (day) => sql` + (ts >= toDateTime64(${typed('Date', day)}, 3, ${typed('String', timeZone)}))`,
  );
  const [perRow, perEvent] = [(events.length + 1) * (changes.length + 1), changes.length + 1];
  return sql`${rowAt(rows)} * ${trusted(String(perRow))} + ${event} * ${trusted(String(perEvent))} + 1${joinSql(stretch, '')}`;
}

/** Between the names of a source and a campaign; no name has it in it. */
const BETWEEN = '\u001f';

/**
 * The row of an event: the last of those that fit, as rows stand from the most general to the most particular. All
 * others' is 1, of whom nobody is paid for 0.
 */
function rowAt(rows: readonly Payee[]): Sql {
  const numbered = rows.map((row, index) => ({ ...row, at: index + 1 })).slice(1);
  const found = (asked: Sql, own: readonly { name: string; at: number }[]): Sql[] => {
    const names = typed(
      'Array(String)',
      own.map(({ name }) => name),
    );
    return own.length === 0
      ? []
      : [sql`transform(${asked}, ${names}, ${indexes(own.map(({ at }) => at))}, toUInt32(0))`];
  };
  const others = sql`toUInt32(NOT has(${typed('Array(String)', UNPAID)}, lower(toString(publisher))))`;
  const ofCampaigns = found(
    sql`toString(campaign)`,
    numbered.flatMap(({ publisher, campaign: name, at }) => (publisher === '' ? [{ name, at }] : [])),
  );
  const fitting = [
    others,
    ...ofCampaigns.map((row) => sql`${others} * ${row}`),
    ...found(
      sql`toString(publisher)`,
      numbered.flatMap(({ publisher: name, campaign, at }) => (campaign === '' ? [{ name, at }] : [])),
    ),
    ...found(
      sql`concat(toString(publisher), ${typed('String', BETWEEN)}, toString(campaign))`,
      numbered.flatMap(({ publisher, campaign, at }) =>
        publisher === '' || campaign === '' ? [] : [{ name: `${publisher}${BETWEEN}${campaign}`, at }],
      ),
    ),
  ];
  return fitting.length === 1 ? others : sql`toUInt32(greatest(${joinSql(fitting, ', ')}))`;
}
